import type { Scanner, ScannerState } from '@turnout/runtime'
import { hasChar } from '../../../patterns/regexp/char-set.ts'
import type { TaggedAutomaton, TaggedState } from '../../../patterns/automata/tagged-automaton.ts'
import { isWord } from '../word.ts'
import type { FindEnds } from './find-ends.ts'
import { VisitedSteps } from './visited.ts'

/** A step of a backtracking engine: the state of the automaton, its position in the path, and the state of the scanner. */
interface Step {
  readonly stateIndex: number
  readonly at: number
  readonly scannerState: ScannerState | null
}

/**
 * Finds the ends of an automaton in the order in which a backtracking engine would find them, but takes no step twice:
 * `\d+?` in `/123`, from 1 -> `[2, 3, 4]`.
 *
 * @param scanner tests each end that the automaton finds; null if the automaton is exact
 */
export function endsByBacktracking(
  { states, start }: TaggedAutomaton,
  scanner: Scanner | null,
  path: string,
): FindEnds {
  const visited = new VisitedSteps(path)
  const lookaheads = new Lookaheads(states, path)
  return (from) => {
    const endPositions = new Set<number>()
    let skipsSteps = false
    /** The steps that remain to be tried, preferred ones last. */
    const steps: Step[] = [{ stateIndex: start, at: from, scannerState: scanner?.first() ?? null }]
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { stateIndex, at, scannerState } = step
      if (visited.add(scannerState, stateIndex, at)) {
        skipsSteps = true
        continue
      }
      const state = states[stateIndex]!
      switch (state.op) {
        case 'match':
          if (scannerState === null || scanner!.accepts(scannerState)) endPositions.add(at)
          break
        case 'set': {
          if (at >= path.length || !hasChar(state.set, path.charCodeAt(at))) break
          const nextScannerState = scannerState === null ? null : scanner!.step(scannerState, path.charCodeAt(at))
          if (nextScannerState === undefined) break
          steps.push({ stateIndex: state.next, at: at + 1, scannerState: nextScannerState })
          break
        }
        case 'split':
          steps.push({ stateIndex: state.other, at, scannerState }, { stateIndex: state.next, at, scannerState })
          break
        case 'assertion':
          if (isAsserted(state, path, at)) steps.push({ stateIndex: state.next, at, scannerState })
          break
        case 'lookahead':
          if (lookaheads.holds(state, at)) steps.push({ stateIndex: state.next, at, scannerState })
          break
        case 'mark':
          steps.push({ stateIndex: state.next, at, scannerState })
      }
    }
    return endPositions.size > 0 || skipsSteps ? [...endPositions] : null
  }
}

type StateOf<Op extends TaggedState['op']> = Extract<TaggedState, { op: Op }>

function isAsserted({ assertion }: StateOf<'assertion'>, path: string, at: number): boolean {
  if (assertion === 'end') return at === path.length
  const isWordBoundary = isWord(path[at - 1]) !== isWord(path[at])
  return isWordBoundary === (assertion === 'word')
}

/**
 * Decides lookaheads, which see the path to its end, in time linear in the path. Rows of states are computed backwards from
 * the end of the path, each from the row behind it, and kept.
 */
class Lookaheads {
  readonly #states: readonly TaggedState[]
  readonly #path: string
  /** 1 for each state that reaches a match from a position. The first row is that of the end of the path. */
  readonly #rowsFromEnd: Uint8Array[] = []

  constructor(states: readonly TaggedState[], path: string) {
    this.#states = states
    this.#path = path
  }

  holds(lookahead: StateOf<'lookahead'>, at: number): boolean {
    return isAhead(lookahead, this.#rowAt(at))
  }

  #rowAt(at: number): Uint8Array {
    for (let position = this.#path.length - this.#rowsFromEnd.length; position >= at; position--) {
      this.#rowsFromEnd.push(this.#computeRow(position))
    }
    return this.#rowsFromEnd[this.#path.length - at]!
  }

  #computeRow(position: number): Uint8Array {
    const path = this.#path
    const row = new Uint8Array(this.#states.length)
    // Each state comes after the states to which it goes without a character, so these are computed.
    for (const [index, state] of this.#states.entries()) {
      switch (state.op) {
        case 'match':
          row[index] = 1
          break
        case 'set': {
          const hasMatchingChar = position < path.length && hasChar(state.set, path.charCodeAt(position))
          row[index] = hasMatchingChar ? this.#rowAt(position + 1)[state.next]! : 0
          break
        }
        case 'split':
          row[index] = row[state.next]! | row[state.other]!
          break
        case 'assertion':
          row[index] = isAsserted(state, path, position) ? row[state.next]! : 0
          break
        case 'lookahead':
          row[index] = isAhead(state, row) ? row[state.next]! : 0
          break
        case 'mark':
          row[index] = row[state.next]!
      }
    }
    return row
  }
}

/** True if the item of a lookahead matches as the lookahead requires: for `(?!a)`, if `a` does not match. */
function isAhead({ item, negative }: StateOf<'lookahead'>, row: Uint8Array): boolean {
  return (row[item] === 1) !== negative
}
