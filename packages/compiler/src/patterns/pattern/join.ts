/**
 * Joins two parts of a path and normalises the result, as Rails' mapper does:
 *
 *     ''        + 'photos'   -> '/photos'
 *     '/a/'     + '/b/'      -> '/a/b'
 *     '/a'      + ''         -> '/a'
 *     ''        + '(:lang)'  -> '(/:lang)'   a group absorbs the slash before it …
 *     '(/:lang)' + 'b'       -> '(/:lang)/b'
 *     ''        + '(:a)' alone as the complete path -> '/(:a)'   … unless the path has no other part
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

/** `(/:a)`, `(/:a)(/:b)`: the entire path is optional, so its first slash must be outside the groups. */
const ONLY_GROUPS = /^(\(+[^)]+\))(\(+\/:[^)]+\))*$/

/** Percent-encodes characters that a URI must not contain (RFC 2396, section 2.4.3), as Rails does; including `%`. */
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
