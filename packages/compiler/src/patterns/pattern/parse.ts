// Parses the path of a route to segments, as the router in Rails (Journey) does.
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

/** The version of Rails by whose rules a path is parsed. */
export type RailsVersion = '8.1' | '7.2'

/** Matches the tokens of a path, as `Journey::Scanner` in Rails splits it. A star within or behind a word is a part of the word: `/a*b`. */
const TOKENS: Readonly<Record<RailsVersion, RegExp>> = {
  // A star after a slash is a glob, even without a name. A colon is a parameter, except before `/.()|:*` or at the end.
  '8.1': /[()]|:(?![/.()|:*]|$)\w*|\*\w*|[\w%\-~!$&'*+,;=@]+|[^]/gy,
  '7.2': /[()]|:\w+|\*\w+|[\w%\-~!$&'*+,;=@]+|[^]/gy,
}

/**
 * Parses a path that is normalised (`normalizePath`) and escaped (`escapePath`), by the rules of that version of Rails.
 *
 *     '/photos/:id(.:format)' -> static '/photos/', param 'id', optional [static '.', param 'format']
 *     '/*path'                -> static '/', glob 'path'
 *     '/a:'                   -> static '/a:'        (a colon or a star that names nothing is a literal)
 *     '/a*b'                  -> static '/a*b'       (so is a star behind a word)
 *     '/*'                    -> static '/', glob '' (in 8.1; in 7.2 static '/*')
 *     '/a)b'                  -> static '/a'         (in 8.1, which reads no further; in 7.2 an error)
 *
 * @throws PatternError on a parenthesis that is not closed, on an empty group, in 7.2 on a parenthesis that is not
 *   opened, and in 8.1 on a colon at the very end
 */
export function parsePattern(path: string, rails: RailsVersion): Pattern {
  const parents: Segment[][] = []
  let segments: Segment[] = []
  const opened: number[] = []
  for (const match of path.matchAll(TOKENS[rails])) {
    const token = match[0]
    const index = match.index
    if (token === '(') {
      opened.push(index)
      parents.push(segments)
      segments = []
    } else if (token === ')') {
      const parent = parents.pop()
      if (parent === undefined) {
        if (rails === '8.1') return segments
        throw new PatternError('the `)` closes nothing', index)
      }
      if (segments.length === 0) throw new PatternError('the group `()` is empty', opened.at(-1)!)
      opened.pop()
      parent.push({ kind: 'optional', segments })
      segments = parent
    } else if (/^:\w/.test(token) || (token === ':' && isNameless(path, index, rails))) {
      segments.push({ kind: 'param', name: token.slice(1) })
    } else if (/^\*\w/.test(token) || (token === '*' && rails === '8.1')) {
      segments.push({ kind: 'glob', name: token.slice(1) })
    } else {
      if (token === ':' && rails === '8.1' && index === path.length - 1) {
        throw new PatternError('the `:` at its end names nothing', index)
      }
      const lastSegment = segments.at(-1)
      if (lastSegment?.kind === 'static')
        segments[segments.length - 1] = { kind: 'static', text: lastSegment.text + token }
      else segments.push({ kind: 'static', text: token })
    }
  }
  if (parents.length > 0) throw new PatternError('the `(` is not closed', opened.at(-1)!)
  return segments
}

/** True if the colon at this index is a parameter without a name, as in `/:-`. */
function isNameless(path: string, index: number, rails: RailsVersion): boolean {
  return rails === '8.1' && index < path.length - 1 && !'/.()|:*'.includes(path[index + 1]!)
}

/** A colon or a star without a name after it. */
export interface NamelessMark {
  readonly mark: ':' | '*'
  /** True for a parameter or a glob with an empty name, false for a literal. */
  readonly isParam: boolean
}

/** Returns the colons and stars without a name in a path, each kind once: a static `*` for `/a*b/:id`. */
export function namelessMarks(path: string, rails: RailsVersion): readonly NamelessMark[] {
  const params = new Set<string>()
  let literals = ''
  for (const { 0: token, index } of path.matchAll(TOKENS[rails])) {
    if (/^[:*]\w/.test(token)) continue
    const isParam = (token === '*' && rails === '8.1') || (token === ':' && isNameless(path, index, rails))
    if (isParam) params.add(token)
    else literals += token
  }
  return ([':', '*'] as const).flatMap((mark): NamelessMark[] => {
    if (params.has(mark)) return [{ mark, isParam: true }]
    return literals.includes(mark) ? [{ mark, isParam: false }] : []
  })
}

/** Returns the number of combinations of a pattern's optional groups, counted up to `limit`. */
export function countVariants(pattern: Pattern, limit: number): number {
  let count = 1
  for (const segment of pattern) {
    if (segment.kind !== 'optional') continue
    count *= 1 + countVariants(segment.segments, limit)
    if (count > limit) return count
  }
  return count
}
