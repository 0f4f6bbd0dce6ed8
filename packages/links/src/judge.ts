// Decides whether the paths of a link match a route. A dead link is proven: no path of the link matches any route.
import { explainRequest, suggestRequests, type Manifest, type ManifestRoute } from '@turnout/compiler'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { isCertain } from '@turnout/compiler/internal/manifest/manifest'
import { basePath } from '@turnout/compiler/internal/manifest/base'
import { Table } from '@turnout/compiler/internal/manifest/explain/table'
import { mayServe } from '@turnout/compiler/internal/manifest/verbs'
import { pathTableOf } from '@turnout/compiler/internal/matcher/path-table'
import { commonPath } from '@turnout/compiler/internal/patterns/automata/inclusion'
import type { PositionAutomaton } from '@turnout/compiler/internal/patterns/automata/position-automaton'
import { languageOf } from '@turnout/compiler/internal/patterns/routes/language'
import type { Link } from './link.ts'
import { insideBase, isLiteral, pathWith, readPath, routeFor, type LinkPath, type ReadingOptions } from './link-path.ts'

/** The result for a link. */
export type Verdict =
  /** A path of the link matches `routes`, in the order of the table. */
  | { readonly kind: 'match'; readonly routes: readonly ManifestRoute[] }
  /** Nothing is known about the link, or it does not concern the routes. */
  | { readonly kind: 'unknown' }
  /** No path of the link matches a route. `nearest` is a similar path that does. */
  | { readonly kind: 'dead'; readonly nearest: string | null }
  /** Paths of the link match `routes`, but no route accepts a method of the link. */
  | { readonly kind: 'verb'; readonly routes: readonly ManifestRoute[] }
  /** Every path of the link that matches a route is redirected. */
  | { readonly kind: 'redirect'; readonly routes: readonly ManifestRoute[] }
  /** Only routes that match any path match the link. */
  | { readonly kind: 'catch-all'; readonly routes: readonly ManifestRoute[] }

const UNKNOWN: Verdict = { kind: 'unknown' }

/** The paths of routes, or of other parts of the server, with their order. */
class Paths {
  readonly #table: Table
  readonly routes: readonly ManifestRoute[]

  constructor(routes: readonly ManifestRoute[]) {
    this.routes = routes
    this.#table = new Table({ version: 1, routes, resolves: [], directs: [] })
  }

  /** Returns the routes that match a path of the set. `isComplete` is false if other routes may match one, too. */
  overlapping(path: LinkPath): { readonly routes: ManifestRoute[]; readonly isComplete: boolean } {
    if (isLiteral(path)) {
      const indexes = [
        ...pathTableOf(this.routes)
          .find(pathWith(path, () => '', ''))
          .keys(),
      ]
      return { routes: indexes.map((index) => this.routes[index]!), isComplete: true }
    }
    const route = routeFor(path)
    const language = languageOf(route)
    const routes: ManifestRoute[] = []
    let isComplete = language !== null
    for (const index of language === null ? [] : this.#table.overlapping(route)) {
      const other = this.#table.language(index)
      const { exists } = commonPath([language!.automaton, other && other.automaton])
      if (exists === 'yes' && other!.exact) routes.push(this.routes[index]!)
      else if (exists !== 'no') isComplete = false
    }
    return { routes, isComplete }
  }

  /** Returns those of the routes that match a path of the set for which no earlier route is certain to respond. */
  reached(routes: readonly ManifestRoute[], path: LinkPath): readonly ManifestRoute[] {
    const paths = languageOf(routeFor(path))
    const earlier: PositionAutomaton[] = []
    return routes.filter((route) => {
      const index = this.routes.indexOf(route)
      const own = this.#table.language(index)
      const { exists } = commonPath([paths && paths.automaton, own && own.automaton], earlier)
      if (isCertain(route) && own?.exact) earlier.push(own.automaton)
      return exists !== 'no'
    })
  }
}

/** What the judge knows about a server. */
export interface JudgeOptions {
  readonly manifest: Manifest
  /** The prefix of the paths of all routes. */
  readonly base?: string | undefined
  /** Paths of the same host that have no route: files, and prefixes that other servers respond to. */
  readonly others?: readonly ManifestRoute[]
  readonly holes?: ReadingOptions['holes'] | undefined
}

/** Compares links with one table. It remembers verdicts, because links repeat. */
export class Judge {
  readonly #manifest: Manifest
  readonly #base: string
  readonly #holes: ReadingOptions['holes']
  readonly #routes: Paths
  readonly #others: Paths
  readonly #verdicts = new Map<string, Verdict>()

  constructor({ manifest, base = '/', others = [], holes = 'segment' }: JudgeOptions) {
    this.#manifest = manifest
    this.#base = basePath(base) ?? ''
    this.#holes = holes
    this.#routes = new Paths(manifest.routes)
    this.#others = new Paths(others)
  }

  /** Returns the verdict for a link. */
  verdict({ parts, methods, isRouter }: Pick<Link, 'parts' | 'methods' | 'isRouter'>): Verdict {
    const key = JSON.stringify([
      parts.map((part) => (typeof part === 'string' ? part : [part.isEncoded])),
      methods,
      isRouter,
    ])
    return getOrCreate(this.#verdicts, key, () => {
      const path = readPath(parts, { holes: this.#holes, isRouter })
      return path === null ? UNKNOWN : this.#judge(path, methods, isRouter)
    })
  }

  #judge(path: LinkPath, methods: Link['methods'], isRouter: boolean): Verdict {
    const inner = insideBase(path, this.#base)
    const readings = [inner, isRouter && this.#base !== '' ? path : null].filter((reading) => reading !== null)
    const verdicts = readings.map((reading) => this.#judgeInBase(reading, methods, isRouter))
    const verdict = verdicts.find(({ kind }) => kind !== 'dead') ?? verdicts[0] ?? UNKNOWN
    if (verdict.kind === 'match' || verdict.kind === 'unknown') return verdict
    const { routes, isComplete } = this.#others.overlapping(path)
    return routes.length > 0 || !isComplete ? UNKNOWN : verdict
  }

  #judgeInBase(path: LinkPath, methods: Link['methods'], isRouter: boolean): Verdict {
    const { routes, isComplete } = this.#routes.overlapping(path)
    if (routes.length === 0) return isComplete ? this.#dead(path, methods) : UNKNOWN
    const served = routes.filter(({ verbs }) => methods?.some((method) => mayServe(verbs, method)) ?? true)
    if (served.length === 0) return isComplete ? { kind: 'verb', routes } : UNKNOWN
    // Most links match a plain route first, and need no further proof.
    const reached = isPlain(served[0]!) ? served : this.#routes.reached(served, path)
    if (!isComplete || reached.some(isPlain)) return { kind: 'match', routes: served }
    if (!reached.some(isCatchAll)) return { kind: 'redirect', routes: reached }
    // A client router has routes of its own behind the catch-all.
    return reached.every(isCatchAll) && !isRouter
      ? { kind: 'catch-all', routes: reached }
      : { kind: 'match', routes: served }
  }

  #dead(path: LinkPath, methods: Link['methods']): Verdict {
    const sample = pathWith(path, (index) => String(index + 1), '')
    const explanation = explainRequest(this.#manifest, methods?.[0] ?? 'GET', sample)
    const [suggestion] = suggestRequests(this.#manifest, explanation)
    return { kind: 'dead', nearest: suggestion === undefined ? null : this.#base + suggestion.path }
  }
}

function isPlain(route: ManifestRoute): boolean {
  return !isRedirect(route) && !isCatchAll(route)
}

function isRedirect({ endpoint }: ManifestRoute): boolean {
  return endpoint?.kind === 'redirect'
}

/** True for `/*path`, with or without a format, and for an app that is mounted at the root. */
function isCatchAll({ segments, anchored }: ManifestRoute): boolean {
  const [slash, glob, format] = segments
  if (slash?.kind !== 'static' || slash.text !== '/') return false
  if (glob === undefined) return !anchored
  return glob.kind === 'glob' && (format === undefined || (format.kind === 'optional' && segments.length === 3))
}
