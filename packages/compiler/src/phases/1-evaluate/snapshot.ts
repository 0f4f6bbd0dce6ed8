import { isMap } from '../../plain.ts'

/** Options whose value is a map that is read like the options themselves. */
const MAPS: ReadonlySet<string> = new Set(['constraints', 'defaults', 'pathNames'])

/**
 * Copies a map of options as it is now, with the lists in it and the maps that hold further options. So no later phase
 * runs a getter there, or the trap of a proxy; and what is changed in the map for the next call does not change this
 * one, as in Rails. Other values are kept: they may be functions or apps, which are known by their identity. So is a
 * map with the method `matches`: it is a constraint that some module exports.
 *
 * @throws whatever reading the values throws
 */
export function snapshotMap(map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof map['matches'] === 'function') return map
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(map)) {
    const value = map[key]
    const snapshot = MAPS.has(key) && isMap(value) ? snapshotMap(value) : snapshotList(value)
    // By assignment it would be the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: snapshot, enumerable: true })
    else copy[key] = snapshot
  }
  return copy
}

/** Copies a list, and the lists in it; anything else is kept. @throws whatever reading the items throws */
export function snapshotList(value: unknown): unknown {
  return Array.isArray(value) ? value.map(snapshotList) : value
}
