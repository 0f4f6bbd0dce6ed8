import { Rejection } from '../../diagnostics/collector.ts'
import { countVariants, paramNames, parsePattern, PatternError, type RailsVersion } from '../../pattern/parse.ts'
import { shorten } from '../../text.ts'
import type { Pattern } from '../../pattern/pattern.ts'

/** In UTF-16 code units of the escaped pattern. Common servers refuse request lines beyond 8 KiB. */
const MAX_PATTERN_LENGTH = 8192

/** Beside the format, which doubles them. */
const MAX_VARIANTS = 256

/**
 * Parses a path pattern. Refuses patterns that no request can reach or no helper can build.
 * Where Rails accepts such a path, this is deliberately stricter (product.md, "Where we are stricter").
 *
 * @param written the declared path, before escaping
 * @param pattern the same, normalised and escaped
 * @param rails the version of Rails that defines the syntax
 * @throws Rejection `pattern-syntax`, `bad-param-name`, `reserved-param`, `dot-segment`,
 *   `dynamic-segment`, `path-too-long`, `too-many-optionals`, `reserved-token`, `lone-surrogate`
 */
export function checkPath(written: string, pattern: string, rails: RailsVersion): Pattern {
  if (lastParsed.written === written && lastParsed.pattern === pattern && lastParsed.rails === rails) {
    return lastParsed.segments
  }
  const segments = segmentsOf(written, pattern, rails)
  lastParsed = { written, pattern, rails, segments }
  return segments
}

/** The last parsed path, because half of the routes of a resource have the same path as the previous route. */
let lastParsed: {
  readonly written: string
  readonly pattern: string
  readonly rails: RailsVersion
  readonly segments: Pattern
} = {
  written: '',
  pattern: '',
  rails: '8.1',
  segments: [],
}

function segmentsOf(written: string, pattern: string, rails: RailsVersion): Pattern {
  checkLength(pattern)
  if (!PLAIN.test(written)) checkText(written)
  const segments = parse(written, pattern, rails)
  checkSegments(segments, written)
  if (countVariants(withoutFormat(segments), MAX_VARIANTS) > MAX_VARIANTS) {
    throw new Rejection('too-many-optionals', { path: shorten(written), limit: MAX_VARIANTS })
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

function checkText(written: string): void {
  const shown = shorten(written.replace(/\/{2,}/g, '/'))
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(written)) {
    throw new Rejection('lone-surrogate', { path: shown })
  }
  if (written.includes('?')) throw new Rejection('pattern-syntax', { path: shown, problem: 'query' })
  if (/%(?![0-9a-f]{2})/i.test(written)) {
    throw new Rejection('pattern-syntax', { path: shown, problem: 'percent' })
  }
  if (/(?:^|[/()])\.\.?(?:$|[/()])/.test(written)) {
    throw new Rejection('dot-segment', { path: shown })
  }
  if (/[:*]\P{ASCII}/u.test(written)) {
    throw new Rejection('bad-param-name', { path: shown })
  }
}

function parse(written: string, pattern: string, rails: RailsVersion): Pattern {
  try {
    return parsePattern(pattern, rails)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const path = shorten(written.replace(/\/{2,}/g, '/'))
    throw new Rejection('pattern-syntax', { path, problem: { parser: error.message } })
  }
}

function checkSegments(segments: Pattern, written: string): void {
  for (const segment of segments) {
    switch (segment.kind) {
      case 'static':
        if (segment.text.includes('__VITE_')) {
          throw new Rejection('reserved-token', { path: shorten(written) })
        }
        break
      case 'optional':
        checkSegments(segment.segments, written)
        break
      case 'param':
      case 'glob': {
        const { name } = segment
        if (/^\d/.test(name)) {
          throw new Rejection('bad-param-name', { name })
        }
        if (name === '__proto__') throw new Rejection('reserved-param', 'path')
        if (name === 'controller' || name === 'action') {
          throw new Rejection('dynamic-segment', { path: shorten(written), name })
        }
      }
    }
  }
}
