/** The admin area is closed to readers: see the switch in its settings and on the about page. */
export function forEditors(): boolean {
  return globalThis.localStorage?.getItem('role') !== 'reader'
}
