import { hasChar, WORD_CHARS, type CharSet } from '../regexp/char-set.ts'
import { rangesBeyondAscii } from '../regexp/beyond-ascii.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, type RegExpTree } from '../regexp/syntax.ts'
import { fact } from '../facts.ts'
import { TooManyStates, withinLimit } from './too-many-states.ts'
import type { RegExpSource } from '../requirement.ts'

/** A requirement as `scanner` of the runtime runs it: the arguments of that function. */
export interface ScannerProgram {
  /** The ranges of each set of characters: UTF-16 code units, or code points as numbers. */
  readonly sets: readonly (string | readonly number[])[]
  /** Four numbers an operation. */
  readonly code: readonly number[]
  readonly start: number
  readonly behinds: readonly number[]
  /** The number of the set of word characters, or -1. */
  readonly words: number
  readonly isUnicode: boolean
  /**
   * The rounds of counted groups, three numbers a group: the first operation of the last round, and their size and
   * number.
   */
  readonly rounds: readonly number[]
}

/** Larger programs are refused. Counted groups are written out: `(?:[a-z]{1,9}-){0,99}` has 200 operations. */
export const MAX_OPERATIONS = 50_000

const MATCH = 0
const SET = 1
const SPLIT = 2
const COUNT = 3
const ASSERT = 4
const AHEAD = 5
const BEHIND = 6

const ASSERTIONS = { start: 0, end: 1, word: 2, 'not-word': 3 } as const

/** A count's operand is its minimum times this, and its maximum. */
const COUNT_BASE = 0x100000
const NO_MAXIMUM = COUNT_BASE - 1

/** Shorter counts are written out, which makes fewer states. */
const MIN_COUNT = 5

/**
 * Compiles a requirement for the runtime's scanner, which matches exactly the strings that `^(?:source)$` matches.
 *
 * @throws TooManyStates for a back-reference, and for programs of more than 50,000 operations
 */
export function buildScanner(requirement: RegExpSource): ScannerProgram {
  const program = programOf(requirement)
  if (program === null) throw new TooManyStates()
  return program
}

/** False for a requirement that no scanner can test: one with a back-reference, or with more than 50,000 operations. */
export function canBeScanned(requirement: RegExpSource): boolean {
  return programOf(requirement) !== null
}

const programOf = fact((requirement) =>
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
    this.#flags = flags.replace(/[dgmy]/g, '')
    this.#isUnicode = /[uv]/.test(flags)
  }

  write(tree: RegExpTree): ScannerProgram {
    const hasEdges = contains(tree, (part) => part.kind === 'assertion' && part.at.endsWith('word'))
    // Two letters beyond ASCII are of words where case is ignored.
    const beyond = this.#isUnicode && this.#flags.includes('i') ? `${this.#flags}/\\w` : undefined
    const words = hasEdges ? this.#set(WORD_CHARS, beyond) : -1
    this.#buildLooks(tree)
    const start = this.#build(tree, this.#add(MATCH, 0, 0))
    const parts = { sets: this.#sets, code: this.#code, start, behinds: this.#behinds, words, rounds: this.#rounds }
    return { ...parts, isUnicode: this.#isUnicode }
  }

  /** Builds lookarounds, inner ones first and before the main program: all rounds of a group then share operations. */
  #buildLooks(tree: RegExpTree): void {
    if (tree.kind === 'sequence' || tree.kind === 'choice') for (const item of tree.items) this.#buildLooks(item)
    else if (tree.kind === 'repeat') this.#buildLooks(tree.item)
    else if (tree.kind === 'look' && !this.#looks.has(tree)) {
      this.#buildLooks(tree.item)
      const start = this.#build(tree.item, this.#add(MATCH, 0, 0))
      this.#looks.set(tree, tree.behind ? this.#behinds.push(start) - 1 : start)
    }
  }

  #build(tree: RegExpTree, next: number): number {
    switch (tree.kind) {
      case 'set':
        return this.#add(SET, this.#set(tree.set, tree.beyond), next)
      case 'sequence':
        return tree.items.reduceRight((entry, item) => this.#build(item, entry), next)
      case 'choice':
        return tree.items
          .map((item) => this.#build(item, next))
          .reduceRight((tail, branch) => this.#add(SPLIT, branch, tail))
      case 'repeat':
        return this.#repeat(tree, next)
      case 'assertion':
        return this.#add(ASSERT, ASSERTIONS[tree.at], next)
      case 'look':
        return this.#add(tree.behind ? BEHIND : AHEAD, this.#looks.get(tree)!, next, Number(tree.negative))
      case 'backreference':
        throw new TooManyStates()
    }
  }

  #repeat({ item, min, max }: Extract<RegExpTree, { kind: 'repeat' }>, next: number): number {
    if (item.kind === 'set' && (max === Infinity ? min : max) >= MIN_COUNT) {
      // No path is as long.
      const detail = Math.min(min, NO_MAXIMUM - 1) * COUNT_BASE + Math.min(max, NO_MAXIMUM)
      return this.#add(COUNT, this.#set(item.set, item.beyond), next, detail)
    }
    let entry = next
    if (max === Infinity) {
      entry = this.#add(SPLIT, 0, next)
      this.#code[4 * entry + 1] = this.#build(item, entry)
    } else {
      const firstOperation = this.#code.length / 4
      for (let turn = min; turn < max; turn++) entry = this.#add(SPLIT, this.#build(item, entry), next)
      if (max - min > 1)
        this.#rounds.push(firstOperation, (this.#code.length / 4 - firstOperation) / (max - min), max - min)
    }
    for (let turn = 0; turn < min; turn++) entry = this.#build(item, entry)
    return entry
  }

  #add(operation: number, a: number, next: number, detail = 0): number {
    if (this.#code.length >= 4 * MAX_OPERATIONS) throw new TooManyStates()
    return this.#code.push(operation, a, next, detail) / 4 - 1
  }

  #set(set: CharSet, beyond?: string): number {
    const key = `${set} ${beyond ?? ''}`
    let number = this.#setNumbers.get(key)
    if (number === undefined) {
      this.#setNumbers.set(key, (number = this.#sets.length))
      this.#sets.push(rangesOf(set, beyond))
    }
    return number
  }
}

/** Pairs of the first and the last character of each range: in a string, if none of them is half of a pair. */
function rangesOf(set: CharSet, beyond: string | undefined): string | readonly number[] {
  const ranges: number[] = []
  for (let code = 0; code < 127; code++) {
    if (!hasChar(set, code)) continue
    const rangeStart = code
    while (code < 126 && hasChar(set, code + 1)) code++
    ranges.push(rangeStart, code)
  }
  if (beyond !== undefined) {
    for (const bound of rangesBeyondAscii(beyond)) {
      // Joins what meets at the border.
      if (bound === 127 && ranges.at(-1) === 126) ranges.pop()
      else ranges.push(bound)
    }
  }
  return ranges.some((bound) => bound > 0xd7ff && bound !== 0xffff) ? ranges : String.fromCharCode(...ranges)
}
