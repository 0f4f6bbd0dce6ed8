/**
 * Finds where a param of a pattern may end in a path, for `walkPattern`. A complete walk takes time linear in the path:
 * a param that begins at several positions visits each position only once per state.
 */
import { isRegExpSource, type RegExpSource } from '../manifest.ts'
import { isToken, mayEndWithFormat, requirementOn } from '../../patterns/routes/route-pattern.ts'
import { buildTaggedAutomaton, type TaggedAutomaton } from '../../patterns/automata/tagged-automaton.ts'
import { requiredExpression, withoutCounts } from '../../patterns/automata/required-expression.ts'
import { scannerOf } from '../../patterns/automata/scanner-of.ts'
import { withinLimit } from '../../patterns/automata/too-many-states.ts'
import type { RegExpTree } from '../../patterns/regexp/syntax.ts'
import { endsByBacktracking } from './ends/backtracking-ends.ts'
import type { EndsOptions, FindEnds } from './ends/find-ends.ts'
import { endsInRun, GLOB_CHARS, PARAM_CHARS } from './ends/run-ends.ts'
import { longestEndsFirst } from './ends/scanner-ends.ts'
import { shareFirstCall } from './ends/shared-ends.ts'

/** Finds the ends that Rails' regular expression for the route allows. */
export function endsByExpression(options: EndsOptions): FindEnds {
  return shareFirstCall('expression', options, findByExpression)
}

/**
 * Finds the ends that Journey's automaton allows (`GTG::Simulator`). It reads whole tokens of the path, and a requirement
 * sees only the param: `:id` in `/photos/12.json`, from 8 -> `[10]`.
 */
export function endsByToken(options: EndsOptions): FindEnds {
  return shareFirstCall('token', options, findByToken)
}

function findByExpression({ param, route, path, nextChars }: EndsOptions): FindEnds {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) {
    const { glob } = param
    // A glob is lazy if a format may follow.
    const shortest = glob && mayEndWithFormat(route)
    return endsInRun({ chars: glob ? GLOB_CHARS : PARAM_CHARS, path, min: 1, shortest, nextChars })
  }
  if (isRegExpSource(requirement)) return endsOfRequirement(requirement, path, nextChars)
  const texts = [requirement].flat()
  return (from) => endsOfTexts(texts, path, from)
}

function findByToken(options: EndsOptions): FindEnds {
  const { path } = options
  const isEdge = (at: number) => isTokenEdge(path, at)
  const findEnds = findTokenEnds(options, isEdge)
  return (from) => (isEdge(from) ? findEnds(from) : null)
}

/** @param isEdge returns whether a token begins or ends at a position */
function findTokenEnds({ param, route, path, nextChars }: EndsOptions, isEdge: (at: number) => boolean): FindEnds {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) {
    return endsInRun({ chars: param.glob ? GLOB_CHARS : PARAM_CHARS, path, min: 1, isEnd: isEdge, nextChars })
  }
  const min = param.glob ? 0 : 1
  const isEnd = (from: number, at: number) => at >= from + min && isEdge(at)
  if (isRegExpSource(requirement)) return longestEndsFirst(scannerOf(requirement), path, isEnd)
  const texts = typeof requirement === 'string' ? [requirement].filter(isToken) : requirement
  return (from) => {
    const positions = endsOfTexts(texts, path, from)?.filter((position) => isEnd(from, position)) ?? []
    // For a glob, Rails calls `requirement.match?('')`, which is true for every string.
    if (param.glob && typeof requirement === 'string') positions.push(from)
    return positions.length > 0 ? positions.sort((a, b) => b - a) : null
  }
}

/** True if a token of the path begins or ends at the position. */
export function isTokenEdge(path: string, at: number): boolean {
  return at === 0 || at === path.length || isDelimiter(path[at]) || isDelimiter(path[at - 1])
}

function isDelimiter(character: string | undefined): boolean {
  return character === '/' || character === '.' || character === '?'
}

/** Returns the ends of the strings that the path has at a position, in the order of the strings; null if it has none. */
function endsOfTexts(texts: readonly string[], path: string, from: number): number[] | null {
  const positions = texts.filter((text) => path.startsWith(text, from)).map((text) => from + text.length)
  return positions.length > 0 ? positions : null
}

/**
 * Finds the ends that a requirement allows; it restricts the entire param. Assertions that see the rest of the path only
 * determine which ends are first. All other ends follow, longest match first. A lookbehind never sees the characters
 * before the param. Examples, from the first character of `a.org` in `/domains/a.org.json`:
 *
 *     /[^/]+/               -> the end of the path, then one character less each time
 *     /[^/]+?(?=\.json|$)/  -> the end of `a.org`, because of the lookahead; then all other ends, longest match first
 */
function endsOfRequirement(requirement: RegExpSource, path: string, nextChars: string | null): FindEnds {
  const { loose, asserts, looksBack } = requiredExpression(requirement)
  if (loose.kind === 'repeat' && loose.item.kind === 'set' && loose.min <= 1 && loose.max === Infinity) {
    return endsInRun({ chars: loose.item.set, path, min: loose.min, shortest: !loose.greedy, nextChars })
  }
  const findLongest = longestEndsFirst(scannerOf(requirement), path)
  if (looksBack) return findLongest
  // With its counts an expression may need too many states. Without them it matches more, so a scanner tests each end.
  const exact = tryToBuild(loose)
  const automaton = exact ?? tryToBuild(withoutCounts(loose))
  if (automaton === null) return findLongest
  const hasLookahead = automaton.states.some(({ op }) => op === 'lookahead')
  if (hasLookahead && automaton.states.length * path.length > MAX_LOOKAHEAD_CELLS) return findLongest
  const needsScanner = asserts || exact === null
  const findOrdered = endsByBacktracking(automaton, needsScanner ? scannerOf(requirement) : null, path)
  if (!asserts) return findOrdered
  return (from) => {
    const orderedEnds = findOrdered(from)
    const longestEnds = findLongest(from)
    if (orderedEnds === null || longestEnds === null) return orderedEnds ?? longestEnds
    const orderedSet = new Set(orderedEnds)
    return [...orderedEnds, ...longestEnds.filter((end) => !orderedSet.has(end))]
  }
}

/** Null for an expression with too many states. */
function tryToBuild(tree: RegExpTree): TaggedAutomaton | null {
  return withinLimit(() => buildTaggedAutomaton(tree).automaton)
}

/** Lookaheads need one byte for each state at each position of the path. This is the most memory that they may take. */
const MAX_LOOKAHEAD_CELLS = 16_000_000
