import { redirect } from '@turnout/runtime'
import { describeValue } from '../../diagnostics/describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import type { CallableReference, Json, RedirectEndpoint } from '../../manifest/manifest.ts'
import { isMap } from '../../dsl-values.ts'
import type { RedirectTarget } from '../../route.ts'
import { checkSynchronous } from '../2-expand/constraint-forms.ts'
import { freezeDefault } from '../2-expand/requirement.ts'

/**
 * Freezes a redirect. Every location that it can produce is a valid header. Characters that are not allowed in a URI are
 * escaped: here in the declared strings, by the runtime in values of the request. Targets that escaping cannot repair are
 * refused.
 *
 *     redirect('/日本')                   -> '/%E6%97%A5%E6%9C%AC'
 *     redirect('/100%/%{id}')             -> '/100%25/%{id}'
 *     redirect('/a\r\nSet-Cookie: b')     -> refused
 *
 * @param reference returns the module and export of a redirect's function
 * @throws Rejection `invalid-redirect`, `invalid-default`, `async-function`, and the errors of `reference`
 */
export function freezeRedirect(
  { target, status, query }: RedirectTarget,
  reference: (callable: object) => CallableReference,
): RedirectEndpoint {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 300 || status > 399) {
    throw invalidRedirect(`the status ${describeValue(status)}`)
  }
  if (query !== undefined && query !== 'keep')
    throw invalidRedirect(`${describeValue(query)} as \`query\`, which is not \`'keep'\``)
  if (typeof target === 'function') {
    checkSynchronous(target, 'the function of a redirect')
    return { kind: 'redirect', status, ...(query && { query }), callable: { ...reference(target) } }
  }
  const frozen = typeof target === 'string' ? freezeText(target) : freezeParts(target)
  checkLocation(frozen, status)
  // URL parts without `params` always keep the query of the request.
  const keeps = query === 'keep' && (typeof frozen === 'string' || (frozen['params'] ?? null) !== null)
  return { kind: 'redirect', target: frozen, status, ...(keeps && { query }) }
}

function invalidRedirect(problem: string): Rejection<'invalid-redirect'> {
  return new Rejection('invalid-redirect', { argument: problem })
}

/** The start of an absolute target: the scheme, and the authority (RFC 3986, section 3.2), which may contain `%{…}`. */
const ABSOLUTE = /^(?:([a-z][a-z\d+.-]*):)?\/\/([^/?#]*)/i

/** Schemes for which a client that assigns the location would run the URL as code, or show it as a page. */
const RUNS_TEXT = /^(?:javascript|vbscript|data)$/i

function freezeText(text: string): string {
  const [start, scheme = 'http', authority = ''] = ABSOLUTE.exec(text) ?? ['']
  if (start === '') return escapeText(text)
  if (RUNS_TEXT.test(scheme)) throw invalidRedirect(`the scheme \`${scheme}:\``)
  checkHost(
    authority
      .replace(/^.*@/s, '')
      .replace(/:%\{\w*\}$/, ':1')
      .replace(/%\{\w*\}/g, 'x'),
  )
  return escapeText(text)
}

/** Escapes characters that are not allowed in a URI, except `%{…}` and existing escapes. */
function escapeText(text: string): string {
  const [forbidden] = /[\p{Cc}\p{Cs}]/u.exec(text) ?? []
  if (forbidden !== undefined) {
    const code = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw invalidRedirect(`${JSON.stringify(text)}: a URL cannot contain U+${code}`)
  }
  return text.replace(/%\{\w*\}|%[\dA-Fa-f]{2}|[^!-~]|["%<>\\^`{|}]/gu, (part) =>
    part.length > 2 ? part : encodeURIComponent(part),
  )
}

/** @throws Rejection if `host` is not a valid host name or address, with or without a port */
function checkHost(host: string): void {
  const origin = originOf(host)
  if (origin === `http://${host.toLowerCase()}` && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)) return
  const isOtherScript = origin !== null && /[^\0-\x7f]/.test(host)
  throw invalidRedirect(
    `the host ${JSON.stringify(host)}${isOtherScript ? `. Write \`${origin.slice('http://'.length)}\`` : ', which is not a valid one'}`,
  )
}

/** Returns the origin as a client parses it; null if the client cannot parse it. */
function originOf(host: string): string | null {
  try {
    // `URL` drops the standard port of the scheme, so it is added again.
    const { origin } = new URL(`http://${host.replace(/:80$/, '')}`)
    return host.endsWith(':80') ? `${origin}:80` : origin
  } catch {
    return null
  }
}

type Check = (value: Json) => boolean

const isLabels = (value: Json) => typeof value === 'string' && /^[\w-]+(?:\.[\w-]+)*$/.test(value)

/** The check of each URL part. Null is allowed as well and keeps the part of the request. */
const PARTS: Readonly<Record<string, readonly [check: Check, description: string]>> = {
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
  if (!isMap(parts)) throw invalidRedirect('neither a path, nor an object of URL parts, nor a function')
  const frozen: Record<string, Json> = {}
  for (const [key, declared] of Object.entries(parts)) {
    if (declared === undefined) continue
    const value = freezeDefault(key, declared)
    const [check, description] = Object.hasOwn(PARTS, key) ? PARTS[key]! : []
    if (check !== undefined && value !== null && !check(value)) {
      throw invalidRedirect(`${JSON.stringify(value)} as \`${key}\`, which is not ${description}`)
    }
    if (key === 'host' && value !== null) checkHost(value as string)
    frozen[key] = key === 'path' && value !== null ? escapeText(value as string) : value
  }
  return frozen
}

/** Builds a location with the runtime and empty params, because the runtime throws for a query it cannot serialise. */
function checkLocation(target: string | Readonly<Record<string, Json>>, status: number): void {
  const match = { name: null, params: {}, path: '/' }
  try {
    redirect(target, status)(match, new Int32Array(0), undefined, '/')
  } catch (error) {
    throw invalidRedirect(`parts that do not form a URL: ${(error as Error).message}`)
  }
}
