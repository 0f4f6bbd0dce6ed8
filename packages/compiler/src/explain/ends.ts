/**
 * Where a param of a pattern may end in a path, for `walkPattern`. The time of a whole walk is linear in the path: a param
 * that begins at several places looks at a place only once for each state that it can be in.
 */
import { scanner, type Scanner, type ScannerState } from '@turnout/runtime'
import { isRegExpSource, type ManifestRoute, type RegExpSource, type Requirement } from '../manifest.ts'
import { isLinear } from '../recognition/linear.ts'
import { buildMarkedAutomaton, type MarkedState } from '../recognition/marked-automaton.ts'
import { ALL_CHARS, charsIn, hasChar, type CharSet } from '../recognition/regexp/char-set.ts'
import { requiredExpression } from '../recognition/required-expression.ts'
import { mayEndWithFormat, requirementOn } from '../recognition/route-pattern.ts'
import { buildScanner } from '../recognition/scanner-program.ts'
import { TooManyStates } from '../recognition/too-many-states.ts'

const PATH_CHARS = ALL_CHARS
const TOKEN_CHARS = ALL_CHARS & ~charsIn('./?')

export interface WalkedParam {
  readonly name: string
  readonly glob: boolean
}

/**
 * The ends of a param that begins at `from`, in the order in which they are tried, without those that were returned for
 * an earlier begin: what is behind them has been tried. Null if there are no ends at all.
 */
export type FindEnds = (from: number) => readonly number[] | null

/** What ends are looked for in. */
export interface EndsOptions {
  readonly param: WalkedParam
  readonly route: ManifestRoute
  readonly path: string
  /** The characters that may stand behind the param, null for any: ends before others lead nowhere. */
  readonly next: string | null
}

/** What the route's regular expression takes for a param. */
export function endsByExpression({ param, route, path, next }: EndsOptions): FindEnds {
  const requirement = requirementOn(param.name, route)
  if (requirement === undefined) {
    // A glob takes as little as it can where a format may follow.
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

/** What Journey's automaton takes for a param: whole tokens, the requirement on its own (`GTG::Simulator`). */
export function endsByToken({ param, route, path, next }: EndsOptions): FindEnds {
  const isEdge = (at: number) => at === 0 || at === path.length || isDelimiter(path[at]) || isDelimiter(path[at - 1])
  const requirement = requirementOn(param.name, route)
  const min = param.glob ? 0 : 1
  const find =
    requirement === undefined
      ? loop({ set: param.glob ? PATH_CHARS : TOKEN_CHARS, path, min: 1, isEnd: isEdge, next })
      : isRegExpSource(requirement)
        ? longestFirst(scannerOf(requirement), path, (from, at) => at >= from + min && isEdge(at))
        : (from: number) => {
            const ends = [requirement]
              .flat()
              .filter((text) => typeof requirement !== 'string' || /^(?:[/.?]|[^/.?]+)$/.test(text))
              .filter((text) => path.startsWith(text, from) && text.length >= min && isEdge(from + text.length))
              .map((text) => from + text.length)
              .sort((a, b) => b - a)
            return ends.length > 0 ? ends : null
          }
  return (from) => (isEdge(from) ? find(from) : null)
}

/** True if a text on its own is what a requirement asks for. */
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

/** A run of characters of a set. Of several begins in one run, a later one has no end that the first has not. */
function loop({ set, path, min, shortest = false, isEnd = () => true, next }: LoopOptions): FindEnds {
  const members = Uint8Array.from({ length: 127 }, (_, code) => (hasChar(set, code) ? 1 : 0))
  /** For the end of each run, the first begin in it. */
  const begins = new Map<number, number>()
  return (from) => {
    let last = from
    while (last < path.length && members[path.charCodeAt(last)] === 1) last++
    if (last < from + min) return null
    const begin = begins.get(last) ?? Infinity
    begins.set(last, Math.min(begin, from))
    const ends: number[] = []
    const limit = Math.min(last, begin + min - 1)
    for (let at = from + min; at <= limit; at++) {
      if (next !== null && at < last && !next.includes(path[at]!)) continue
      if (isEnd(at)) ends.push(at)
    }
    if (ends.length === 0 && begin === Infinity) return null
    return shortest ? ends : ends.reverse()
  }
}

/** The ends that a scanner accepts, the longest text first. */
function longestFirst(scan: Scanner, path: string, isEnd: (from: number, at: number) => boolean): FindEnds {
  const visited = new Visited(path)
  return (from) => {
    const ends: number[] = []
    let wasHere = false
    let state: ScannerState | undefined = scan.first()
    for (let at = from; state !== undefined; at++) {
      if ((wasHere = at > from && visited.add(state, 0, at))) break
      if (isEnd(from, at) && scan.accepts(state)) ends.push(at)
      if (at === path.length) break
      state = scan.step(state, path.charCodeAt(at))
    }
    return ends.length > 0 || wasHere ? ends.reverse() : null
  }
}

/**
 * A requirement is about the whole param. Where it has assertions, what they see of the path says only which end comes
 * first; then come all other ends, the longest text first. What a lookbehind would see is not part of the param.
 */
function endsOfRequirement(requirement: RegExpSource, path: string, next: string | null): FindEnds {
  const { plain, asserts, looksBack } = requiredExpression(requirement)
  if (plain.kind === 'repeat' && plain.item.kind === 'set' && plain.min <= 1 && plain.max === Infinity) {
    return loop({ set: plain.item.set, path, min: plain.min, shortest: !plain.greedy, next })
  }
  const longest = longestFirst(scannerOf(requirement), path, () => true)
  if (looksBack) return longest
  try {
    const { states, start } = buildMarkedAutomaton(plain).automaton
    const looks = states.some(({ op }) => op === 'lookahead')
    if (looks && states.length * path.length > MAX_ROWS) return longest
    const inOrder = byBacktracking(states, start, asserts ? scannerOf(requirement) : null, path)
    if (!asserts) return inOrder
    return (from) => {
      const first = inOrder(from)
      const others = longest(from)
      if (first === null || others === null) return first ?? others
      const known = new Set(first)
      return [...first, ...others.filter((end) => !known.has(end))]
    }
  } catch (error) {
    // Its order is not looked for: the texts are right all the same.
    if (error instanceof TooManyStates) return longest
    throw error
  }
}

/** So many states of all places of a path are kept for lookaheads. */
const MAX_ROWS = 16_000_000

/** The ends in the order in which a backtracking engine comes to them; it tries no place twice in one state. */
function byBacktracking(states: readonly MarkedState[], start: number, scan: Scanner | null, path: string): FindEnds {
  const visited = new Visited(path)

  const holds = (state: MarkedState, at: number): boolean => {
    if (state.op === 'assertion') {
      if (state.assertion === 'end') return at === path.length
      return (isWord(path[at - 1]) !== isWord(path[at])) === (state.assertion === 'word')
    }
    if (state.op !== 'lookahead') return true
    return (rowAt(at)[state.item] === 1) !== state.negative
  }

  // Lookaheads see the path to its end. From there on back, a row says which states lead to a match.
  const rows: Uint8Array[] = []
  const rowAt = (at: number): Uint8Array => {
    for (let place = path.length - rows.length; place >= at; place--) {
      const row = new Uint8Array(states.length)
      rows.push(row)
      // Each state stands behind those that it goes on to without a character.
      for (const [index, state] of states.entries()) {
        if (state.op === 'match') row[index] = 1
        else if (state.op === 'set') {
          const takes = place < path.length && hasChar(state.set, path.charCodeAt(place))
          row[index] = takes ? rows[path.length - place - 1]![state.next]! : 0
        } else if (state.op === 'split') row[index] = row[state.next]! | row[state.other]!
        else if (state.op === 'lookahead')
          row[index] = (row[state.item] === 1) === state.negative ? 0 : row[state.next]!
        else row[index] = holds(state, place) ? row[state.next]! : 0
      }
    }
    return rows[path.length - at]!
  }

  return (from) => {
    const ends = new Set<number>()
    let wasHere = false
    const stack: (readonly [number, number, ScannerState | null])[] = [[start, from, scan?.first() ?? null]]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [index, at, inside] = next
      const state = states[index]!
      if (visited.add(inside, index, at)) {
        wasHere = true
        continue
      }
      if (state.op === 'match') {
        if (inside === null || scan!.accepts(inside)) ends.add(at)
      } else if (state.op === 'set') {
        if (at >= path.length || !hasChar(state.set, path.charCodeAt(at))) continue
        const after = inside === null ? null : scan!.step(inside, path.charCodeAt(at))
        if (after !== undefined) stack.push([state.next, at + 1, after])
      } else if (holds(state, at)) {
        if (state.op === 'split') stack.push([state.other, at, inside])
        stack.push([state.next, at, inside])
      }
    }
    return ends.size > 0 || wasHere ? [...ends] : null
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
    let places = this.#places.get(state)
    if (places === undefined) this.#places.set(state, (places = new Set()))
    const place = index * this.#length + at
    if (places.has(place)) return true
    places.add(place)
    return false
  }
}

const scanners = new Map<string, Scanner>()

/** A dev server sees many requirements. */
const MAX_SCANNERS = 500

function scannerOf({ source, flags }: RegExpSource): Scanner {
  const key = `${flags}/${source}`
  let scan = scanners.get(key)
  if (scan === undefined) {
    const { sets, code, start, behinds, words, isUnicode } = buildScanner({ source, flags })
    if (scanners.size >= MAX_SCANNERS) scanners.clear()
    scanners.set(key, (scan = scanner(source, sets, code, start, behinds, words, isUnicode)))
  }
  return scan
}

export function isDelimiter(character: string | undefined): boolean {
  return character === '/' || character === '.' || character === '?'
}

export function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}
