import type { ManifestRoute } from '../../../manifest.ts'

/** What an export cannot say of a route. */
export interface Unsaid {
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

/** Rails finds their border at a `/` or a `.`, and other routers anywhere. */
export const ADJACENT = 'two of its parameters have nothing between them'

/** The list of what an export could not say, as it grows. Each reason stands there once for each route. */
export class UnsaidList {
  readonly #routes: readonly ManifestRoute[]
  readonly #entries = new Map<string, Unsaid>()

  constructor(routes: readonly ManifestRoute[]) {
    this.#routes = routes
  }

  /** @param kept true: the route is in the export, and this is not said of it */
  add(route: number, reason: string, kept: boolean): void {
    const { name, verbs, pattern } = this.#routes[route]!
    const entry = { route, name, verb: verbs.join('|'), pattern, kept, reason }
    this.#entries.set(`${route} ${reason}`, entry)
  }

  /** In the order of the routes. */
  get entries(): readonly Unsaid[] {
    return [...this.#entries.values()].sort((a, b) => a.route - b.route)
  }
}
