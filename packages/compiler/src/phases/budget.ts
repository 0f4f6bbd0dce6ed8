import type { Diagnostics, Locator } from '../diagnostics/collector.ts'

/**
 * The limit of declarations in a compilation, and of steps of expand. Every intended table is far smaller. Larger ones
 * result from a loop, or from blocks that use each other twice and so double at every level.
 */
const LIMIT = 500_000

/** Counts the steps of a phase, so that each phase ends. */
export class Budget {
  readonly #diagnostics: Diagnostics
  readonly #items: string
  #left = LIMIT

  /** @param items the name of the counted items, in the plural */
  constructor(diagnostics: Diagnostics, items: string) {
    this.#diagnostics = diagnostics
    this.#items = items
  }

  /** True after the first refused item. */
  get isSpent(): boolean {
    return this.#left < 0
  }

  /** Counts an item, and returns whether it is within the limit. Reports the first item beyond the limit, at its place. */
  take(locator: Locator): boolean {
    this.#left -= 1
    if (this.#left === -1) {
      this.#diagnostics.report('too-many-routes', { limit: LIMIT, items: this.#items }, locator)
    }
    return this.#left >= 0
  }
}
