import type { WholeRequest } from './route-match.ts'

/** Returns the `method` and `url` of a request; nothing if reading them throws, or if the value is not an object. */
export function methodAndTarget(request: unknown): [method?: unknown, target?: unknown] {
  try {
    const { method, url } = Object(request) as WholeRequest
    return [method, url]
  } catch {
    return []
  }
}
