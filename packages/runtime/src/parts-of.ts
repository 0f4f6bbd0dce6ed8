import type { WholeRequest } from './route-match.ts'

/** The method and the target that a request names itself. What cannot be read names nothing. */
export function partsOf(request: unknown): [method?: unknown, target?: unknown] {
  try {
    const { method, url } = Object(request) as WholeRequest
    return [method, url]
  } catch {
    return []
  }
}
