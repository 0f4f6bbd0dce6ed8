// Brings the manifest from the worker to the main thread. An edit changes few routes, so only these are sent, parsed and
// frozen. All others stay the same objects, and what was computed of them stays true.
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { deepFreeze } from '@turnout/compiler/internal'

/** A manifest as it is sent. */
export interface SentManifest {
  readonly id: number
  /** Everything but the routes, as JSON. */
  readonly rest: string
  /** Each route as JSON, or its index among the routes of the manifest that the receiver has. */
  readonly routes: readonly (string | number)[]
}

/** The worker's side. It remembers the manifest that it sent last. */
export class ManifestSender {
  #id = 0
  #indexes = new Map<string, number>()

  /** @param receivedId the manifest that the receiver has; null if it has none */
  send({ routes, ...rest }: Manifest, receivedId: number | null): SentManifest {
    const receivedIndexes = receivedId === this.#id ? this.#indexes : new Map<string, number>()
    const texts = routes.map((route) => JSON.stringify(route))
    const sent = texts.map((text) => {
      const index = receivedIndexes.get(text)
      // Each is used once: equal routes stay different objects.
      receivedIndexes.delete(text)
      return index ?? text
    })
    // No two workers use the same id.
    this.#id = Math.random()
    this.#indexes = new Map(texts.map((text, index) => [text, index]))
    return { id: this.#id, rest: JSON.stringify(rest), routes: sent }
  }
}

/** The main thread's side, one for each project. */
export class ManifestReceiver {
  #id: number | null = null
  #routes: readonly ManifestRoute[] = []

  /** The manifest that was received last; null if there was none. */
  get id(): number | null {
    return this.#id
  }

  receive({ id, rest, routes }: SentManifest): Manifest {
    const previous = this.#routes
    this.#routes = routes.map((route) =>
      typeof route === 'number' ? previous[route]! : deepFreeze(JSON.parse(route) as ManifestRoute),
    )
    this.#id = id
    return deepFreeze({ ...(JSON.parse(rest) as Omit<Manifest, 'routes'>), routes: this.#routes })
  }
}
