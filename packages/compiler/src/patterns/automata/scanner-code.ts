// Compiles a requirement to the code that a scanner of the runtime runs in linear time.
import {
  COUNT_BASE,
  NO_MAXIMUM,
  SCAN_AHEAD,
  SCAN_ASSERT,
  SCAN_BEHIND,
  SCAN_COUNT,
  SCAN_END,
  SCAN_MATCH,
  SCAN_NO_WORD_EDGE,
  SCAN_SET,
  SCAN_SPLIT,
  SCAN_START,
  SCAN_WORD_EDGE,
  scanner,
} from '@turnout/runtime'
import { getOrCreate } from '../../collections.ts'
import { asciiRanges, FIRST_BEYOND_ASCII, WORD_CHARS, type CharSet, rangesBeyondAscii } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, type RegExpTree } from '../regexp/syntax.ts'
import { oncePerRequirement } from '../once-per-requirement.ts'
import { TooManyStates, withinLimit } from './too-many-states.ts'
import { matchingFlags, type RegExpSource } from '../requirement.ts'

/**
 * A requirement as `scanner` of the runtime runs it: the arguments of that function, without the source.
 *
 * The code is a list of operations of four numbers, which `scanner.ts` of the runtime documents. It is built from the end:
 * each part receives the operation that follows it, and returns its own first operation. `[a-z]+`:
 *
 *     0: SCAN_MATCH
 *     1: SCAN_SPLIT 2 0
 *     2: SCAN_SET 0 1       the further characters
 *     3: SCAN_SET 0 1       the first character, where the scanner starts
 */
export type ScannerCode = readonly [
  /** The ranges of each set of characters: UTF-16 code units, or code points as numbers. */
  sets: readonly (string | readonly number[])[],
  /** Four numbers an operation. */
  code: readonly number[],
  /** The first operation. */
  start: number,
  /** The first operation of each lookbehind, inner ones first. */
  behinds: readonly number[],
  /** The number of the set of word characters, or -1. */
  wordSet: number,
  isUnicode: boolean,
  /**
   * The counted groups, inner ones first. Each has three numbers: the first operation of its last round, the number of
   * operations in a round, and the number of rounds. The operations of earlier rounds follow in the same order.
   * `(?:ab){0,3}` has one group: 1, 3, 3.
   */
  rounds: readonly number[],
]

/** Longer code is refused. Counted groups are written out: `(?:[a-z]{1,9}-){0,99}` has 200 operations. */
export const MAX_OPERATIONS = 50_000

const ASSERTIONS = { start: SCAN_START, end: SCAN_END, word: SCAN_WORD_EDGE, 'not-word': SCAN_NO_WORD_EDGE } as const

/** Shorter counts are written out, which makes fewer states. */
const MIN_COUNT = 5

/**
 * Compiles a requirement for the runtime's scanner, which matches exactly the strings that `^(?:source)$` matches.
 *
 * @throws TooManyStates for a back-reference, and for code of more than 50,000 operations
 */
export function buildScanner(requirement: RegExpSource): ScannerCode {
  const program = scannerCodeOf(requirement)
  if (program === null) throw new TooManyStates()
  return program
}

/** False for a requirement that no scanner can test: one with a back-reference, or with more than 50,000 operations. */
export function canBeScanned(requirement: RegExpSource): boolean {
  return scannerCodeOf(requirement) !== null
}

/** Returns the code of a requirement; null if it is too long or the requirement has a back-reference. */
const scannerCodeOf = oncePerRequirement((requirement) =>
  withinLimit(() => new ScannerWriter(requirement.flags).write(treeOf(requirement))),
)

class ScannerWriter {
  readonly #flags: string
  readonly #isUnicode: boolean
  readonly #sets: (string | readonly number[])[] = []
  readonly #setNumbers = new Map<string, number>()
  readonly #code: number[] = []
  readonly #behinds: number[] = []
  readonly #rounds: number[] = []
  /** The first operation of each lookahead, and the number of each lookbehind. All rounds of a group share them. */
  readonly #looks = new Map<RegExpTree, number>()

  constructor(flags: string) {
    this.#flags = matchingFlags(flags)
    this.#isUnicode = /[uv]/.test(flags)
  }

  write(tree: RegExpTree): ScannerCode {
    const hasEdges = contains(tree, (part) => part.kind === 'assertion' && part.at.endsWith('word'))
    // With `i` and `u` or `v`, `\w` also matches U+017F and U+212A.
    const wordAtom = this.#isUnicode && this.#flags.includes('i') ? `${this.#flags}/\\w` : undefined
    const wordSet = hasEdges ? this.#setNumber(WORD_CHARS, wordAtom) : -1
    this.#buildLooks(tree)
    const start = this.#build(tree, this.#add(SCAN_MATCH, 0, 0))
    return [this.#sets, this.#code, start, this.#behinds, wordSet, this.#isUnicode, this.#rounds]
  }

  /** Builds lookarounds, inner ones first and before the main code: all rounds of a group then share operations. */
  #buildLooks(tree: RegExpTree): void {
    if (tree.kind === 'sequence' || tree.kind === 'choice') for (const item of tree.items) this.#buildLooks(item)
    else if (tree.kind === 'repeat') this.#buildLooks(tree.item)
    else if (tree.kind === 'look' && !this.#looks.has(tree)) {
      this.#buildLooks(tree.item)
      const start = this.#build(tree.item, this.#add(SCAN_MATCH, 0, 0))
      this.#looks.set(tree, tree.behind ? this.#behinds.push(start) - 1 : start)
    }
  }

  /** Adds the operations of a tree, and returns the first of them. */
  #build(tree: RegExpTree, next: number): number {
    switch (tree.kind) {
      case 'set':
        return this.#add(SCAN_SET, this.#setNumber(tree.set, tree.beyond), next)
      case 'sequence':
        return tree.items.reduceRight((entry, item) => this.#build(item, entry), next)
      case 'choice':
        return tree.items
          .map((item) => this.#build(item, next))
          .reduceRight((otherBranches, branch) => this.#add(SCAN_SPLIT, branch, otherBranches))
      case 'repeat':
        return this.#repeat(tree, next)
      case 'assertion':
        return this.#add(SCAN_ASSERT, ASSERTIONS[tree.at], next)
      case 'look':
        return this.#add(tree.behind ? SCAN_BEHIND : SCAN_AHEAD, this.#looks.get(tree)!, next, Number(tree.negative))
    }
  }

  #repeat({ item, min, max }: Extract<RegExpTree, { kind: 'repeat' }>, next: number): number {
    if (item.kind === 'set' && (max === Infinity ? min : max) >= MIN_COUNT) {
      return this.#count(this.#setNumber(item.set, item.beyond), min, max, next)
    }
    let entry = max === Infinity ? this.#loop(item, next) : this.#optionalRounds(item, max - min, next)
    for (let round = 0; round < min; round++) entry = this.#build(item, entry)
    return entry
  }

  #count(setNumber: number, min: number, max: number, next: number): number {
    // Larger numbers are cut: no path is so long.
    const detail = Math.min(min, NO_MAXIMUM - 1) * COUNT_BASE + Math.min(max, NO_MAXIMUM)
    return this.#add(SCAN_COUNT, setNumber, next, detail)
  }

  /** Adds `item*`. */
  #loop(item: RegExpTree, next: number): number {
    const entry = this.#add(SCAN_SPLIT, 0, next)
    this.#code[4 * entry + 1] = this.#build(item, entry)
    return entry
  }

  /** Adds `item{0,count}`: `(item(item)?)?`. */
  #optionalRounds(item: RegExpTree, count: number, next: number): number {
    const firstOperation = this.#code.length / 4
    let entry = next
    for (let round = 0; round < count; round++) entry = this.#add(SCAN_SPLIT, this.#build(item, entry), next)
    const roundSize = (this.#code.length / 4 - firstOperation) / count
    if (count > 1) this.#rounds.push(firstOperation, roundSize, count)
    return entry
  }

  /** Adds an operation, and returns its number. */
  #add(kind: number, operand: number, next: number, detail = 0): number {
    if (this.#code.length >= 4 * MAX_OPERATIONS) throw new TooManyStates()
    return this.#code.push(kind, operand, next, detail) / 4 - 1
  }

  /** Returns the number of a set. Equal sets have the same number. */
  #setNumber(set: CharSet, beyond?: string): number {
    return getOrCreate(this.#setNumbers, `${set} ${beyond ?? ''}`, () => this.#sets.push(rangesOf(set, beyond)) - 1)
  }
}

/**
 * Returns pairs of the first and the last character of each range. They are a string if every bound is at most U+D7FF or
 * is U+FFFF (the end of most ranges). Otherwise they are numbers, because source text could not contain the string:
 * it may have unpaired surrogates, and a string has no units above U+FFFF.
 */
function rangesOf(set: CharSet, beyond: string | undefined): string | readonly number[] {
  const ranges: number[] = asciiRanges(set).flat()
  if (beyond !== undefined) {
    for (const bound of rangesBeyondAscii(beyond)) {
      // Joins two ranges that meet at the border.
      if (bound === FIRST_BEYOND_ASCII && ranges.at(-1) === FIRST_BEYOND_ASCII - 1) ranges.pop()
      else ranges.push(bound)
    }
  }
  return ranges.some((bound) => bound > 0xd7ff && bound !== 0xffff) ? ranges : String.fromCharCode(...ranges)
}

/** Returns the scanner of a requirement, which the emitted module also creates. @throws TooManyStates, see `canBeScanned` */
export const scannerOf = oncePerRequirement((requirement) => scanner(requirement.source, ...buildScanner(requirement)))
