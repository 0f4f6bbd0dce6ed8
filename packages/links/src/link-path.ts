// Converts an address to the set of paths that it may request, in the form of a route's pattern.
import { canonicalPath } from '@turnout/runtime'
import type { ManifestRoute, Requirement, Segment } from '@turnout/compiler'
import { printPattern } from '@turnout/compiler/internal/patterns/pattern/pattern'
import type { Hole, Part } from './link.ts'

/** The paths of an address: its segments, each of strings and holes. */
export interface LinkPath {
  readonly segments: readonly (readonly Part[])[]
  /** The beginning of the next segment if any string may follow it, slashes included; otherwise null. */
  readonly openEnd: string | null
}

/** How to read an address. */
export interface ReadingOptions {
  readonly holes: 'segment' | 'text'
  /** True for a client router, whose paths may name their parameters: `$id`. */
  readonly isRouter: boolean
}

/**
 * Reads the path of an address as browsers do (https://url.spec.whatwg.org/#concept-basic-url-parser): a backslash is a
 * slash, tabs and line ends do not count, and `.` and `..` are resolved. Rails ignores empty segments.
 *
 *     `/photos/${id}/edit?a=b`   photos, hole, edit
 *     `/photos${suffix}`         open end `photos`: the suffix may be empty, or contain slashes or a query
 *     `//host/a`, `a`, `${a}/b`  null: another origin, a relative address, an unknown address
 *
 * @returns null if the address has no known path
 */
export function readPath(parts: readonly Part[], options: ReadingOptions): LinkPath | null {
  const [first, ...others] = withoutQuery(parts.map((part) => (typeof part === 'string' ? plainText(part) : part)))
  const start = typeof first === 'string' ? first.trimStart() : undefined
  if (start === undefined || !/^\/(?!\/)/.test(start)) return null
  const segments: (readonly Part[])[] = []
  let openEnd: string | null = null
  for (const segment of segmentsOf([start, ...others], options)) {
    const isDouble = isDots(segment, 2)
    // Nobody knows which segment `..` removes if any number precedes it.
    if (isDouble && openEnd !== null) return null
    if (openEnd !== null || isDots(segment, 1) || segment.length === 0) continue
    if (isDouble) segments.pop()
    else if (isOpen(segment, options)) openEnd = typeof segment[0] === 'string' ? segment[0] : ''
    else segments.push(segment)
  }
  return canonical({ segments, openEnd })
}

function plainText(text: string): string {
  return text.replace(/[\t\n\r]/g, '').replaceAll('\\', '/')
}

/** Returns the parts before the first `?` or `#`. */
function withoutQuery(parts: readonly Part[]): readonly Part[] {
  const end = parts.findIndex((part) => typeof part === 'string' && /[?#]/.test(part))
  if (end === -1) return parts
  return [...parts.slice(0, end), (parts[end] as string).replace(/[?#][^]*/, '')]
}

function segmentsOf(parts: readonly Part[], { isRouter }: ReadingOptions): Part[][] {
  const segments: Part[][] = [[]]
  for (const part of parts) {
    if (typeof part !== 'string') segments.at(-1)!.push(part)
    else {
      for (const [index, text] of part.split('/').entries()) {
        if (index > 0) segments.push([])
        if (text !== '') segments.at(-1)!.push(text)
      }
    }
  }
  return isRouter ? segments.map(withNamedHole) : segments
}

const UNKNOWN: Hole = { range: null, isEncoded: false }

/** Replaces a segment that names a parameter: `$id` and `{-$locale}` (TanStack Router), `:id` (React Router). */
function withNamedHole(segment: Part[]): Part[] {
  const isName = segment.length === 1 && typeof segment[0] === 'string' && /^(?:\$\w+|:\w+)$/.test(segment[0])
  if (isName) return [{ ...UNKNOWN, isEncoded: true }]
  // `$` alone is the rest of the path, and `{-$locale}` may be left out.
  const isOptional = segment.some((part) => typeof part === 'string' && /^\$$|^\*$|^\{-?\$|\?$/.test(part))
  return isOptional ? [UNKNOWN, UNKNOWN] : segment
}

/** True for `.` and `..`, also if they are escaped. */
function isDots(segment: readonly Part[], count: 1 | 2): boolean {
  const [text] = segment
  return segment.length === 1 && typeof text === 'string' && text.replace(/%2e/gi, '.') === '.'.repeat(count)
}

/**
 * True if the segment may become any string. A hole next to text, or to another hole, may begin a query or contain
 * slashes: `/photos${query}`, `/files/${path}.html`.
 */
function isOpen(segment: readonly Part[], { holes }: ReadingOptions): boolean {
  const isAlone = segment.length === 1 && holes === 'segment'
  return !isAlone && segment.some((part) => typeof part !== 'string' && !part.isEncoded)
}

/** Escapes the literals as the path of a request. Returns null if a server refuses such a path. */
function canonical({ segments, openEnd }: LinkPath): LinkPath | null {
  let isValid = true
  const escape = (text: string): string => {
    const path = canonicalPath(`/${text}`)
    isValid &&= typeof path === 'string' && (text === '' || path.length > 1)
    return String(path).slice(1)
  }
  const result = {
    segments: segments.map((segment) => segment.map((part) => (typeof part === 'string' ? escape(part) : part))),
    openEnd: openEnd === null ? null : escape(openEnd),
  }
  return isValid ? result : null
}

/**
 * Returns a path without the base; null if the path is outside the base.
 *
 * @param base a canonical base: `/app`, or '' for none
 */
export function insideBase({ segments, openEnd }: LinkPath, base: string): LinkPath | null {
  const prefix = base.split('/').slice(1)
  // An open end within the base may continue anywhere.
  if (segments.length < prefix.length && openEnd !== null) return { segments: [], openEnd: '' }
  const isInside = prefix.every((text, index) => segments[index]?.length === 1 && segments[index][0] === text)
  return isInside ? { segments: segments.slice(prefix.length), openEnd } : null
}

/** True if the path consists of literals only. */
export function isLiteral({ segments, openEnd }: LinkPath): boolean {
  return openEnd === null && segments.every((segment) => segment.every((part) => typeof part === 'string'))
}

/**
 * Returns a path of the set.
 *
 * @param value returns the value for a hole, by its index
 * @param ending what follows the open end, if there is one
 */
export function pathWith({ segments, openEnd }: LinkPath, value: (index: number) => string, ending: string): string {
  let index = 0
  const texts = segments.map((segment) =>
    segment.map((part) => (typeof part === 'string' ? part : value(index++))).join(''),
  )
  const end = openEnd === null ? [] : [openEnd + ending]
  return `/${[...texts, ...end].join('/')}`
}

// A param of a route is never empty if the rules of Rails read the route token by token. So params that may be empty are optional.
const WITHOUT_SLASH: Requirement = { source: '[^\\/]+', flags: '' }
const ANYTHING: Requirement = { source: '.+', flags: '' }

/** Returns the route that matches the paths of the set and no others, without a verb. */
export function routeFor({ segments, openEnd }: LinkPath): ManifestRoute {
  const pattern: Segment[] = []
  const requirements: Record<string, Requirement> = {}
  const addText = (text: string): void => {
    const last = pattern.at(-1)
    if (last?.kind === 'static') pattern[pattern.length - 1] = { kind: 'static', text: last.text + text }
    else if (text !== '') pattern.push({ kind: 'static', text })
  }
  const param = (requirement: Requirement): Segment => {
    const name = `hole_${Object.keys(requirements).length}`
    requirements[name] = requirement
    return { kind: 'param', name }
  }
  const optional = (...items: Segment[]): Segment => ({ kind: 'optional', segments: items })
  for (const segment of segments) {
    addText('/')
    for (const part of segment) {
      if (typeof part === 'string') addText(part)
      else pattern.push(segment.length === 1 ? param(WITHOUT_SLASH) : optional(param(WITHOUT_SLASH)))
    }
  }
  if (openEnd === '' && segments.length > 0) {
    // `/photos/${rest}` with an empty rest is `/photos`.
    pattern.push(optional({ kind: 'static', text: '/' }, param(ANYTHING)))
  } else if (openEnd !== null) {
    addText(`/${openEnd}`)
    pattern.push(optional(param(ANYTHING)))
  } else if (segments.length === 0) addText('/')
  const nothing = { name: null, controller: null, action: null, endpoint: null, location: null }
  const anything = { verbs: [], defaults: {}, conditions: {}, constraints: [] }
  return { ...nothing, ...anything, pattern: printPattern(pattern), segments: pattern, requirements, anchored: true }
}

/** Returns a route of all paths that begin with a string; null if the string is no path. A slash at its end is no part of it. */
export function prefixRoute(prefix: string): ManifestRoute | null {
  const path = readPath([prefix, UNKNOWN], { holes: 'text', isRouter: false })
  return path && routeFor(path)
}
