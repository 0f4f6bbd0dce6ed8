import type { PageRequest } from '../src/page-data.ts'

/** The server records a request when it has sent the whole response. A busy machine takes its time. */
const ATTEMPTS = 50
const PAUSE_MS = 60

/** Reads the recent requests from the dev server, one reading at a time. */
export class RequestSource {
  readonly #listeners: ((requests: readonly PageRequest[]) => void)[] = []
  #requests: readonly PageRequest[] = []
  #reading: Promise<void> | null = null
  #isOutdated = false

  /** Calls a function with each new list. */
  on(listener: (requests: readonly PageRequest[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Reads the list again. A call during a reading causes one more reading. */
  refresh(): void {
    void this.#read()
  }

  /** Returns the request with this token; null if the server has not recorded it yet. */
  async find(token: string): Promise<PageRequest | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await this.#read()
      const request = this.#requests.find((candidate) => candidate.token === token)
      if (request !== undefined) return request
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return null
  }

  #read(): Promise<void> {
    this.#isOutdated = this.#reading !== null
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #readAll(): Promise<void> {
    do {
      this.#isOutdated = false
      try {
        const response = await fetch('requests.json', { cache: 'no-store' })
        if (!response.ok) return
        this.#requests = (await response.json()) as PageRequest[]
      } catch {
        // The page shows elsewhere that the server does not respond.
        return
      }
      for (const listener of this.#listeners) listener(this.#requests)
    } while (this.#isOutdated)
  }
}
