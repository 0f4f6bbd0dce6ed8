// Proves that another router chooses the same route for every path, or finds a path for which it does not.
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { isForGet } from '@turnout/compiler/internal/checks/handler-files'
import { isCertain } from '@turnout/compiler/internal/manifest/manifest'
import { commonPath, matchesPath } from '@turnout/compiler/internal/patterns/automata/inclusion'
import type { PositionAutomaton } from '@turnout/compiler/internal/patterns/automata/position-automaton'
import { PathLanguage } from '@turnout/compiler/internal/patterns/routes/language'
import { PathIndex } from '@turnout/compiler/internal/patterns/routes/path-index'
import { keysOf } from '@turnout/compiler/internal/patterns/routes/path-keys'
import type { OtherRouter, Rank } from './other-router.ts'
import { patternOfPages, routerSegments } from './router-path.ts'

/** A path for which the table and the other router choose different routes. */
export interface Difference {
  /** The route of the table. */
  readonly route: ManifestRoute
  /** The route that the other router chooses. */
  readonly winner: ManifestRoute
  /** Null if the search for a path takes too long. */
  readonly path: string | null
  /** True if the table would choose the winner, too, if it was declared first. */
  readonly winnerMatches: boolean
}

/** A path that the other router tries for a route. */
interface Branch {
  readonly route: ManifestRoute
  readonly rank: Rank
  /** Where the route is in the other router's table. */
  readonly position: number
  readonly paths: PathLanguage
}

/**
 * Compares the order of the table, in which the first declared route wins, with that of another router.
 *
 * The other router has a path for each route, which matches all paths of the route (`routerSegments`). So it chooses another
 * route for a path only if a path of that route ranks above one of this route's. For each such pair, automata find a path
 * that this route matches, and no earlier route of the table, and no path of the other router with a higher rank.
 *
 * @param routes the routes of the other router, in the order of its table. A copy without its name is the same route: clients
 * do not see a name that an excluded `direct` has
 */
export function findDifferences(
  manifest: Manifest,
  routes: readonly ManifestRoute[],
  router: OtherRouter,
): readonly Difference[] {
  const branchesByRoute = new Map(
    routes.map((route, position) => [
      route,
      router
        .rankedPaths(routerSegments(route))
        .map(({ pattern, rank }): Branch => ({ route, rank, position, paths: new PathLanguage(pattern) })),
    ]),
  )
  const branches = new PathIndex<Branch>()
  for (const list of branchesByRoute.values())
    for (const branch of list) branches.add(branch, keysOf(branch.paths.pattern))
  const isAbove = (a: Branch, b: Branch) => (router.compareRanks(a.rank, b.rank) || a.position - b.position) < 0

  const declared = new Set(manifest.routes)
  const copies = new Map(routes.flatMap((route) => (declared.has(route) ? [] : [[keyOfCopy(route), route]])))
  const earlierRoutes = new PathIndex<PathLanguage>()
  return manifest.routes.flatMap((declaredRoute) => {
    const route = (copies.size > 0 && copies.get(keyOfCopy(declaredRoute))) || declaredRoute
    const ownBranches = branchesByRoute.get(route) ?? []
    const pages = patternOfPages(route)
    const overlapping = ownBranches.length === 0 ? [] : branches.search(keysOf(pages))
    const rivals = overlapping.filter(
      (rival) => !isSamePage(rival.route, route) && ownBranches.some((own) => isAbove(rival, own)),
    )
    const own = new PathLanguage(pages)
    const differences = new Map<ManifestRoute, Difference>()
    for (const rival of rivals) {
      if (differences.has(rival.route)) continue
      // A path of both is also one of the rival, so only what overlaps with the rival can exclude it.
      const keys = keysOf(rival.paths.pattern)
      const earlier = earlierRoutes.search(keys)
      const above = branches.search(keys).filter((branch) => isAbove(branch, rival))
      const path = differingPath([own, rival.paths], [...earlier, ...above.map(({ paths }) => paths)])
      if (path === 'none') continue
      const winnerPaths = path === null ? null : new PathLanguage(rival.route).lowerBound
      const winnerMatches = winnerPaths !== null && matchesPath(winnerPaths, path!)
      differences.set(rival.route, { route, winner: rival.route, path, winnerMatches })
    }
    if (isCertain(route) && isForGet(route)) earlierRoutes.add(new PathLanguage(route), keysOf(route))
    return [...differences.values()]
  })
}

const keyOfCopy = (route: ManifestRoute) => JSON.stringify({ ...route, name: null })

/**
 * Returns a path that both match, and that none of the others matches: earlier routes of the table, and paths of the other
 * router above. Null if it is unknown whether there is one, because an automaton is too large or matches more than its route.
 */
function differingPath(
  [own, rival]: readonly [own: PathLanguage, rival: PathLanguage],
  others: readonly PathLanguage[],
): string | 'none' | null {
  const find = (excluded: (paths: PathLanguage) => PositionAutomaton | null) =>
    commonPath(
      [own.upperBound, rival.lowerBound],
      others.map(excluded).flatMap((automaton) => automaton ?? []),
    )
  if (find((paths) => paths.lowerBound).exists === 'no') return 'none'
  const isProvable = own.lowerBound !== null && others.every((paths) => paths.upperBound !== null)
  return isProvable ? find((paths) => paths.upperBound).path : null
}

/** True if both routes show the same page with the same name, so that it does not matter which one is chosen. */
function isSamePage(a: ManifestRoute, b: ManifestRoute): boolean {
  return a === b || (a.name === b.name && a.controller === b.controller && a.action === b.action && a.action !== null)
}
