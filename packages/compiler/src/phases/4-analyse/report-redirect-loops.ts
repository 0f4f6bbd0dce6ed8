import { canonicalPath, keepQuery, redirect } from '@turnout/runtime'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import { Table } from '../../explain/table.ts'
import { explainRequest } from '../../explain.ts'
import type { Manifest, ManifestRoute, RedirectEndpoint } from '../../manifest.ts'
import { samplePath } from '../../recognition/sample.ts'
import { sampleOf } from './path-keys.ts'
import { RouteIndex } from './route-index.ts'
import { pathSetsOf } from './path-set.ts'

/** A request on its way through redirects. */
interface Step {
  readonly method: string
  /** With its query. */
  readonly target: string
  readonly path: string
}

/** A step, and the redirect that answers it. */
interface Redirected extends Step {
  readonly route: ManifestRoute
}

/** The statuses that clients follow (RFC 9110, section 15.4). */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Clients follow no more redirects than this (Fetch, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20

/** Where a request may come from. To other hosts no redirect is followed: this table may not be the one that answers. */
const ORIGIN = 'http://example.org'
const SECURE_ORIGIN = 'https://example.org'

/** A search ends after so many routes that were asked, and so many proofs. What it has not found is not claimed. */
const MAX_ASKED = 50_000
const MAX_PROOFS = 100

/**
 * Redirects that lead to themselves, in a circle, or on and on.
 *
 * A request is made up for each redirect, and followed as a client would follow it. That is done among the redirects
 * alone, which are few; what comes to no end is then followed through the whole table, and only what comes to no end
 * there is said, with that request.
 */
export function reportRedirectLoops(manifest: Manifest, diagnostics: Diagnostics): void {
  const routes = manifest.routes.filter((route) => redirectOf(route) !== null)
  if (routes.length === 0) return
  const redirects = new RedirectIndex({ ...manifest, routes })
  const table = new Table(manifest)
  const whole: Lookup = ({ method, path, target }, request) => table.answers(method, path, request, target)[0]
  const reported = new Set<ManifestRoute>()
  let proofs = 0
  for (const [route, origin, start] of requestsFor(routes)) {
    if (redirects.asked > MAX_ASKED || proofs > MAX_PROOFS) return
    if (reported.has(route) || follow(start, origin, redirects.find) === null) continue
    proofs += 1
    const loop = follow(start, origin, whole)
    if (loop === null || loop.some((each) => reported.has(each.route))) continue
    for (const each of loop) reported.add(each.route)
    report(loop, origin, diagnostics)
  }
}

/** Requests that redirects most likely answer: without the optional groups of their patterns, and with them. */
function* requestsFor(routes: readonly ManifestRoute[]): Generator<readonly [ManifestRoute, string, Step]> {
  for (const route of routes) {
    const { verbs } = route
    const method = verbs.length === 0 || verbs.includes('GET') ? 'GET' : verbs[0]!
    // A text leads wherever it leads from any origin.
    const origins = typeof redirectOf(route)!.target === 'string' ? [ORIGIN] : [ORIGIN, SECURE_ORIGIN]
    for (const path of new Set([samplePath(route, false), samplePath(route, true)])) {
      if (path !== null) for (const origin of origins) yield [route, origin, { method, target: path, path }]
    }
  }
}

/** Where a function leads to is known to nobody before the request. */
function redirectOf({ endpoint }: ManifestRoute): Extract<RedirectEndpoint, { target: unknown }> | null {
  if (endpoint?.kind !== 'redirect' || 'callable' in endpoint) return null
  return FOLLOWED.has(endpoint.status) ? endpoint : null
}

type Request = { readonly host: string; readonly protocol: string }
type Found = {
  readonly route: ManifestRoute
  readonly params: Readonly<Record<string, unknown>>
  readonly constraints: readonly unknown[]
}
/** Who answers a request, if the functions among its constraints say yes. */
type Lookup = (step: Step, request: Request) => Found | undefined

/** The redirects of a table. */
class RedirectIndex {
  /** How many routes have been asked so far. */
  asked = 0
  readonly #manifest: Manifest
  readonly #index = new RouteIndex()

  constructor(manifest: Manifest) {
    this.#manifest = manifest
    const pathSets = pathSetsOf(manifest)
    manifest.routes.forEach((route, number) => {
      const pathSet = pathSets.get(route)
      if (pathSet !== undefined) this.#index.add(route, number, pathSet)
    })
  }

  /** Looks among those that the index finds, which may not be all. */
  readonly find: Lookup = ({ method, path, target }, request) => {
    const guards = this.#index.candidates(sampleOf(path)).flatMap((pathSet) => pathSet.guards)
    const routes = guards.sort((a, b) => a.index - b.index).map((guard) => guard.route)
    this.asked += routes.length
    return explainRequest({ ...this.#manifest, routes }, method, target, request).answers[0]
  }
}

/** The redirects that come again and again; those that were followed, where they go on and on; null where they end. */
function follow(start: Step, origin: string, answering: Lookup): readonly Redirected[] | null {
  const { host, protocol } = new URL(origin)
  const steps: Redirected[] = []
  let step: Step | null = start
  while (steps.length <= MAX_REDIRECTS) {
    const { method, target } = step
    const again = steps.findIndex((each) => each.method === method && each.target === target)
    if (again >= 0) return steps.slice(again)
    const found = answering(step, { host, protocol })
    // A function that is a constraint may say no.
    if (found === undefined || found.constraints.length > 0) return null
    steps.push({ ...step, route: found.route })
    step = next(step, found, origin)
    if (step === null) return null
  }
  return steps
}

/** What a client asks for next; null where the redirect leads elsewhere. */
function next(step: Step, { route, params }: Found, origin: string): Step | null {
  const endpoint = redirectOf(route)
  if (endpoint === null) return null
  const { host, protocol } = new URL(origin)
  const plain = redirect(endpoint.target, endpoint.status)
  const finish = endpoint.query === 'keep' ? keepQuery(plain) : plain
  const answer = finish({ name: null, params, path: step.path }, NO_CAPTURES, { host, protocol }, step.target)
  const { location } = answer.redirect!
  if (!URL.canParse(location, origin)) return null
  const url = new URL(location, origin)
  const path = canonicalPath(url.pathname)
  if (url.origin !== origin || typeof path === 'number') return null
  return { method: methodAfter(step.method, endpoint.status), target: path + url.search, path }
}

const NO_CAPTURES = new Int32Array(0)

/** Browsers make GET of POST after 301 and 302, and of anything after 303 (Fetch). */
function methodAfter(method: string, status: number): string {
  return (status < 303 && method === 'POST') || (status === 303 && method !== 'HEAD') ? 'GET' : method
}

function report(loop: readonly Redirected[], origin: string, diagnostics: Diagnostics): void {
  const [first, ...others] = loop as readonly [Redirected, ...Redirected[]]
  const quoted = (target: string) => `\`${origin === ORIGIN ? '' : origin}${target}\``
  const request = `\`${first.method} ${quoted(first.target).slice(1)}`
  const way = [...new Set(others.map(({ target }) => target))].slice(0, MAX_SHOWN).map(quoted)
  const ends = loop.length > MAX_REDIRECTS ? 'never' : others.length - way.length
  const related = [...new Set(loop.map(({ route }) => route))].flatMap(({ pattern, location }) =>
    location === null || location === first.route.location
      ? []
      : [{ message: `\`${pattern}\` is declared here.`, location }],
  )
  diagnostics.report('redirect-loop', { request, way, ends }, () => first.route.location, { related })
}

const MAX_SHOWN = 4
