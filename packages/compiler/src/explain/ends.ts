/**
 * Finds where a param of a pattern may end in a path, for `walkPattern`. A complete walk takes time linear in the path:
 * a param that begins at several positions visits each position only once per state.
 */
import type { Scanner, ScannerState } from '@turnout/runtime'
import { isRegExpSource, type RegExpSource, type Requirement } from '../manifest.ts'
import { isLinear, mayEndWithFormat, requirementOn, type RoutePattern } from '@turnout/patterns'
import {
  ALL_CHARS,
  buildTaggedAutomaton,
  charsIn,
  hasChar,
  requiredExpression,
  scannerOf,
  withinLimit,
  withoutCounts,
  type CharSet,
  type RegExpTree,
  type TaggedAutomaton,
  type TaggedState,
} from '@turnout/patterns/regexp'

const PATH_CHARS = ALL_CHARS
const TOKEN_CHARS = ALL_CHARS & ~charsIn('./?')

export interface WalkedParam {
  readonly name: string
  readonly glob: boolean
}

/**
 * Returns the ends of a param that begins at `from`, in the order in which the matcher tries them. Ends that were
 * returned for an earlier start are omitted: the walk has already tried the rest of the path from there. Returns null
 * if there are no ends at all.
 */
export type FindEnds = (from: number) => readonly number[] | null

/** What ends are looked for in. */
export interface EndsOptions {
  readonly param: WalkedParam
  readonly route: RoutePattern
  readonly path: string
  /** The characters that may follow the param, null for any. An end before any other character cannot match. */
  readonly next: string | null
  /** The literal that follows the param; null for a group, another param or the end. */
  readonly nextText: string | null
}

/** Ends that the route's regular expression allows for a param. */
export function endsByExpression(options: EndsOptions): FindEnds {
  return sharingFirst('expression', options, findByExpression)
}

/** What Journey's automaton takes for a param: whole tokens, the requirement on its own (`GTG::Simulator`). */
export function endsByToken(options: EndsOptions): FindEnds {
  return sharingFirst('token', options, findByToken)
}

interface FirstEnds {
  readonly ends: readonly number[]
  /** For each place of the path, 1 + the index of the end there, or 0. Made for long lists only. */
  ranks: Int32Array | null
}

/** The ends for the first start of a param, shared by routes with equal params. Only the last path is cached. */
const lastPath = { path: '', firstEnds: new Map<string, FirstEnds | null>() }

/** Longer lists of ends are not tried one by one. */
const MANY_ENDS = 100

/**
 * Many routes of a table begin with the same params, so the ends for the first start are shared. Only a param that
 * begins at several positions of a path needs its own record of visited positions.
 */
function sharingFirst(method: string, options: EndsOptions, make: (options: EndsOptions) => FindEnds): FindEnds {
  const { param, route, path, next, nextText } = options
  if (lastPath.path !== path) {
    lastPath.path = path
    lastPath.firstEnds.clear()
  }
  const kind = param.glob ? `glob ${mayEndWithFormat(route)}` : 'param'
  const key = `${method} ${kind} ${JSON.stringify([requirementOn(param.name, route), next])}`
  let firstStart = -1
  let find: FindEnds | undefined
  return (from) => {
    if (firstStart < 0) {
      firstStart = from
      let first = lastPath.firstEnds.get(`${from} ${key}`)
      if (first === undefined) {
        find = make(options)
        const endPositions = find(from)
        lastPath.firstEnds.set(
          `${from} ${key}`,
          (first = endPositions && { ends: endsBefore(endPositions, path, next), ranks: null }),
        )
      }
      return first && endsBeforeText(first, path, nextText)
    }
    if (find === undefined) {
      find = make(options)
      find(firstStart)
    }
    return find(from)
  }
}

/** Keeps the ends before certain characters, and the furthest end: the explanation reports the mismatch there. */
function endsBefore(endPositions: readonly number[], path: string, next: string | null): readonly number[] {
  if (next === null || endPositions.length <= MANY_ENDS) return endPositions
  const furthest = endPositions.reduce((furthestEnd, end) => Math.max(furthestEnd, end), 0)
  return endPositions.filter((end) => end === furthest || next.includes(path.charAt(end)))
}

/** Same as `endsBefore`, for a literal, without examining each end. */
function endsBeforeText(firstEnds: FirstEnds, path: string, text: string | null): readonly number[] {
  const { ends: endPositions } = firstEnds
  if (text === null || endPositions.length <= MANY_ENDS) return endPositions
  firstEnds.ranks ??= endPositions.reduce(
    (ranks, end, index) => ranks.fill(index + 1, end, end + 1),
    new Int32Array(path.length + 1),
  )
  const indices = new Set([0, endPositions.length - 1])
  for (let at = path.indexOf(text); at >= 0; at = path.indexOf(text, at + 1)) {
    if (firstEnds.ranks[at]! > 0) indices.add(firstEnds.ranks[at]! - 1)
  }
  return [...indices].sort((a, b) => a - b).map((index) => endPositions[index]!)
}

function findByExpression({ param, route, path, next }: EndsOptions): FindEnds {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) {
    // A glob is lazy if a format may follow.
    const { glob } = param
    return loop({ set: glob ? PATH_CHARS : TOKEN_CHARS, path, min: 1, shortest: glob && mayEndWithFormat(route), next })
  }
  if (!isRegExpSource(requirement)) {
    return (from) => {
      const texts = [requirement].flat().filter((text) => path.startsWith(text, from))
      return texts.length > 0 ? texts.map((text) => from + text.length) : null
    }
  }
  return endsOfRequirement(requirement, path, next)
}

function findByToken({ param, route, path, next }: EndsOptions): FindEnds {
  const isEdge = (at: number) => at === 0 || at === path.length || isDelimiter(path[at]) || isDelimiter(path[at - 1])
  const requirement = requirementOn(param.name, route)
  const min = param.glob ? 0 : 1
  const find =
    requirement === undefined
      ? loop({ set: param.glob ? PATH_CHARS : TOKEN_CHARS, path, min: 1, isEnd: isEdge, next })
      : isRegExpSource(requirement)
        ? longestFirst(scannerOf(requirement), path, (from, at) => at >= from + min && isEdge(at))
        : (from: number) => {
            const endPositions = [requirement]
              .flat()
              .filter((text) => typeof requirement !== 'string' || /^(?:[/.?]|[^/.?]+)$/.test(text))
              .filter((text) => path.startsWith(text, from) && text.length >= min && isEdge(from + text.length))
              .map((text) => from + text.length)
              .sort((a, b) => b - a)
            return endPositions.length > 0 ? endPositions : null
          }
  return (from) => (isEdge(from) ? find(from) : null)
}

/** True if a complete string satisfies a requirement. */
export function fits(requirement: Requirement, text: string): boolean {
  if (typeof requirement === 'string') return requirement === text
  if (!isRegExpSource(requirement)) return requirement.includes(text)
  const { source, flags } = requirement
  if (isLinear(requirement)) return new RegExp(`^(?:${source})$`, flags.replace(/[dgmy]/g, '')).test(text)
  return scannerOf(requirement).test(text)
}

interface LoopOptions {
  readonly set: CharSet
  readonly path: string
  readonly min: number
  readonly shortest?: boolean
  readonly isEnd?: (at: number) => boolean
  readonly next: string | null
}

/** 1 for each ASCII character of a set. */
function membersOf(set: CharSet): Uint8Array {
  return Uint8Array.from({ length: 127 }, (_, code) => (hasChar(set, code) ? 1 : 0))
}

// Nearly every param is of one of these two sets, and a table is explained param by param.
const PATH_MEMBERS = membersOf(PATH_CHARS)
const TOKEN_MEMBERS = membersOf(TOKEN_CHARS)

/** Finds ends in a run of characters of a set. A later start in the same run adds no ends to those of the first. */
function loop({ set, path, min, shortest = false, isEnd = () => true, next }: LoopOptions): FindEnds {
  const members = set === PATH_CHARS ? PATH_MEMBERS : set === TOKEN_CHARS ? TOKEN_MEMBERS : membersOf(set)
  /** For the end of each run, the first begin in it. */
  const earliestStarts = new Map<number, number>()
  let run = { begin: 0, last: -1 }
  return (from) => {
    let runEnd = from >= run.begin && from <= run.last ? run.last : from
    while (runEnd < path.length && members[path.charCodeAt(runEnd)] === 1) runEnd++
    run = { begin: Math.min(from, runEnd === run.last ? run.begin : from), last: runEnd }
    if (runEnd < from + min) return null
    const earliestStart = earliestStarts.get(runEnd) ?? Infinity
    earliestStarts.set(runEnd, Math.min(earliestStart, from))
    const endPositions: number[] = []
    const limit = Math.min(runEnd, earliestStart + min - 1)
    for (let at = from + min; at <= limit; at++) {
      if (next !== null && at < runEnd && !next.includes(path[at]!)) continue
      if (isEnd(at)) endPositions.push(at)
    }
    if (endPositions.length === 0 && earliestStart === Infinity) return null
    return shortest ? endPositions : endPositions.reverse()
  }
}

/** Returns the ends that a scanner accepts, longest match first. */
function longestFirst(scan: Scanner, path: string, isEnd: (from: number, at: number) => boolean): FindEnds {
  const visited = new Visited(path)
  return (from) => {
    const endPositions: number[] = []
    let wasHere = false
    let state: ScannerState | undefined = scan.first()
    for (let at = from; state !== undefined; at++) {
      if ((wasHere = at > from && visited.add(state, 0, at))) break
      if (isEnd(from, at) && scan.accepts(state)) endPositions.push(at)
      if (at === path.length) break
      state = scan.step(state, path.charCodeAt(at))
    }
    return endPositions.length > 0 || wasHere ? endPositions.reverse() : null
  }
}

/**
 * Returns the ends that a requirement allows; it restricts the entire param. Assertions that see the rest of the path
 * only determine which ends are first. All other ends follow, longest match first. A lookbehind never sees the
 * characters before the param.
 */
function endsOfRequirement(requirement: RegExpSource, path: string, next: string | null): FindEnds {
  const { loose, asserts, looksBack } = requiredExpression(requirement)
  if (loose.kind === 'repeat' && loose.item.kind === 'set' && loose.min <= 1 && loose.max === Infinity) {
    return loop({ set: loose.item.set, path, min: loose.min, shortest: !loose.greedy, next })
  }
  const longest = longestFirst(scannerOf(requirement), path, () => true)
  if (looksBack) return longest
  const exact = tryToBuild(loose)
  const automaton = exact ?? tryToBuild(withoutCounts(loose))
  if (automaton === null) return longest
  const { states, start } = automaton
  const looks = states.some(({ op }) => op === 'lookahead')
  if (looks && states.length * path.length > MAX_ROWS) return longest
  const inOrder = byBacktracking(states, start, asserts || exact === null ? scannerOf(requirement) : null, path)
  if (!asserts) return inOrder
  return (from) => {
    const orderedEnds = inOrder(from)
    const longestEnds = longest(from)
    if (orderedEnds === null || longestEnds === null) return orderedEnds ?? longestEnds
    const orderedSet = new Set(orderedEnds)
    return [...orderedEnds, ...longestEnds.filter((end) => !orderedSet.has(end))]
  }
}

/** Null for an expression with too many states. */
function tryToBuild(tree: RegExpTree): TaggedAutomaton | null {
  return withinLimit(() => buildTaggedAutomaton(tree).automaton)
}

/** So many states of all places of a path are kept for lookaheads. */
const MAX_ROWS = 16_000_000

/** Returns ends in the order of a backtracking engine, but visits no position twice in one state. */
function byBacktracking(states: readonly TaggedState[], start: number, scan: Scanner | null, path: string): FindEnds {
  const visited = new Visited(path)

  const meetsAssertion = (state: TaggedState, at: number): boolean => {
    if (state.op === 'assertion') {
      if (state.assertion === 'end') return at === path.length
      return (isWord(path[at - 1]) !== isWord(path[at])) === (state.assertion === 'word')
    }
    if (state.op !== 'lookahead') return true
    return (rowAt(at)[state.item] === 1) !== state.negative
  }

  // Lookaheads see the path to its end. Rows are built backwards from there and mark the states that reach a match.
  const rows: Uint8Array[] = []
  const rowAt = (at: number): Uint8Array => {
    for (let position = path.length - rows.length; position >= at; position--) {
      const row = new Uint8Array(states.length)
      rows.push(row)
      // Each state comes after the states to which it goes without a character.
      for (const [index, state] of states.entries()) {
        if (state.op === 'match') row[index] = 1
        else if (state.op === 'set') {
          const takes = position < path.length && hasChar(state.set, path.charCodeAt(position))
          row[index] = takes ? rows[path.length - position - 1]![state.next]! : 0
        } else if (state.op === 'split') row[index] = row[state.next]! | row[state.other]!
        else if (state.op === 'lookahead')
          row[index] = (row[state.item] === 1) === state.negative ? 0 : row[state.next]!
        else row[index] = meetsAssertion(state, position) ? row[state.next]! : 0
      }
    }
    return rows[path.length - at]!
  }

  return (from) => {
    const endPositions = new Set<number>()
    let wasHere = false
    const stack: (readonly [number, number, ScannerState | null])[] = [[start, from, scan?.first() ?? null]]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [index, at, scannerState] = next
      const state = states[index]!
      if (visited.add(scannerState, index, at)) {
        wasHere = true
        continue
      }
      if (state.op === 'match') {
        if (scannerState === null || scan!.accepts(scannerState)) endPositions.add(at)
      } else if (state.op === 'set') {
        if (at >= path.length || !hasChar(state.set, path.charCodeAt(at))) continue
        const nextScannerState = scannerState === null ? null : scan!.step(scannerState, path.charCodeAt(at))
        if (nextScannerState !== undefined) stack.push([state.next, at + 1, nextScannerState])
      } else if (meetsAssertion(state, at)) {
        if (state.op === 'split') stack.push([state.other, at, scannerState])
        stack.push([state.next, at, scannerState])
      }
    }
    return endPositions.size > 0 || wasHere ? [...endPositions] : null
  }
}

/** Places of a path that have been looked at, each in a state. */
class Visited {
  readonly #length: number
  readonly #flags: (Uint8Array | undefined)[] = []
  readonly #places = new Map<ScannerState, Set<number>>()

  constructor(path: string) {
    this.#length = path.length + 1
  }

  /** True if it was there before. */
  add(state: ScannerState | null, index: number, at: number): boolean {
    if (state === null) {
      const flags = (this.#flags[index] ??= new Uint8Array(this.#length))
      if (flags[at] === 1) return true
      flags[at] = 1
      return false
    }
    let positions = this.#places.get(state)
    if (positions === undefined) this.#places.set(state, (positions = new Set()))
    const position = index * this.#length + at
    if (positions.has(position)) return true
    positions.add(position)
    return false
  }
}

export function isDelimiter(character: string | undefined): boolean {
  return character === '/' || character === '.' || character === '?'
}

export function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}
