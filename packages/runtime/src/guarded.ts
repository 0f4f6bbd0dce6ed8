/**
 * Runs automata in which scanners test parts of the path: a requirement with lookarounds, or one that would need too many
 * states, next to static characters or other params (`/:id-live`). The automaton alone finds the possible borders of such
 * a part. Not all of them match, so the walk also steps the part's scanner, and tries the next branch if it rejects.
 *
 * No state of the automaton is tried twice at one position with one state of the scanner, so the time is linear in the path.
 */
import { MARK, MATCH, SET, SPLIT, type Take } from './automaton.ts'
import type { Visited } from './route-match.ts'
import type { Scanner, ScannerState } from './scanner.ts'

/** The marks that a branch has passed, the last mark first. */
interface Marks {
  readonly slot: number
  readonly position: number
  readonly before: Marks | undefined
}

/** A branch that has not been tried yet. */
type Branch = readonly [
  state: number,
  position: number,
  scanner: Scanner | undefined,
  scannerState: ScannerState | undefined,
  marks: Marks | undefined,
]

/**
 * Creates the `Take` of an automaton with guarded parts.
 *
 * @param scanners the scanners of these parts: the mark -1 - 2n is the start of part n, -2 - 2n its end. Parts are never
 *   nested
 */
export function guarded(scanners: readonly Scanner[]): Take {
  return (code, rows, rowNumbers, start, path, from, to, captures, firstCapture, shared) => {
    const visited: Visited = shared ? (shared.visited ??= new Map()) : new Map()
    const blocks = (path.length >> BLOCK_BITS) + 1
    const stack: Branch[] = [[start, from, undefined, undefined, undefined]]
    for (let branch = stack.pop(); branch; branch = stack.pop()) {
      let [state, position, scanner, scannerState, marks] = branch
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
          if (wasAt(visited, scannerState, state * blocks + (position >> BLOCK_BITS), position)) break
          stack.push([next, position, scanner, scannerState, marks])
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
    }
    return false
  }
}

/** Blocks of 1,024 positions: one bit for each. */
const BLOCK_BITS = 10

/** Returns true if the state was at the position before. Every loop contains a choice, so only choices are recorded. */
function wasAt(visited: Visited, scannerState: ScannerState | undefined, block: number, position: number): boolean {
  let blocks = visited.get(scannerState)
  if (!blocks) visited.set(scannerState, (blocks = new Map()))
  let bits = blocks.get(block)
  if (!bits) blocks.set(block, (bits = new Int32Array(1 << (BLOCK_BITS - 5))))
  const word = (position >> 5) & (bits.length - 1)
  const mask = 1 << (position & 31)
  if (bits[word]! & mask) return true
  bits[word]! |= mask
  return false
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
