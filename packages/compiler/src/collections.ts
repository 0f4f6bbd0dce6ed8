/** Returns the value of a key. If there is none, creates it and adds it to the map. */
export function getOrCreate<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}

/** Appends an item to the list of a key. */
export function addToList<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  getOrCreate(lists, key, (): Item[] => []).push(item)
}
