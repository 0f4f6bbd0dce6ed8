import { isMap } from '../../plain.ts'

/** Options with a map as their value that is read in the same way as the options themselves. */
const MAPS: ReadonlySet<string> = new Set(['constraints', 'defaults', 'pathNames'])

/**
 * Copies a map of options, with its lists and its maps of further options. So no later phase runs a getter or the trap of a
 * proxy in it, and later changes to the map do not change this call, as in Rails. Other values are kept, because functions
 * and apps are identified by reference. A map with the method `matches` is also kept, because it is a constraint that a
 * module exports.
 *
 * @throws the errors of reading the values
 */
export function snapshotMap(map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof map['matches'] === 'function') return map
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(map)) {
    const value = map[key]
    const snapshot = MAPS.has(key) && isMap(value) ? snapshotMap(value) : snapshotList(value)
    // Assigning `__proto__` would set the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: snapshot, enumerable: true })
    else copy[key] = snapshot
  }
  return copy
}

/** Copies a list and its nested lists. Keeps other values. @throws the errors of reading the items */
export function snapshotList(value: unknown): unknown {
  return Array.isArray(value) ? value.map(snapshotList) : value
}
