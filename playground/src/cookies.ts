/** The value of a cookie of the request; null where there is none, or it is no text. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at === -1 || pair.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return null
    }
  }
  return null
}

/**
 * A `Set-Cookie` that no script can read and no other site can send.
 *
 * @param seconds how long browsers keep it; 0 deletes it
 */
export function writeCookie(request: Request, name: string, value: string, seconds: number): string {
  const isSecure = new URL(request.url).protocol === 'https:'
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}
