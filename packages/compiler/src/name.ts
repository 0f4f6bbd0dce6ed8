/** Returns a name of the DSL as a string: a string itself, or the name of an action (a symbol). Otherwise returns null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'symbol') return value.description ?? null
  if (typeof value === 'number') return Number.isNaN(value) ? null : String(value)
  return null
}
