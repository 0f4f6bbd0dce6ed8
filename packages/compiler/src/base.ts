import { canonicalPath } from '@turnout/runtime'

/**
 * A base path in its one form: what stands before the paths of all routes, as Rails' `SCRIPT_NAME` does.
 *
 *     '/app/', '/app' -> '/app'      '/' -> ''      '/café' -> '/caf%C3%A9'
 *
 * @returns null for what is not such a path: a URL, `./`, and all that a helper or a browser would read as something else
 */
export function basePath(text: string): string | null {
  if (text === '/') return ''
  const canonical = /^\/[^/?#]/.test(text) && !/[?#]|\/\//.test(text) ? canonicalPath(text) : 400
  if (typeof canonical !== 'string') return null
  return /^(?:\/(?:[\w.!$&'*+,;=:@~-]|%(?!2E|2F|5C)[\dA-F]{2})+)+$/.test(canonical) ? canonical : null
}
