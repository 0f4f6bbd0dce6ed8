import { Rejection } from '../../diagnostics/collector.ts'
import { shorten } from '../../diagnostics/text.ts'
import { countVariants, parsePattern, PatternError, type RailsVersion } from '../../patterns/pattern/parse.ts'
import { type Pattern, paramNames } from '../../patterns/pattern/pattern.ts'

/** In UTF-16 code units of the escaped pattern. Common servers refuse request lines beyond 8 KiB. */
const MAX_PATTERN_LENGTH = 8192

/** The limit for variants without the format, which would double their number. */
const MAX_VARIANTS = 256

/**
 * Parses a path pattern. Refuses patterns that no request can reach or no helper can build. Rails accepts some of them:
 * docs/diagnostics.md gives the reason for each code.
 *
 * @param declaredPath the declared path, before escaping
 * @param pattern the same, normalised and escaped
 * @param rails the version of Rails that defines the syntax
 * @throws Rejection `pattern-syntax`, `bad-param-name`, `reserved-param`, `dot-segment`,
 *   `dynamic-segment`, `path-too-long`, `too-many-optionals`, `reserved-token`, `lone-surrogate`
 */
export function checkPath(declaredPath: string, pattern: string, rails: RailsVersion): Pattern {
  if (lastParsed.declaredPath === declaredPath && lastParsed.pattern === pattern && lastParsed.rails === rails) {
    return lastParsed.segments
  }
  const segments = segmentsOf(declaredPath, pattern, rails)
  lastParsed = { declaredPath, pattern, rails, segments }
  return segments
}

/** The last parsed path, because half of the routes of a resource have the same path as the previous route. */
let lastParsed: {
  readonly declaredPath: string
  readonly pattern: string
  readonly rails: RailsVersion
  readonly segments: Pattern
} = {
  declaredPath: '',
  pattern: '',
  rails: '8.1',
  segments: [],
}

function segmentsOf(declaredPath: string, pattern: string, rails: RailsVersion): Pattern {
  checkLength(pattern)
  if (!PLAIN.test(declaredPath)) checkText(declaredPath)
  const segments = parse(declaredPath, pattern, rails)
  checkSegments(segments, declaredPath)
  if (countVariants(withoutFormat(segments), MAX_VARIANTS) > MAX_VARIANTS) {
    throw new Rejection('too-many-optionals', { path: shownPath(declaredPath), limit: MAX_VARIANTS })
  }
  return segments
}

/** Removes `(.:format)` from the end. Nearly every path ends with it, although hardly any declared path contains it. */
function withoutFormat(segments: Pattern): Pattern {
  const lastSegment = segments.at(-1)
  const isFormat = lastSegment?.kind === 'optional' && paramNames(lastSegment.segments).join() === 'format'
  return isFormat ? segments.slice(0, -1) : segments
}

/** @throws Rejection `path-too-long` */
export function checkLength(path: string): void {
  if (path.length > MAX_PATTERN_LENGTH) {
    throw new Rejection('path-too-long', { limit: MAX_PATTERN_LENGTH })
  }
}

/** Most paths contain only these characters, and need no further checks. */
const PLAIN = /^[a-z0-9_/:()*-]*$/i

function checkText(declaredPath: string): void {
  const path = shownPath(declaredPath)
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(declaredPath)) {
    throw new Rejection('lone-surrogate', { path })
  }
  if (declaredPath.includes('?')) {
    throw new Rejection('pattern-syntax', { path, problem: { query: shownPath(withOptionals(declaredPath)) } })
  }
  if (/%(?![0-9a-f]{2})/i.test(declaredPath)) {
    const [, name] = /%[{<](\w+)[}>]/.exec(declaredPath) ?? []
    throw new Rejection('pattern-syntax', { path, problem: { percent: name === undefined ? null : `:${name}` } })
  }
  // The dot of `a(.)b` is within a segment.
  if (/(?:^|\/)\.\.?(?:$|\/)/.test(declaredPath.replace(/[()]/g, ''))) {
    throw new Rejection('dot-segment', { path })
  }
  if (/[:*]\P{ASCII}/u.test(declaredPath)) {
    throw new Rejection('bad-param-name', { path })
  }
}

/** Writes the optional segments of other routers as in Rails: `/photos/:id?` and `/photos/{id?}` -> `/photos(/:id)`. */
function withOptionals(path: string): string {
  const inRails = path.replace(
    /\/(?:\{(\w+)\?\}|(:?[\w-]+)(?:\([^()]*\))?\?)(?=\/|$)/g,
    (_, braced?: string, plain?: string) => (braced === undefined ? `(/${plain})` : `(/:${braced})`),
  )
  return inRails.includes('?') ? '(/:id)' : inRails
}

/** Returns a path for messages: `//photos/` -> `/photos/`. */
function shownPath(declaredPath: string): string {
  return shorten(declaredPath.replace(/\/{2,}/g, '/'))
}

function parse(declaredPath: string, pattern: string, rails: RailsVersion): Pattern {
  try {
    return parsePattern(pattern, rails)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw new Rejection('pattern-syntax', { path: shownPath(declaredPath), problem: { parser: error.message } })
  }
}

function checkSegments(segments: Pattern, declaredPath: string): void {
  for (const segment of segments) {
    switch (segment.kind) {
      case 'static':
        // Vite replaces such names in built files, also within the strings of the table.
        if (segment.text.includes('__VITE_')) {
          throw new Rejection('reserved-token', { path: shownPath(declaredPath) })
        }
        break
      case 'optional':
        checkSegments(segment.segments, declaredPath)
        break
      case 'param':
      case 'glob': {
        const { name } = segment
        if (/^\d/.test(name)) {
          throw new Rejection('bad-param-name', { name })
        }
        if (name === '__proto__') throw new Rejection('reserved-param', 'path')
        if (name === 'controller' || name === 'action') {
          throw new Rejection('dynamic-segment', { path: shownPath(declaredPath), name })
        }
      }
    }
  }
}
