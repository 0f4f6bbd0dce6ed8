// Calls a check at times when Vite's watcher may have missed a change.

/** Vite's watcher drops a change of a file less than 50 ms after the previous change. In milliseconds. */
const RECHECK_MS = 55

/**
 * Vite's watcher emits `ready` before it has scanned all folders, and misses changes in the other folders. Measured on a
 * busy machine: 900 ms for a project of six files. So the files are compared again, after waits that grow up to this.
 */
const SCAN_MS = 30_000

/** The timers for one check. */
export class Rechecks {
  readonly #check: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #scanTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(check: () => Promise<void>) {
    this.#check = check
  }

  /** Calls the check after the time in which the watcher may drop a change. */
  checkSoon(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#check(), RECHECK_MS)
  }

  /** Calls the check repeatedly while the watcher may not yet watch all files. Each wait is twice as long as the previous one. */
  checkDuringScan(wait = RECHECK_MS): void {
    if (this.#isClosed) return
    this.#scanTimer = setTimeout(() => {
      void this.#check()
      if (2 * wait < SCAN_MS) this.checkDuringScan(2 * wait)
    }, wait)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#scanTimer)
  }
}
