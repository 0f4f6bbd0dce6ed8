// Combines findings of unreachable routes with the same cause into one diagnostic.
import { addToList, getOrCreate } from '../../collections.ts'
import { listSome } from '../../diagnostics/text.ts'
import { messageOf, type MessageArgs } from '../../diagnostics/catalog.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import { showLocation } from '../../diagnostics/location.ts'
import { noteAt, type Occurrence, type RelatedLocation } from '../../diagnostics/diagnostic.ts'
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { ANY } from './prove-unreachable.ts'
import { findUnreachableRoutes, type HiddenRouteFinding, type Finding } from './find-unreachable-routes.ts'
import type { PathSets } from './path-set.ts'
import { showRequest } from './witness-request.ts'
import { showEndpoint, showRoute } from '../../manifest/print/describe.ts'

/**
 * Reports the findings of `findUnreachableRoutes`.
 *
 * One mount above all other routes makes hundreds of routes unreachable. That is one mistake, so it is one diagnostic. For
 * this reason, the findings of one call become one diagnostic, and so do those of many calls with the same cause.
 */
export function reportUnreachableRoutes(manifest: Manifest, pathSets: PathSets, diagnostics: Diagnostics): void {
  for (const { calls, cause } of byCause(findUnreachableRoutes(manifest, pathSets), manifest)) {
    if (calls.length > MAX_APART) reportTogether(calls, cause, diagnostics)
    else for (const entries of calls) reportCall(entries, cause, diagnostics)
  }
}

/** If more calls than this have the same cause, their findings become one diagnostic. */
const MAX_APART = 3

/** Limits of a diagnostic: listed routes, and calls shown in their files. `occurrences` contains all of them. */
const MAX_LISTED = 8
const MAX_RELATED = 4

interface RouteFinding<Kind extends Finding = Finding> {
  readonly finding: Kind
  readonly route: ManifestRoute
}

/** The findings that have the same earlier routes as their cause. */
interface Cause {
  /** The findings of each call, in order. */
  readonly calls: (readonly RouteFinding[])[]
  /** The earlier routes; empty if requirements alone are the cause. */
  readonly cause: readonly ManifestRoute[]
}

/** Groups the findings by cause, in the order of the first finding of each cause. */
function byCause(findings: ReadonlyMap<number, Finding>, { routes }: Manifest): Iterable<Cause> {
  const causes = new Map<string, { readonly calls: Map<string, RouteFinding[]>; readonly cause: Set<ManifestRoute> }>()
  for (const [index, finding] of findings) {
    const route = routes[index]!
    const earlierRoutes =
      finding.kind === 'unmatchable' ? [] : finding.earlierRoutes.map(({ route: earlierRoute }) => earlierRoute)
    const key =
      earlierRoutes.length === 0 ? `${index}` : [finding.kind, ...new Set(earlierRoutes.map(placeOf))].join(' ')
    const cause = getOrCreate(causes, key, () => ({ calls: new Map(), cause: new Set() }))
    for (const earlierRoute of earlierRoutes) cause.cause.add(earlierRoute)
    const isOfCall = finding.kind === 'unreachable' && earlierRoutes.length === 1
    const call = isOfCall ? `${finding.verb === ANY} ${placeOf(route)}` : `${index}`
    addToList(cause.calls, call, { finding, route })
  }
  return [...causes.values()].map(({ calls, cause }) => ({ calls: [...calls.values()], cause: [...cause] }))
}

function placeOf({ location }: ManifestRoute): string {
  return location === null ? '' : showLocation(location)
}

function reportCall(entries: readonly RouteFinding[], cause: readonly ManifestRoute[], diagnostics: Diagnostics): void {
  const [{ finding, route }] = entries as readonly [RouteFinding]
  if (entries.length > 1) return reportTogether([entries], cause, diagnostics)
  const locate = () => route.location
  if (finding.kind === 'unmatchable') {
    diagnostics.report('unmatchable-route', { route: showRoute(route) }, locate)
  } else {
    const { earlierRoutes, winner } = finding
    const related = declared([...earlierRoutes, ...(winner === null ? [] : [winner])].map((earlier) => earlier.route))
    diagnostics.report(`${finding.kind}-route`, inWords({ finding, route }), locate, { related })
  }
}

function inWords({
  finding,
  route,
}: RouteFinding<HiddenRouteFinding>): MessageArgs<'unreachable-route'> & MessageArgs<'shadowed-route'> {
  const file = route.location?.file
  const guards = finding.earlierRoutes.map((earlier) => showRouteAndLine(earlier.route, file))
  return { route: showRouteAndLine(route, file), guards, example: exampleOf(finding, route) }
}

/** Routes of several calls may have the same pattern, so the line tells them apart. The file is named if it is another one. */
function showRouteAndLine(route: ManifestRoute, file: string | undefined): string {
  const { location } = route
  if (location === null) return showRoute(route)
  return `${showRoute(route)} (${location.file === file ? 'line ' : `${location.file}:`}${location.line})`
}

/** Describes the route of the witness: `GET /photos/1` goes to `photos#show`, by `GET /photos/:id`. */
function exampleOf({ verb, witness, origin, winner }: HiddenRouteFinding, route: ManifestRoute): string {
  const request = showRequest(verb === ANY ? '' : verb, witness, route.conditions, origin)
  if (winner === null) return `${request} never comes here`
  return `${request} goes to ${showEndpoint(winner.route)}, by ${showRouteAndLine(winner.route, route.location?.file)}`
}

function declared(routes: readonly ManifestRoute[]): RelatedLocation[] {
  return [...new Set(routes)].flatMap((route) => noteAt(route.location, `${showRoute(route)} is declared here.`))
}

/**
 * Reports the routes of one or more calls as one problem, because the same earlier routes match all their requests.
 *
 * @param calls the findings of each call
 */
function reportTogether(
  calls: readonly (readonly RouteFinding[])[],
  cause: readonly ManifestRoute[],
  diagnostics: Diagnostics,
): void {
  const entries = calls.flat() as readonly RouteFinding<HiddenRouteFinding>[]
  const [{ finding, route }] = entries as readonly [RouteFinding<HiddenRouteFinding>]
  const [firstCause] = cause as readonly [ManifestRoute]
  const place = placeOf(firstCause)
  const earlier =
    cause.length === 1
      ? `${showRoute(firstCause)}${place === '' ? '' : ` at ${place}`}`
      : `the same earlier routes (${listed(cause.map((earlierRoute) => ({ route: earlierRoute })))})`
  const isOneCall = calls.length === 1
  const winner = finding.winner === null ? [] : [finding.winner.route]
  diagnostics.report(
    `${finding.kind}-route`,
    {
      routes: entries.length,
      listed: listed(entries),
      example: exampleOf(finding, route),
      behind: isOneCall ? null : { first: showRoute(route), earlier },
    },
    () => route.location,
    {
      related: [
        ...declared([
          ...(isOneCall ? finding.earlierRoutes.map((guard) => guard.route) : cause.slice(0, MAX_RELATED)),
          ...winner,
        ]),
        ...declared(calls.slice(1, 1 + MAX_RELATED).map(([entry]) => entry!.route)),
      ],
      occurrences: occurrencesOf(entries),
    },
  )
}

/** Lists the first routes, and the number of further routes. */
function listed(entries: readonly { readonly route: ManifestRoute }[]): string {
  return listSome(entries, MAX_LISTED, ({ route }) => showRoute(route))
}

function occurrencesOf(entries: readonly RouteFinding<HiddenRouteFinding>[]): Occurrence[] {
  return entries.map((entry) => ({
    message: messageOf(`${entry.finding.kind}-route`, inWords(entry)),
    location: entry.route.location,
  }))
}
