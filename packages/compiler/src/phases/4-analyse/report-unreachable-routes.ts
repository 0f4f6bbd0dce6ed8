import { messageOf, type MessageArgs } from '../../diagnostics/catalog.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Occurrence, RelatedLocation } from '../../diagnostics/diagnostic.ts'
import type { Location } from '../../location.ts'
import type { Manifest, ManifestRoute } from '../../manifest.ts'
import { ANY, findUnreachableRoutes, type Beaten, type Finding } from './find-unreachable-routes.ts'
import type { PathSets } from './path-set.ts'
import { showRequest } from './witness-request.ts'
import { showEndpoint, showRoute } from './show-route.ts'

/**
 * Puts into words what `findUnreachableRoutes` finds.
 *
 * One mount above all other routes makes hundreds of them unreachable: that is one mistake, and one diagnostic. So
 * findings of one call are put together, and those of many calls that lie behind the same earlier ones.
 */
export function reportUnreachableRoutes(manifest: Manifest, pathSets: PathSets, diagnostics: Diagnostics): void {
  for (const { calls, cause } of byCause(findUnreachableRoutes(manifest, pathSets), manifest)) {
    if (calls.length > MAX_APART) reportCause(calls, cause, diagnostics)
    else for (const found of calls) reportCall(found, diagnostics)
  }
}

/** Findings of more calls than this that have one cause are put together. */
const MAX_APART = 3

/** In one diagnostic: routes that are listed, and calls that are shown in their files. All are among `occurrences`. */
const MAX_LISTED = 8
const MAX_RELATED = 4

interface Found<Kind extends Finding = Finding> {
  readonly finding: Kind
  readonly route: ManifestRoute
}

/** What routes behind the same earlier ones have in common. */
interface Cause {
  /** Of each call, the findings in order. */
  readonly calls: (readonly Found[])[]
  /** The earlier routes; none where requirements alone are to blame. */
  readonly cause: readonly ManifestRoute[]
}

/** In the order of the first finding. */
function byCause(findings: ReadonlyMap<number, Finding>, { routes }: Manifest): Iterable<Cause> {
  const causes = new Map<string, { readonly calls: Map<string, Found[]>; readonly cause: Set<ManifestRoute> }>()
  for (const [index, finding] of findings) {
    const route = routes[index]!
    const by = finding.kind === 'unmatchable' ? [] : finding.by.map((guard) => guard.route)
    const key = by.length === 0 ? `${index}` : [finding.kind, ...new Set(by.map(placeOf))].join(' ')
    let cause = causes.get(key)
    if (cause === undefined) causes.set(key, (cause = { calls: new Map(), cause: new Set() }))
    for (const each of by) cause.cause.add(each)
    const isOfCall = finding.kind === 'unreachable' && by.length === 1
    const call = isOfCall ? `${finding.verb === ANY} ${placeOf(route)}` : `${index}`
    const found = cause.calls.get(call)
    if (found === undefined) cause.calls.set(call, [{ finding, route }])
    else found.push({ finding, route })
  }
  return [...causes.values()].map(({ calls, cause }) => ({ calls: [...calls.values()], cause: [...cause] }))
}

function placeOf({ location }: ManifestRoute): string {
  return location === null ? '' : showPlace(location)
}

function showPlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`
}

function reportCall(found: readonly Found[], diagnostics: Diagnostics): void {
  const [{ finding, route }] = found as readonly [Found]
  if (found.length > 1) return reportTogether(found as readonly Found<Beaten>[], diagnostics)
  const place = () => route.location
  if (finding.kind === 'unmatchable') {
    diagnostics.report('unmatchable-route', { route: showRoute(route) }, place)
  } else {
    diagnostics.report(`${finding.kind}-route`, inWords({ finding, route }), place, { related: relatedTo(finding) })
  }
}

function inWords({ finding, route }: Found<Beaten>): MessageArgs<'unreachable-route'> & MessageArgs<'shadowed-route'> {
  const by = finding.by.map((guard) => showRoute(guard.route))
  return { route: showRoute(route), by, example: answerOf(finding, route) }
}

/** `GET /photos/1` goes to `photos#show`, by `GET /photos/:id`. */
function answerOf({ verb, witness, origin, answer }: Beaten, { conditions }: ManifestRoute): string {
  const request = showRequest(verb === ANY ? '' : verb, witness, conditions, origin)
  if (answer === null) return `${request} never comes here`
  return `${request} goes to ${showEndpoint(answer.route)}, by ${showRoute(answer.route)}`
}

function relatedTo({ by, answer }: Beaten): RelatedLocation[] {
  return declared([...by, ...(answer === null ? [] : [answer])].map(({ route }) => route))
}

function declared(routes: readonly ManifestRoute[]): RelatedLocation[] {
  return [...new Set(routes)].flatMap((route) =>
    route.location === null ? [] : [{ message: `${showRoute(route)} is declared here.`, location: route.location }],
  )
}

/** The routes of one call, all of which the routes of another call take. */
function reportTogether(found: readonly Found<Beaten>[], diagnostics: Diagnostics): void {
  const [{ finding, route }] = found as readonly [Found<Beaten>]
  const example = answerOf(finding, route)
  diagnostics.report(
    'unreachable-route',
    { routes: found.length, listed: listed(found), example, behind: null },
    () => route.location,
    { related: relatedTo(finding), occurrences: occurrencesOf(found) },
  )
}

/** The routes of many calls, all of which the same earlier ones take. */
function reportCause(
  calls: readonly (readonly Found[])[],
  cause: readonly ManifestRoute[],
  diagnostics: Diagnostics,
): void {
  const found = calls.flat() as readonly Found<Beaten>[]
  const [{ finding, route }] = found as readonly [Found<Beaten>]
  const [first] = cause as readonly [ManifestRoute]
  const where = first.location === null ? '' : ` at ${showPlace(first.location)}`
  const earlier =
    cause.length === 1
      ? `${showRoute(first)}${where}`
      : `the same earlier routes (${listed(cause.map((each) => ({ route: each })))})`
  diagnostics.report(
    `${finding.kind}-route`,
    {
      routes: found.length,
      listed: listed(found),
      example: answerOf(finding, route),
      behind: { first: showRoute(route), earlier },
    },
    () => route.location,
    {
      related: [
        ...declared([...cause.slice(0, MAX_RELATED), ...(finding.answer === null ? [] : [finding.answer.route])]),
        ...declared(calls.slice(1, 1 + MAX_RELATED).map(([each]) => each!.route)),
      ],
      occurrences: occurrencesOf(found),
    },
  )
}

/** The first of them, and how many more there are. */
function listed(all: readonly { readonly route: ManifestRoute }[]): string {
  const left = all.length - MAX_LISTED
  const shown = all.slice(0, MAX_LISTED).map(({ route }) => showRoute(route))
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function occurrencesOf(found: readonly Found<Beaten>[]): Occurrence[] {
  return found.map((each) => ({
    message: messageOf(`${each.finding.kind}-route`, inWords(each)),
    location: each.route.location,
  }))
}
