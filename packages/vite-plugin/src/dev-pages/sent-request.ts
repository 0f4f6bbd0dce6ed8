// The request, as the error page shows it: without secrets, and bounded.
import { inspect } from 'node:util'
import { printValue } from '@turnout/compiler/internal/manifest/print/describe'
import { printableLine } from '@turnout/compiler/internal/diagnostics/printable'
import { escapeRegExp } from '@turnout/compiler/internal/patterns/regexp/print'

/** A request in dev. */
export interface SentRequest {
  readonly request: Request
  /** Path and query. */
  readonly target: string
  /** The fields of the form in the body; null if the request has none, or if they are unknown. */
  readonly form?: FormData | null
  /** A body of JSON, which may be invalid. */
  readonly json?: string
}

/** A name with its value, or with a mask if the value is secret. */
export type Field = readonly [name: string, value: string]

/** The parts of a request in the order in which the page shows them. */
export interface ShownRequest {
  readonly target: string
  readonly params: readonly Field[]
  readonly query: readonly Field[]
  readonly form: readonly Field[]
  /** The lines of a JSON body, as a script would write them; empty if there is none. */
  readonly json: string
  readonly headers: readonly Field[]
  /** Masks the secret values of the request in a string that the application has made of them. */
  readonly maskSecrets: (text: string) => string
}

/** The text in place of a secret. */
export const MASK = '[masked]'
const MAX_FIELDS = 50
/** In UTF-16 code units. */
const MAX_VALUE = 500
/** The limits of a JSON body: lines, levels of nesting, and entries of an array. */
const MAX_LINES = 100
const MAX_DEPTH = 8
const MAX_ENTRIES = 50
/** A shorter value is not masked in messages, because it occurs in many words. */
const MIN_SECRET = 4

/** Words in names of secrets, in snake case: `x-api-key`, `accessToken`, `user[password]`, `set-cookie`. */
const SECRET =
  /passw|passphrase|pwd|secret|token|crypt|salt|credential|certificate|cookie|session|authori[sz]ation|(?:api|access|private|secret)[-_]?key|(?<![a-z])(?:auth|jwt|sid|otp|pin|ssn|cvv|cvc|csrf|xsrf)(?![a-z])/

/** True if a header, a param or a field has the name of a secret. */
export function isSecret(name: string): boolean {
  return SECRET.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())
}

/** Returns the parts of a request, with a mask in place of each value whose name is that of a secret. */
export function shownRequest(sent: SentRequest, params: Readonly<Record<string, unknown>>): ShownRequest {
  const { request, target, form, json } = sent
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target)!
  const queryFields = [...new URLSearchParams(query)]
  const secretParams = Object.entries(params).flatMap(([name, value]) => (isSecret(name) ? [value].flat() : []))
  const body = json === undefined ? null : readJson(json)
  const maskSecrets = maskOf([
    ...(body?.secrets ?? []),
    ...[...queryFields, ...(form ?? [])].flatMap(([name, value]) => (isSecret(name) ? [value] : [])),
    ...secretParams,
    ...Array.from(request.headers).flatMap(([name, value]) => (isSecret(name) ? secretsOfHeader(value) : [])),
  ])
  const shown = (fields: Iterable<readonly [string, unknown]>, describe = printValue): Field[] =>
    Array.from(fields)
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [bounded(name), isSecret(name) ? MASK : bounded(maskSecrets(describe(value)))])
  return {
    target: maskSecrets(maskSegments(path, secretParams) + maskQuery(target.slice(path.length))),
    params: shown(Object.entries(params)),
    query: shown(queryFields),
    form: shown(form ?? [], (value) => (value instanceof File ? `file ${printValue(value.name)}` : printValue(value))),
    json: body === null ? '' : maskSecrets(printJson(body.value)),
    headers: shown(request.headers, (value) => maskQuery(String(value))),
    maskSecrets,
  }
}

/** Reads JSON with a mask in place of each value whose name is that of a secret; null for invalid JSON. */
function readJson(text: string): { value: unknown; secrets: readonly string[] } | null {
  const secrets: string[] = []
  try {
    const value: unknown = JSON.parse(text, (name, value: unknown) => {
      if (!isSecret(name)) return value
      secrets.push(...[value].flat().map(String))
      return MASK
    })
    return { value, secrets }
  } catch {
    return null
  }
}

function printJson(value: unknown): string {
  const options = { depth: MAX_DEPTH, maxArrayLength: MAX_ENTRIES, maxStringLength: MAX_VALUE, compact: false }
  const lines = inspect(value, options).split('\n')
  return [...lines.slice(0, MAX_LINES), ...(lines.length > MAX_LINES ? ['…'] : [])].map(printableLine).join('\n')
}

/** Returns a function that masks some values, also in their encoded form. One pass, so that no mask is masked again. */
function maskOf(values: readonly unknown[]): (text: string) => string {
  const secrets = values.flatMap((value) =>
    typeof value === 'string' && value.length >= MIN_SECRET ? [value, encodeURIComponent(value)] : [],
  )
  if (secrets.length === 0) return (text) => text
  // The longest first: a secret may begin with another one.
  const sources = secrets.toSorted((first, second) => second.length - first.length).map(escapeRegExp)
  const pattern = new RegExp(sources.join('|'), 'g')
  return (text) => text.replace(pattern, MASK)
}

/** `sid=0123456789; a=b` -> the whole value, and `0123456789`. `Bearer 0123456789` likewise. */
function secretsOfHeader(value: string): string[] {
  const parts = value.split(/;\s*/).map((part) => part.replace(/^[^=\s]*[=\s]/, ''))
  return [value, ...parts.filter((part) => part.length >= 2 * MIN_SECRET)]
}

/** Masks the segments of a path from which secret params come. A segment may end with a format. */
function maskSegments(path: string, secretParams: readonly unknown[]): string {
  const secretSegments = secretParams.flatMap((value) => String(value).split('/')).filter(Boolean)
  const isSecretSegment = (segment: string) =>
    secretSegments.some((secret) => segment === secret || segment.startsWith(`${secret}.`))
  return path
    .split('/')
    .map((segment) => (isSecretSegment(decoded(segment)) ? MASK : segment))
    .join('/')
}

/**
 * Masks secrets in the query of an address: the request's own, and that of the header `referer`.
 *
 *     /reset?token=abc&page=2   ->  /reset?token=[masked]&page=2
 */
function maskQuery(address: string): string {
  return address.replace(/([?&])([^=&?#]*)=([^&#]*)/g, (field, separator: string, name: string) =>
    isSecret(decoded(name)) ? `${separator}${name}=${MASK}` : field,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function bounded(text: string): string {
  return printableLine(text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text)
}
