import { path } from './build-path.ts'
import type { NamedRoute } from './types.ts'

/**
 * Creates a link to an action, for the modules of actions: `link('photos#update', 'PATCH', { parts: ['/photos/', 'id', ''] })(7)` is
 * `{ url: '/photos/7', method: 'PATCH' }`.
 *
 * @throws TypeError as `path` does
 */
export function link<Method extends string>(
  action: string,
  method: Method,
  route: NamedRoute,
): (...args: readonly unknown[]) => { url: string; method: Method } {
  const build = path(action, route)
  return (...args) => ({ url: build(...args), method })
}
