import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'

/** A property of a route that an export cannot express. */
export interface Omission {
  /** The place of the route in the manifest. */
  readonly route: number
  readonly name: string | null
  /** `GET`, several as `GET|POST`, empty for any. */
  readonly verb: string
  readonly pattern: string
  /** False: the route is left out altogether. */
  readonly kept: boolean
  readonly reason: string
}

/** Collects the properties that an export cannot express. Each reason is listed once per route. */
export class OmissionList {
  readonly #routes: readonly ManifestRoute[]
  readonly #entries = new Map<string, Omission>()

  constructor(routes: readonly ManifestRoute[]) {
    this.#routes = routes
  }

  /** @param isExported true if the export contains the route, without this property */
  add(route: number, reason: string, isExported: boolean): void {
    const { name, verbs, pattern } = this.#routes[route]!
    const entry = { route, name, verb: verbs.join('|'), pattern, kept: isExported, reason }
    this.#entries.set(`${route} ${reason}`, entry)
  }

  /** In the order of the routes. */
  get entries(): readonly Omission[] {
    return [...this.#entries.values()].sort((a, b) => a.route - b.route)
  }
}
