// Reports redirects that never end.
import { canonicalPath, keepQuery, redirect } from '@turnout/runtime'
import { noteAt } from '../../diagnostics/diagnostic.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Answer } from '../../manifest/explain.ts'
import { Table } from '../../manifest/explain/table.ts'
import type { Manifest, ManifestRoute, RedirectEndpoint } from '../../manifest/manifest.ts'
import { samplePath } from '../../patterns/routes/sample.ts'

/** A request on its way through redirects. */
interface Step {
  readonly method: string
  /** With its query. */
  readonly target: string
  readonly path: string
}

/** A request, and the redirect that matches it. */
interface Redirected extends Step {
  readonly route: ManifestRoute
}

/** The statuses that clients follow (RFC 9110, section 15.4). */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Clients follow no more redirects than this (Fetch, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20

/** The origins of the sample requests. Redirects to other hosts are not followed: another table may route them. */
const ORIGIN = 'http://example.org'
const SECURE_ORIGIN = 'https://example.org'

/**
 * Bounds of a search: the number of requests, multiplied by the number of redirects that each is compared with, and the number
 * of proofs. Loops beyond them are not reported.
 */
const MAX_WORK = 5_000_000
const MAX_PROOFS = 100

/**
 * Reports redirects to themselves, circles of redirects, and chains that never end.
 *
 * The check builds sample requests for each redirect, and follows them as a client would. It first follows a request
 * among the redirects only, because these are few. If the redirects do not end, it follows the request through the
 * whole table. It reports a loop only if the request does not end there either, and shows that request.
 */
export function reportRedirectLoops(manifest: Manifest, diagnostics: Diagnostics): void {
  const routes = manifest.routes.filter((route) => redirectOf(route) !== null)
  if (routes.length === 0) return
  const redirects = new Table({ ...manifest, routes })
  const table = new Table(manifest)
  const reported = new Set<ManifestRoute>()
  let work = 0
  let proofs = 0
  for (const [route, origin, start] of requestsFor(routes)) {
    work += routes.length
    if (work > MAX_WORK || proofs > MAX_PROOFS) return
    if (reported.has(route) || follow(start, origin, redirects) === null) continue
    proofs += 1
    const loop = follow(start, origin, table)
    if (loop === null || loop.some(({ route: looping }) => reported.has(looping))) continue
    for (const { route: looping } of loop) reported.add(looping)
    report(loop, origin, diagnostics)
  }
}

/** Yields requests that the redirects most likely match: without the optional groups of their patterns, and with them. */
function* requestsFor(routes: readonly ManifestRoute[]): Generator<readonly [ManifestRoute, string, Step]> {
  for (const route of routes) {
    const { verbs } = route
    const method = verbs.length === 0 || verbs.includes('GET') ? 'GET' : verbs[0]!
    // A string target is the same for every origin.
    const origins = typeof redirectOf(route)!.target === 'string' ? [ORIGIN] : [ORIGIN, SECURE_ORIGIN]
    for (const path of new Set([samplePath(route, false), samplePath(route, true)])) {
      if (path !== null) for (const origin of origins) yield [route, origin, { method, target: path, path }]
    }
  }
}

/** Returns the redirect of a route. Null for functions, because their target is only known at the request. */
function redirectOf({ endpoint }: ManifestRoute): Extract<RedirectEndpoint, { target: unknown }> | null {
  if (endpoint?.kind !== 'redirect' || 'callable' in endpoint) return null
  return FOLLOWED.has(endpoint.status) ? endpoint : null
}

/** Returns the redirects of a circle, or all redirects followed if there are too many; null if the redirects end. */
function follow(start: Step, origin: string, table: Table): readonly Redirected[] | null {
  const { host, protocol } = new URL(origin)
  const steps: Redirected[] = []
  let step: Step | null = start
  while (steps.length <= MAX_REDIRECTS) {
    const { method, target } = step
    const loopStart = steps.findIndex((earlierStep) => earlierStep.method === method && earlierStep.target === target)
    if (loopStart >= 0) return steps.slice(loopStart)
    const [match] = table.answers(method, target, { host, protocol })
    // A constraint function may reject the request.
    if (match === undefined || match.constraints.length > 0) return null
    steps.push({ ...step, route: match.route })
    step = nextStep(step, match, origin)
    if (step === null) return null
  }
  return steps
}

/** Returns the next request of a client; null if the redirect's target is outside this table. */
function nextStep(step: Step, { route, params }: Answer, origin: string): Step | null {
  const endpoint = redirectOf(route)
  if (endpoint === null) return null
  const { host, protocol } = new URL(origin)
  const withoutQuery = redirect(endpoint.target, endpoint.status)
  const finish = endpoint.query === 'keep' ? keepQuery(withoutQuery) : withoutQuery
  const match = finish({ name: null, params, path: step.path }, NO_CAPTURES, { host, protocol }, step.target)
  const { location } = match.redirect!
  if (!URL.canParse(location, origin)) return null
  const url = new URL(location, origin)
  const path = canonicalPath(url.pathname)
  if (url.origin !== origin || typeof path === 'number') return null
  return { method: methodAfter(step.method, endpoint.status), target: path + url.search, path }
}

const NO_CAPTURES = new Int32Array(0)

/** Browsers turn POST into GET after 301 and 302, and every method except HEAD into GET after 303 (Fetch). */
function methodAfter(method: string, status: number): string {
  return (status < 303 && method === 'POST') || (status === 303 && method !== 'HEAD') ? 'GET' : method
}

function report(loop: readonly Redirected[], origin: string, diagnostics: Diagnostics): void {
  const [firstStep, ...laterSteps] = loop as readonly [Redirected, ...Redirected[]]
  const quoted = (target: string) => `\`${origin === ORIGIN ? '' : origin}${target}\``
  const request = `\`${firstStep.method} ${quoted(firstStep.target).slice(1)}`
  const stops = [...new Set(laterSteps.map(({ target }) => target))].slice(0, MAX_SHOWN).map(quoted)
  const omittedStops = loop.length > MAX_REDIRECTS ? 'never' : laterSteps.length - stops.length
  const { location } = firstStep.route
  const otherRoutes = [...new Set(loop.map(({ route }) => route))].filter((route) => route.location !== location)
  const related = otherRoutes.flatMap((route) => noteAt(route.location, `\`${route.pattern}\` is declared here.`))
  diagnostics.report('redirect-loop', { request, stops, omittedStops }, () => location, { related })
}

const MAX_SHOWN = 4
