import type { WholeRequest } from './route-match.ts'

/** Returns `method` and `url` of a request: `['GET', '/photos']`. Returns an empty list if reading them throws; both are undefined if the value is no request. */
export function methodAndTarget(request: unknown): [method?: unknown, target?: unknown] {
  try {
    const { method, url } = Object(request) as WholeRequest
    return [method, url]
  } catch {
    return []
  }
}
