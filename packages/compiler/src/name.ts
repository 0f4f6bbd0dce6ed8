/** The text of a name in the DSL: a string, or an action (a symbol). Null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'symbol') return value.description ?? ''
  if (typeof value === 'number') return String(value)
  return null
}
