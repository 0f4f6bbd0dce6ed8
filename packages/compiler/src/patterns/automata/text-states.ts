// Converts the tree of an expression to states. The expression, and each lookaround in it, is a group of states.
import { PATH_CHARS, type CharSet } from '../regexp/char-set.ts'
import type { RegExpTree } from '../regexp/syntax.ts'
import { TooManyStates } from './too-many-states.ts'

/** One operation of an expression, with the numbers of the states after it. */
export type State =
  | { readonly op: 'set'; readonly set: CharSet; readonly next: number }
  | { readonly op: 'split'; nexts: readonly number[] }
  | { readonly op: 'assertion'; readonly at: 'start' | 'end' | 'word' | 'not-word'; readonly next: number }
  | { readonly op: 'look'; readonly look: Look; readonly negative: boolean; readonly next: number }
  | { readonly op: 'match' }

/** The group of states of a lookaround. */
export interface Look {
  readonly behind: boolean
  /** The number of a lookbehind among the lookbehinds. */
  readonly number: number
  readonly start: number
  readonly match: number
}

/** The first state of a group, and its state that matches. */
interface Group {
  readonly start: number
  readonly match: number
}

const MAX_STATES = 1500

/** Converts one tree. A state only continues to states that were added before it. Loops are the exception. */
export class TextStates {
  readonly states: State[] = []
  /** The numbers of the states of each group, those of inner groups first. */
  readonly groups: number[][] = []
  readonly behinds: Look[] = []
  /** The numbers of the states to which a loop returns. */
  readonly loops = new Set<number>()
  /** The group of the complete expression. */
  readonly main: Group
  readonly #looks = new Map<RegExpTree, Look>()
  #currentGroup: number[] = []

  /** @throws TooManyStates */
  constructor(tree: RegExpTree) {
    this.main = this.#addGroup(tree)
  }

  #addGroup(tree: RegExpTree): Group {
    const outerGroup = this.#currentGroup
    this.#currentGroup = []
    const match = this.#add({ op: 'match' })
    const start = this.#addTree(tree, match)
    this.groups.push(this.#currentGroup)
    this.#currentGroup = outerGroup
    return { start, match }
  }

  #add(state: State): number {
    if (this.states.length >= MAX_STATES) throw new TooManyStates()
    this.#currentGroup.push(this.states.length)
    return this.states.push(state) - 1
  }

  /** Adds the states of a tree that continue to `next`, and returns the first of them. */
  #addTree(tree: RegExpTree, next: number): number {
    switch (tree.kind) {
      case 'set':
        return this.#add({ op: 'set', set: tree.set & PATH_CHARS, next })
      case 'sequence':
        return tree.items.reduceRight((entry, item) => this.#addTree(item, entry), next)
      case 'choice':
        return this.#add({ op: 'split', nexts: tree.items.map((item) => this.#addTree(item, next)) })
      case 'repeat':
        return this.#addRepeat(tree, next)
      case 'assertion':
        return this.#add({ op: 'assertion', at: tree.at, next })
      case 'look':
        return this.#add({ op: 'look', look: this.#lookOf(tree), negative: tree.negative, next })
    }
  }

  /** `a{2,4}` -> a state for each of the two required rounds, then a split and a state for each optional round. */
  #addRepeat({ item, min, max }: Extract<RegExpTree, { kind: 'repeat' }>, next: number): number {
    let entry = next
    if (max === Infinity) {
      const loop: Extract<State, { op: 'split' }> = { op: 'split', nexts: [] }
      entry = this.#add(loop)
      this.loops.add(entry)
      loop.nexts = [this.#addTree(item, entry), next]
    } else {
      for (let round = min; round < max; round += 1) {
        entry = this.#add({ op: 'split', nexts: [this.#addTree(item, entry), next] })
      }
    }
    for (let round = 0; round < min; round += 1) entry = this.#addTree(item, entry)
    return entry
  }

  /** A repeated group contains the same lookaround several times. */
  #lookOf(tree: Extract<RegExpTree, { kind: 'look' }>): Look {
    const existingLook = this.#looks.get(tree)
    if (existingLook !== undefined) return existingLook
    const group = this.#addGroup(tree.item)
    const look = { behind: tree.behind, number: this.behinds.length, ...group }
    if (tree.behind) this.behinds.push(look)
    this.#looks.set(tree, look)
    return look
  }
}
