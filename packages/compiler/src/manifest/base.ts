import { canonicalPath } from '@turnout/runtime'

/**
 * Normalises a base path, the prefix of the paths of all routes (Rails: `SCRIPT_NAME`).
 *
 *     '/app/', '/app' -> '/app'      '/' -> ''      '/café' -> '/caf%C3%A9'
 *
 * @returns null for other values: a URL, `./`, and strings that a helper or a browser would interpret differently
 */
export function basePath(text: string): string | null {
  if (text === '/') return ''
  const canonical = /^\/[^/?#]/.test(text) && !/[?#]|\/\//.test(text) ? canonicalPath(text) : 400
  if (typeof canonical !== 'string') return null
  return /^(?:\/(?:[\w.!$&'*+,;=:@~-]|%(?!2E|2F|5C)[\dA-F]{2})+)+$/.test(canonical) ? canonical : null
}
