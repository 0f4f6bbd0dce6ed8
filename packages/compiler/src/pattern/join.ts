/**
 * Joins two parts of a path and normalises the result, as Rails' mapper does:
 *
 *     ''        + 'photos'   -> '/photos'
 *     '/a/'     + '/b/'      -> '/a/b'
 *     '/a'      + ''         -> '/a'
 *     ''        + '(:lang)'  -> '(/:lang)'   a group takes in the slash before it …
 *     '(/:lang)' + 'b'       -> '(/:lang)/b'
 *     ''        + '(:a)' alone as a whole path -> '/(:a)'   … unless nothing else is there
 */
export function joinPath(parent: string | null, child: string | null): string {
  return normalizePath(`${parent ?? ''}/${child ?? ''}`)
}

/** Makes a path begin with one slash and end without one. Groups take in the slash before them (see `joinPath`). */
export function normalizePath(path: string): string {
  let normal = `/${path}`.replace(/\/{2,}/g, '/')
  // Most paths are done.
  if (!/[(%]|[^]\/$/.test(normal)) return normal
  normal = normal.replace(/\/$/, '').replace(/%[a-f0-9]{2}/g, (escape) => escape.toUpperCase())
  normal = normal.replace(/\/(\(+)\/?/g, '$1/')
  if (normal.startsWith('(') && ONLY_GROUPS.test(normal)) normal = normal.replace(/^(\(+)\//, '/$1')
  return normal
}

/** `(/:a)`, `(/:a)(/:b)`: the whole path is optional, so its first slash must stand outside. */
const ONLY_GROUPS = /^(\(+[^)]+\))(\(+\/:[^)]+\))*$/

/** Percent-encodes what may not stand in a URI (RFC 2396, section 2.4.3), as Rails does; `%` itself included. */
export function escapePath(path: string): string {
  return path.replace(UNSAFE, (unsafe) => {
    let escaped = ''
    for (const byte of new TextEncoder().encode(unsafe)) {
      escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    }
    return escaped
  })
}

const UNSAFE = /[^\-_.!~*'()a-zA-Z\d;/?:@&=+$,[\]]+/g
