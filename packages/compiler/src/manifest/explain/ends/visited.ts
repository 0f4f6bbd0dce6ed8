import type { ScannerState } from '@turnout/runtime'

/**
 * The steps of all walks along a path, so that none is repeated: its position, and the states of the automaton and of the
 * scanner.
 */
export class VisitedSteps {
  readonly #positionCount: number
  /** For walks without a scanner: 1 for each visited position, by the state of the automaton. */
  readonly #flagsByState: (Uint8Array | undefined)[] = []
  /** For walks with a scanner: positions and states of the automaton as one number, by the state of the scanner. */
  readonly #stepsByScannerState = new Map<ScannerState, Set<number>>()

  constructor(path: string) {
    this.#positionCount = path.length + 1
  }

  /**
   * Adds a step. Returns true if it was there before.
   *
   * @param scannerState null for a walk without a scanner
   * @param stateIndex the state of the automaton; 0 for a walk without an automaton
   */
  add(scannerState: ScannerState | null, stateIndex: number, at: number): boolean {
    if (scannerState === null) {
      const flags = (this.#flagsByState[stateIndex] ??= new Uint8Array(this.#positionCount))
      if (flags[at] === 1) return true
      flags[at] = 1
      return false
    }
    let steps = this.#stepsByScannerState.get(scannerState)
    if (steps === undefined) this.#stepsByScannerState.set(scannerState, (steps = new Set()))
    const step = stateIndex * this.#positionCount + at
    if (steps.has(step)) return true
    steps.add(step)
    return false
  }
}
