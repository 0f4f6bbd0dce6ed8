/**
 * The second pass of an automaton with scanned sections. A section is the value of one parameter, and a scanner tests it,
 * because the parameter's requirement has lookarounds or would need too many states. The section is next to static characters
 * or other parameters: `/:id-live`.
 *
 * The automaton alone finds the possible borders of a section. Not all of them match. So this pass also steps the section's
 * scanner, and tries the next branch if the scanner rejects. No state of the automaton is tried twice at one position with
 * one state of the scanner, so the time is linear in the path.
 */
import { type WriteCaptures, OP_MARK, OP_MATCH, OP_SET, OP_SPLIT } from './automaton.ts'
import { createVisitedCheck } from './visited.ts'
import type { Scanner, ScannerState } from './scanner.ts'

/** The marks on the current branch, the last one first. */
interface Marks {
  readonly slot: number
  readonly position: number
  readonly before: Marks | undefined
}

/**
 * The branches that have not been tried yet, the next one last. A list for each field, because a long path has a branch for
 * each character, and an object for each would be garbage.
 */
interface Branches {
  readonly states: number[]
  readonly positions: number[]
  readonly scanners: (Scanner | undefined)[]
  readonly scannerStates: (ScannerState | undefined)[]
  readonly marks: (Marks | undefined)[]
}

/** Section `n` begins at the mark with the slot `-1 - 2 * n`, and ends at the one with the slot `-2 - 2 * n`. */
const isStartOfSection = (slot: number): boolean => slot % 2 !== 0
const sectionOf = (startSlot: number): number => (-1 - startSlot) / 2

/**
 * Creates the second pass.
 *
 * @param scanners the scanner of each section. Sections are never nested
 */
export function withScanners(scanners: readonly Scanner[]): WriteCaptures {
  return (code, rows, rowNumbers, start, path, from, to, captures, firstCapture, shared) => {
    const wasVisited = createVisitedCheck(shared ? (shared.visited ??= new Map()) : new Map(), path.length)
    const untried: Branches = { states: [], positions: [], scanners: [], scannerStates: [], marks: [] }
    let position = from
    let scanner: Scanner | undefined
    let scannerState: ScannerState | undefined
    let marks: Marks | undefined
    let state = start
    for (;;) {
      // Rows do not consider scanners, but if a row contains 0 for a state, no match is reachable from it.
      while (rows[rowNumbers[to - position]!]![state] === 1) {
        const operation = code[3 * state]
        const operand = code[3 * state + 1]!
        const next = code[3 * state + 2]!
        if (operation === OP_MATCH) {
          writeMarks(code, marks, captures, firstCapture)
          // These positions reach a match, and the same automaton after another node may need it.
          if (shared) shared.visited = undefined
          return true
        }
        if (operation === OP_SET) {
          if (scannerState && !(scannerState = scanner!.step(scannerState, path.charCodeAt(position)))) break
          position++
          state = next
        } else if (operation === OP_SPLIT) {
          // Every loop contains a choice, so only choices are recorded.
          if (wasVisited(scannerState, state, position)) break
          if (rows[rowNumbers[to - position]!]![next] === 1) {
            untried.states.push(next)
            untried.positions.push(position)
            untried.scanners.push(scanner)
            untried.scannerStates.push(scannerState)
            untried.marks.push(marks)
          }
          state = operand
        } else {
          if (operation === OP_MARK) {
            if (operand >= 0) marks = { slot: operand, position, before: marks }
            else if (isStartOfSection(operand)) {
              scanner = scanners[sectionOf(operand)]!
              scannerState = scanner.first()
            } else {
              if (!scanner!.accepts(scannerState!)) break
              scannerState = undefined
            }
          }
          state = next
        }
      }
      if (untried.states.length === 0) return false
      state = untried.states.pop()!
      position = untried.positions.pop()!
      scanner = untried.scanners.pop()
      scannerState = untried.scannerStates.pop()
      marks = untried.marks.pop()
    }
  }
}

/** Writes the marks of the matching branch to the captures, and -1 for marks that the branch does not contain. */
function writeMarks(
  code: readonly number[],
  lastMark: Marks | undefined,
  captures: Int32Array,
  firstCapture: number,
): void {
  for (let at = 0; at < code.length; at += 3) {
    if (code[at] === OP_MARK && code[at + 1]! >= 0) captures[2 * firstCapture + code[at + 1]!] = -1
  }
  // The last mark of a slot is the right one.
  for (let mark = lastMark; mark; mark = mark.before) {
    const slot = 2 * firstCapture + mark.slot
    if (captures[slot]! < 0) captures[slot] = mark.position
  }
}
