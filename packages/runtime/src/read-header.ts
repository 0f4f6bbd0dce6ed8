import type { MatchRequest } from './route-match.ts'

/** Returns a request's header, from a `Headers` object or from Node's headers; null if the request lacks it. */
export function readHeader(request: MatchRequest, name: string): string | null {
  const { headers } = request
  if (headers == null) return null
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name)
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name]
  return value === undefined ? null : String(value)
}
