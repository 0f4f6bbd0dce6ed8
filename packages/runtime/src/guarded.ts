/**
 * Runs automata in which scanners test parts of the path: a requirement with lookarounds, or one that would need too many
 * states, next to static characters or other params (`/:id-live`). The automaton alone finds the possible borders of such
 * a part. Not all of them match, so the walk also steps the part's scanner, and tries the next branch if it rejects.
 *
 * No state of the automaton is tried twice at one position with one state of the scanner, so the time is linear in the path.
 */
import { MARK, MATCH, SET, SPLIT, type Take } from './automaton.ts'
import { createMemory } from './visited.ts'
import type { Scanner, ScannerState } from './scanner.ts'

/** The marks that a branch has passed, the last mark first. */
interface Marks {
  readonly slot: number
  readonly position: number
  readonly before: Marks | undefined
}

/**
 * The branches that have not been tried yet, the next one last. Lists of fields, because a long path has a branch for each
 * character, and an object for each would be garbage.
 */
interface Branches {
  readonly states: number[]
  readonly positions: number[]
  readonly scanners: (Scanner | undefined)[]
  readonly scannerStates: (ScannerState | undefined)[]
  readonly marks: (Marks | undefined)[]
}

/**
 * Creates the `Take` of an automaton with guarded parts.
 *
 * @param scanners the scanners of these parts: the mark -1 - 2n is the start of part n, -2 - 2n its end. Parts are never
 *   nested
 */
export function guarded(scanners: readonly Scanner[]): Take {
  return (code, rows, rowNumbers, start, path, from, to, captures, firstCapture, shared) => {
    const wasAt = createMemory(shared ? (shared.visited ??= new Map()) : new Map(), path.length)
    const later: Branches = { states: [], positions: [], scanners: [], scannerStates: [], marks: [] }
    let position = from
    let scanner: Scanner | undefined
    let scannerState: ScannerState | undefined
    let marks: Marks | undefined
    let state = start
    for (;;) {
      // The rows ignore scanners only: from a state with a 0, no match is reachable.
      while (rows[rowNumbers[to - position]!]![state] === 1) {
        const a = code[3 * state + 1]!
        const next = code[3 * state + 2]!
        const operation = code[3 * state]
        if (operation === MATCH) {
          noteMarks(code, marks, captures, firstCapture)
          // The positions visited on this branch reach a match. Another node with the same automaton may need it.
          if (shared) shared.visited = undefined
          return true
        }
        if (operation === SET) {
          if (scannerState && !(scannerState = scanner!.step(scannerState, path.charCodeAt(position)))) break
          position++
          state = next
        } else if (operation === SPLIT) {
          // Every loop contains a choice, so only choices are recorded.
          if (wasAt(scannerState, state, position)) break
          if (rows[rowNumbers[to - position]!]![next] === 1) {
            later.states.push(next)
            later.positions.push(position)
            later.scanners.push(scanner)
            later.scannerStates.push(scannerState)
            later.marks.push(marks)
          }
          state = a
        } else {
          if (operation === MARK) {
            if (a >= 0) marks = { slot: a, position, before: marks }
            else if (a & 1) {
              scanner = scanners[(-1 - a) >> 1]!
              scannerState = scanner.first()
            } else {
              if (!scanner!.accepts(scannerState!)) break
              scannerState = undefined
            }
          }
          state = next
        }
      }
      if (later.states.length === 0) return false
      state = later.states.pop()!
      position = later.positions.pop()!
      scanner = later.scanners.pop()
      scannerState = later.scannerStates.pop()
      marks = later.marks.pop()
    }
  }
}

function noteMarks(
  code: readonly number[],
  marks: Marks | undefined,
  captures: Int32Array,
  firstCapture: number,
): void {
  for (let at = 0; at < code.length; at += 3) {
    if (code[at] === MARK && code[at + 1]! >= 0) captures[2 * firstCapture + code[at + 1]!] = -1
  }
  for (let mark = marks; mark; mark = mark.before) {
    const slot = 2 * firstCapture + mark.slot
    if (captures[slot]! < 0) captures[slot] = mark.position
  }
}
