// Remembers the positions that a search has visited, so that it visits none twice.
import type { VisitedPositions } from './route-match.ts'
import type { ScannerState } from './scanner.ts'

/** A block is 1,024 positions, with a bit for each. Adding the positions to a `Set` would take longer than the rest of the search. */
const BLOCK_BITS = 10

/**
 * Returns true if a state of an automaton has been visited at a position before, with the same state of a scanner.
 * Otherwise records it.
 */
export type WasVisited = (scannerState: ScannerState | undefined, state: number, position: number) => boolean

/** Creates `WasVisited`, which adds the positions to `visited`. */
export function createVisitedCheck(visited: VisitedPositions, pathLength: number): WasVisited {
  const blockCount = (pathLength >> BLOCK_BITS) + 1
  // Neighbours in the path often have the same state of a scanner, or are in the same block.
  let lastScannerState: ScannerState | undefined
  let lastBlocks: Map<number, Int32Array> | undefined
  let lastBlock = -1
  let lastBits: Int32Array | undefined
  return (scannerState, state, position) => {
    if (!lastBlocks || scannerState !== lastScannerState) {
      lastBlocks = visited.get(scannerState)
      if (!lastBlocks) visited.set(scannerState, (lastBlocks = new Map()))
      lastScannerState = scannerState
      lastBlock = -1
    }
    const block = state * blockCount + (position >> BLOCK_BITS)
    if (!lastBits || block !== lastBlock) {
      lastBits = lastBlocks.get(block)
      if (!lastBits) lastBlocks.set(block, (lastBits = new Int32Array(1 << (BLOCK_BITS - 5))))
      lastBlock = block
    }
    const word = (position >> 5) & (lastBits.length - 1)
    const mask = 1 << (position & 31)
    if (lastBits[word]! & mask) return true
    lastBits[word]! |= mask
    return false
  }
}
