import type { Pattern, Segment } from './pattern.ts'

/** Where and why a path cannot be parsed. */
export class PatternError extends Error {
  /** 0-based, in the path. */
  readonly index: number

  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

/** The tokens of Journey's scanner. A star within or behind a word is a part of the word: `/a*b`, `/**b`. */
const TOKEN = /[()]|:\w+|\*\w+|[\w%\-~!$&'*+,;=@]+|[^]/gy

/**
 * Parses a path that `normalizePath` and `escapePath` have been over.
 *
 *     '/photos/:id(.:format)' -> static '/photos/', param 'id', optional [static '.', param 'format']
 *     '/*path'                -> static '/', glob 'path'
 *     '/a:'                   -> static '/a:'        (a colon or a star that names nothing is a literal)
 *     '/a*b'                  -> static '/a*b'       (so is a star behind a word)
 *
 * @throws PatternError on a parenthesis that is not closed or not opened, and on an empty group.
 */
export function parsePattern(path: string): Pattern {
  const outer: Segment[][] = []
  let segments: Segment[] = []
  const opened: number[] = []
  for (const match of path.matchAll(TOKEN)) {
    const token = match[0]
    const index = match.index
    if (token === '(') {
      opened.push(index)
      outer.push(segments)
      segments = []
    } else if (token === ')') {
      const parent = outer.pop()
      if (parent === undefined) throw new PatternError('the `)` closes nothing', index)
      if (segments.length === 0) throw new PatternError('the group `()` is empty', opened.at(-1)!)
      opened.pop()
      parent.push({ kind: 'optional', segments })
      segments = parent
    } else if (/^:\w/.test(token)) {
      segments.push({ kind: 'param', name: token.slice(1) })
    } else if (/^\*\w/.test(token)) {
      segments.push({ kind: 'glob', name: token.slice(1) })
    } else {
      const last = segments.at(-1)
      if (last?.kind === 'static') segments[segments.length - 1] = { kind: 'static', text: last.text + token }
      else segments.push({ kind: 'static', text: token })
    }
  }
  if (outer.length > 0) throw new PatternError('the `(` is not closed', opened.at(-1)!)
  return segments
}

/** The colons and stars of a path that name nothing, each kind once: `['*']` for `/a*b/:id`. */
export function literalMarks(path: string): readonly (':' | '*')[] {
  const literals = (path.match(TOKEN) ?? []).filter((token) => !/^[:*]\w/.test(token)).join(' ')
  return ([':', '*'] as const).filter((mark) => literals.includes(mark))
}

/** The names of the params and globs of a pattern, in order, optional ones included. */
export function paramNames(pattern: Pattern): string[] {
  return collectNames(pattern, false, [])
}

/** The names of the globs of a pattern. */
export function globNames(pattern: Pattern): string[] {
  return collectNames(pattern, true, [])
}

function collectNames(pattern: Pattern, globsOnly: boolean, names: string[]): string[] {
  for (const segment of pattern) {
    if (segment.kind === 'optional') collectNames(segment.segments, globsOnly, names)
    else if (segment.kind === 'glob' || (segment.kind === 'param' && !globsOnly)) names.push(segment.name)
  }
  return names
}

/** How many different paths the optional groups of a pattern make, counted up to `limit`. */
export function countVariants(pattern: Pattern, limit: number): number {
  let count = 1
  for (const segment of pattern) {
    if (segment.kind !== 'optional') continue
    count *= 1 + countVariants(segment.segments, limit)
    if (count > limit) return count
  }
  return count
}
