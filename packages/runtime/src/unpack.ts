// Decodes the packed manifest of a large table.

type Packed = string | number | boolean | null | PackedList
type PackedList = readonly [shape: number, ...items: Packed[]]

/**
 * Reads a JSON value from the string that `pack` of the compiler writes. Freezes the value. Equal parts are one object.
 *
 * @param packed JSON: the keys of each kind of object, the values that occur several times, and the value
 */
export function unpack(packed: string): unknown {
  const [shapes, shared, root] = JSON.parse(packed) as [shapes: string[][], shared: Packed[], root: Packed]
  const values: unknown[] = []
  /** The last string for each key of each kind of object. */
  const previousStrings: string[] = []
  /**
   * Two characters say how many characters the string shares with the previous one for the same key, at its start and at its
   * end: after `photos`, `60` is `photos` again, and `50/new` is `photo/new`.
   */
  const readString = (packedString: string, keyNumber: number): string => {
    const previous = previousStrings[keyNumber] ?? ''
    const [sharedStart, sharedEnd] = [packedString.charCodeAt(0) - 48, packedString.charCodeAt(1) - 48]
    const added = packedString.slice(2)
    return (previousStrings[keyNumber] =
      previous.slice(0, sharedStart) + added + previous.slice(previous.length - sharedEnd))
  }
  const read = (item: Packed, keyNumber: number): unknown => {
    if (typeof item === 'number') return values[item]
    if (typeof item === 'string') return readString(item, keyNumber)
    if (!Array.isArray(item)) return item
    const [shape, ...items] = item as [number, ...Packed[]]
    const parts = items.map((part, index) => read(part, 64 * shape + (shape && index)))
    // A key may be `__proto__`.
    return Object.freeze(
      shape ? Object.fromEntries(shapes[shape - 1]!.map((key, index) => [key, parts[index]])) : parts,
    )
  }
  for (const item of shared) values.push(typeof item === 'number' ? item : read(item, 1))
  return read(root, 1)
}
