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
  /** The previous string at each place of a shape. */
  const previous: string[] = []
  /** Adds the characters that the string shares with the previous string at the same place: at its start, at its end. */
  const readString = (text: string, place: number): string => {
    const last = previous[place] ?? ''
    const [start, end] = [text.charCodeAt(0) - 48, text.charCodeAt(1) - 48]
    return (previous[place] = last.slice(0, start) + text.slice(2) + last.slice(last.length - end))
  }
  const read = (item: Packed, place: number): unknown => {
    if (typeof item === 'number') return values[item]
    if (typeof item === 'string') return readString(item, place)
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
