import { redirect } from '@turnout/runtime'
import { describeValue } from '../../describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { CallableReference, Json, RedirectEndpoint } from '../../manifest.ts'
import { isMap } from '../../plain.ts'
import type { RedirectTarget } from '../../route.ts'
import { checkSynchronous } from '../2-expand/check-synchronous.ts'
import { freezeDefault } from '../2-expand/requirement.ts'

/**
 * Freezes a redirect. Whatever location it makes is a valid header: what may not stand in a URI is escaped here (in the
 * texts) or by the runtime (in what a request brings along), and what no escape can repair is refused.
 *
 *     redirect('/日本')                   -> '/%E6%97%A5%E6%9C%AC'
 *     redirect('/100%/%{id}')             -> '/100%25/%{id}'
 *     redirect('/a\r\nSet-Cookie: b')     -> refused
 *
 * @param reference names the function of a redirect that has one
 * @throws Rejection `invalid-redirect`, `invalid-default`, `async-function`, and what `reference` throws
 */
export function freezeRedirect(
  { target, status, query }: RedirectTarget,
  reference: (callable: object) => CallableReference,
): RedirectEndpoint {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 300 || status > 399) {
    throw wrong(`the status ${describeValue(status)}`)
  }
  if (query !== undefined && query !== 'keep')
    throw wrong(`${describeValue(query)} as \`query\`, which is not \`'keep'\``)
  if (typeof target === 'function') {
    checkSynchronous(target, 'the function of a redirect')
    return { kind: 'redirect', status, ...(query && { query }), callable: { ...reference(target) } }
  }
  const frozen = typeof target === 'string' ? freezeText(target) : freezeParts(target)
  tryOut(frozen, status)
  // Parts without a query of their own keep it in any case.
  const keeps = query === 'keep' && (typeof frozen === 'string' || (frozen['params'] ?? null) !== null)
  return { kind: 'redirect', target: frozen, status, ...(keeps && { query }) }
}

function wrong(given: string): Rejection<'invalid-redirect'> {
  return new Rejection('invalid-redirect', { given })
}

/** The beginning of an absolute target: the scheme, and the authority (RFC 3986, section 3.2), which `%{…}` may stand in. */
const ABSOLUTE = /^(?:([a-z][a-z\d+.-]*):)?\/\/([^/?#]*)/i

/** Schemes by which a client that assigns the location would run the text of the URL, or show it as a page. */
const RUNS_TEXT = /^(?:javascript|vbscript|data)$/i

function freezeText(text: string): string {
  const [start, scheme = 'http', authority = ''] = ABSOLUTE.exec(text) ?? ['']
  if (start === '') return escapeText(text)
  if (RUNS_TEXT.test(scheme)) throw wrong(`the scheme \`${scheme}:\``)
  checkHost(
    authority
      .replace(/^.*@/s, '')
      .replace(/:%\{\w*\}$/, ':1')
      .replace(/%\{\w*\}/g, 'x'),
  )
  return escapeText(text)
}

/** Escapes what may not stand in a URI, but for `%{…}` and what is escaped already. */
function escapeText(text: string): string {
  const [forbidden] = /[\p{Cc}\p{Cs}]/u.exec(text) ?? []
  if (forbidden !== undefined) {
    const code = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw wrong(`${JSON.stringify(text)}: U+${code} may not stand in a URL`)
  }
  return text.replace(/%\{\w*\}|%[\dA-Fa-f]{2}|[^!-~]|["%<>\\^`{|}]/gu, (part) =>
    part.length > 2 ? part : encodeURIComponent(part),
  )
}

/** @throws Rejection where a name or an address, with a port or without, is not one */
function checkHost(host: string): void {
  const origin = originOf(host)
  if (origin === `http://${host.toLowerCase()}` && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)) return
  const isOtherScript = origin !== null && /[^\0-\x7f]/.test(host)
  throw wrong(
    `the host ${JSON.stringify(host)}${isOtherScript ? `. Write \`${origin.slice('http://'.length)}\`` : ', which is not a valid one'}`,
  )
}

/** The origin as a client reads it; null where it cannot. */
function originOf(host: string): string | null {
  try {
    // The port is kept that is standard for the scheme.
    const { origin } = new URL(`http://${host.replace(/:80$/, '')}`)
    return host.endsWith(':80') ? `${origin}:80` : origin
  } catch {
    return null
  }
}

type Check = (value: Json) => boolean

const isLabels = (value: Json) => typeof value === 'string' && /^[\w-]+(?:\.[\w-]+)*$/.test(value)

/** What each part may be, beside null, which leaves it as the request has it. */
const PARTS: Readonly<Record<string, readonly [check: Check, what: string]>> = {
  path: [(value) => typeof value === 'string', 'a string'],
  protocol: [(value) => typeof value === 'string' && /^https?(?::(?:\/\/)?)?$/.test(value), '`http` or `https`'],
  host: [(value) => typeof value === 'string', 'a host'],
  port: [(value) => /^\d{1,5}$/.test(String(value)) && Number(value) < 65_536, 'a port'],
  subdomain: [(value) => typeof value === 'boolean' || value === '' || isLabels(value), 'labels of a host'],
  domain: [isLabels, 'a domain'],
  params: [(value) => typeof value === 'object' && !Array.isArray(value), 'an object'],
  anchor: [(value) => typeof value !== 'object', 'a string'],
}

function freezeParts(parts: unknown): Record<string, Json> {
  if (!isMap(parts)) throw wrong('neither a path, nor an object of URL parts, nor a function')
  const frozen: Record<string, Json> = {}
  for (const [key, given] of Object.entries(parts)) {
    if (given === undefined) continue
    const value = freezeDefault(key, given)
    const [check, what] = Object.hasOwn(PARTS, key) ? PARTS[key]! : []
    if (check !== undefined && value !== null && !check(value)) {
      throw wrong(`${JSON.stringify(value)} as \`${key}\`, which is not ${what}`)
    }
    if (key === 'host' && value !== null) checkHost(value as string)
    frozen[key] = key === 'path' && value !== null ? escapeText(value as string) : value
  }
  return frozen
}

/** Makes a location, by the runtime, with empty params: it throws for a query that cannot be written. */
function tryOut(target: string | Readonly<Record<string, Json>>, status: number): void {
  const answer = { name: null, params: {}, path: '/' }
  try {
    redirect(target, status)(answer, new Int32Array(0), undefined, '/')
  } catch (error) {
    throw wrong(`what makes no URL: ${(error as Error).message}`)
  }
}
