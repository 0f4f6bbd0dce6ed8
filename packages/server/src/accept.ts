/**
 * The preference for HTML in an Accept header: the client prefers it to all other types, accepts it, or refuses it. A client
 * that accepts every type (`fetch`, curl, a request without the header) does not prefer HTML.
 */
export type HtmlPreference = 'preferred' | 'accepted' | 'refused'

/** How closely a media range names HTML; XHTML is another name of the type, as in Rails. */
const CLOSENESS: Readonly<Record<string, number>> = {
  'text/html': 3,
  'application/xhtml+xml': 2,
  'text/*': 1,
  '*/*': 0,
}

/**
 * Reads an Accept header (RFC 9110, section 12.5.1). The closest range decides on HTML. If two types have the same weight,
 * the first is preferred, as in Rails.
 *
 * @param accept null if the request does not have the header
 */
export function htmlPreference(accept: string | null): HtmlPreference {
  if (accept === null || accept.trim() === '') return 'accepted'
  const ranges = accept.split(',').map(readRange)
  let closest = -1
  for (const [index, { type }] of ranges.entries()) {
    if (closenessOf(type) > (closest < 0 ? -1 : closenessOf(ranges[closest]!.type))) closest = index
  }
  if (closest < 0) return 'refused'
  const { type, weight } = ranges[closest]!
  if (weight === 0) return 'refused'
  if (type === '*/*') return 'accepted'
  const isOtherType = (range: MediaRange) => closenessOf(range.type) < 1
  const prefersOtherType = ranges.some(
    (range, index) =>
      isOtherType(range) &&
      (range.weight > weight || (range.weight === weight && index < closest && range.type !== '*/*')),
  )
  return prefersOtherType ? 'accepted' : 'preferred'
}

/** The form of a response that a server creates itself. */
export type PreferredType = 'html' | 'json' | 'text'

/**
 * Chooses the form of an error response: HTML or JSON if the Accept header names the type, and plain text otherwise. A client
 * that accepts every type (`fetch`, curl) gets plain text. If both types have the same weight, the first is preferred.
 *
 * @param accept null if the request does not have the header
 */
export function preferredType(accept: string | null): PreferredType {
  // Most programs send one of these, and reading a list takes longer than all other steps of an error response.
  if (accept === null || accept === '*/*') return 'text'
  let preferred: { type: PreferredType; weight: number } = { type: 'text', weight: 0 }
  for (const { type, weight } of accept.split(',').map(readRange)) {
    const name = closenessOf(type) > 1 ? 'html' : /^(?:application|text)\/(?:[^/]+\+)?json$/.test(type) ? 'json' : null
    if (name !== null && weight > preferred.weight) preferred = { type: name, weight }
  }
  return preferred.type
}

interface MediaRange {
  readonly type: string
  /** From 0 to 1. */
  readonly weight: number
}

/** `text/html;q=0.5` -> `{ type: 'text/html', weight: 0.5 }` */
function readRange(range: string): MediaRange {
  const [type = '', ...parameters] = range.split(';')
  const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return { type: type.trim().toLowerCase(), weight: weight === undefined ? 1 : Math.min(Number(weight) || 0, 1) }
}

/** Returns -1 for a type that is not in `CLOSENESS`. */
function closenessOf(type: string): number {
  return Object.hasOwn(CLOSENESS, type) ? CLOSENESS[type]! : -1
}
