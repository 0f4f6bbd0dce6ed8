import type { RequestLike } from 'vite-plugin-turnout/dsl'

/** The admin area is closed to readers: see the switch in its settings and on the about page. */
export function forEditors(_request: RequestLike): boolean {
  return globalThis.localStorage?.getItem('role') !== 'reader'
}
