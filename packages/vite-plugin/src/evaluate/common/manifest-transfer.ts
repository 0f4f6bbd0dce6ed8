// Brings the manifest from the worker to the main thread. An edit changes few routes, so only these are sent, parsed and
// frozen. All others stay the same objects, and what was computed of them stays true.
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { deepFreeze } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import { unchangedEnds } from './unchanged-ends.ts'

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
  #texts: readonly string[] = []

  /** @param receivedId the manifest that the receiver has; null if it has none */
  send({ routes, ...rest }: Manifest, receivedId: number | null): SentManifest {
    const texts = routes.map((route) => JSON.stringify(route))
    const sent = replaceReceived(texts, receivedId === this.#id ? this.#texts : [])
    // No two workers use the same id.
    this.#id = Math.random()
    this.#texts = texts
    return { id: this.#id, rest: JSON.stringify(rest), routes: sent }
  }
}

/** Replaces each text that the receiver has by its index there. Each index is used once: equal routes stay different objects. */
function replaceReceived(texts: readonly string[], received: readonly string[]): (string | number)[] {
  const { start, end } = unchangedEnds(received, texts)
  const offset = received.length - texts.length
  const changed = received.slice(start, received.length - end)
  const indexes = new Map(changed.map((text, index) => [text, start + index]))
  return texts.map((text, index) => {
    if (index < start) return index
    if (index >= texts.length - end) return index + offset
    const receivedIndex = indexes.get(text)
    indexes.delete(text)
    return receivedIndex ?? text
  })
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
