import type { Diagnostics, Place } from '../diagnostics/collector.ts'

/**
 * How much a compilation works through: declarations, and what expand makes of them. Any table that was meant is far
 * smaller; what goes on beyond it is a loop, or blocks that use each other twice and so double at every level.
 */
const LIMIT = 500_000

/** Counts what a phase does for the user's declarations, so that it comes to an end. */
export class Budget {
  readonly #diagnostics: Diagnostics
  readonly #what: string
  #left = LIMIT

  /** @param what is counted, in the plural */
  constructor(diagnostics: Diagnostics, what: string) {
    this.#diagnostics = diagnostics
    this.#what = what
  }

  /** True once something was refused. */
  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Counts one, and returns whether it is within the limit. The first that is not is reported at its place. */
  take(place: Place): boolean {
    this.#left -= 1
    if (this.#left === -1) {
      this.#diagnostics.report('too-many-routes', { limit: LIMIT, what: this.#what }, place)
    }
    return this.#left >= 0
  }
}
