import type { Manifest } from './manifest.ts'

/**
 * In levels of JSON. Patterns and values of a table are nested far less: a pattern has at most 256 forms, and so at most 255 groups
 * inside each other, which take two levels each. What reads a manifest walks it recursively: a deeper one would overflow
 * the stack.
 */
export const MAX_MANIFEST_DEPTH = 600

/** Manifests are not changed, so each is looked at once. */
const checked = new WeakSet<object>()

/** True for a value that is nested deeper than any manifest. Takes no stack itself. */
export function isTooDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || checked.has(value)) return false
  let level: object[] = [value]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_MANIFEST_DEPTH) return true
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    )
  }
  checked.add(value)
  return false
}

/** @throws RangeError for a manifest that Turnout cannot have written */
export function assertDepth(...manifests: readonly Manifest[]): void {
  if (!manifests.some(isTooDeep)) return
  throw new RangeError(`The manifest is nested deeper than ${MAX_MANIFEST_DEPTH} levels.`)
}
