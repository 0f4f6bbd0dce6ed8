// In dev, `dispatch` records the match that handled a request. A header, or a property of the error, carries it to the dev server.
import type { RouteMatch } from '@turnout/runtime'

/** The route that handled a request, as far as `dispatch` knows it. */
export interface HandledMatch {
  /** The verb for matching; a form field can override that of the request. */
  readonly method: string
  readonly match: Pick<RouteMatch, 'name' | 'controller' | 'action' | 'params'>
  /** The number of earlier matches that declined the request. */
  readonly position: number
}

/** In dev with the option `devBar`, the header with which `dispatch` reports a match. The dev server removes it. */
export const HANDLED_HEADER = 'x-turnout-handled'

/** In characters. A longer header is omitted, because hosts of workers limit all headers together to 16 KiB. */
const MAX_HEADER = 6000

/** A registered symbol, because a dev server loads the runtime twice: for itself and for the application. */
const MATCH = Symbol.for('turnout.match-of-error')

/** Remembers the match during which an error was thrown. Values that cannot have properties stay as they are. */
export function rememberMatch(error: unknown, handled: HandledMatch): void {
  try {
    Object.defineProperty(error, MATCH, { value: handled, configurable: true })
  } catch {
    // A thrown string, or a frozen error: the page shows no route.
  }
}

/** Returns the match during which an error was thrown; null if it is not known. Never throws. */
export function matchOfError(error: unknown): HandledMatch | null {
  try {
    return (Object(error) as { readonly [MATCH]?: HandledMatch })[MATCH] ?? null
  } catch {
    return null
  }
}

/**
 * Adds the match to the headers of an uncompressed HTML response, in which the dev server can insert its bar. All other
 * responses stay as they are.
 *
 * @param response its headers must be mutable
 */
export function reportMatch(response: Response, { method, match, position }: HandledMatch): Response {
  const { headers } = response
  const isHtml = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  if (!isHtml || response.body === null || headers.has('content-encoding')) return response
  const { name, controller, action, params } = match
  const header = toAscii(JSON.stringify({ method, position, name, controller, action, params }))
  if (header.length > MAX_HEADER) return response
  headers.set(HANDLED_HEADER, header)
  return response
}

/** Reads the header of `reportMatch`. Returns null for any other value, because applications can set the header too. */
export function readMatch(header: string | null): HandledMatch | null {
  if (header === null || header.length > MAX_HEADER) return null
  const value = parse(header)
  if (typeof value !== 'object' || value === null) return null
  const { method, position, name, controller, action, params } = value as Record<string, unknown>
  const isOptional = (name: unknown) => name === undefined || typeof name === 'string'
  const isValid =
    typeof method === 'string' &&
    Number.isSafeInteger(position) &&
    (name === null || typeof name === 'string') &&
    isOptional(controller) &&
    isOptional(action) &&
    typeof params === 'object' &&
    params !== null
  return isValid
    ? { method, position: position as number, match: { name, controller, action, params } as RouteMatch }
    : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Escapes the characters that headers cannot contain. The result is the same JSON value. */
function toAscii(json: string): string {
  return json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
