import type { MatchRequest } from './route-match.ts'

/** Returns a header of the request; null if the request does not have it. */
export function header(request: MatchRequest, name: string): string | null {
  const { headers } = request
  if (headers == null) return null
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name)
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? null : String(value)
}
