import type { Manifest, ManifestRoute } from '../../src/index.ts'
import { findUnreachableRoutes, type Finding } from '../../src/phases/4-analyse/find-unreachable-routes.ts'
import { referenceMatcher } from '../reference-matcher.ts'
import { HOSTS, randomPath, randomTable } from './random-table.ts'
import { randomNumbers } from '../../../runtime/test/random.ts'

export interface Judgement {
  /** Claims that a request disproves. */
  readonly wrong: readonly object[]
  /** Routes that no request reaches. Those behind requirements that look around are left out: the analysis proves nothing there. */
  readonly unreachable: number
  /** Those of them that were claimed. */
  readonly found: number
  /** The others. */
  readonly missed: readonly object[]
  readonly routes: number
}

/** So many paths are tried on a route before it counts as unreachable. */
const TRIES = 3000

/**
 * Compares the claims of the analysis with what the naive reference matcher does, on random tables: a great many paths
 * of each route are tried until one reaches it. Functions among the constraints say no, but for the route's own; and all
 * that is mounted declines, but for the route itself.
 */
export function judgeTables(tables: number, seed: number): Judgement {
  const random = randomNumbers(seed)
  const wrong: object[] = []
  const missed: object[] = []
  let unreachable = 0
  let found = 0
  let routes = 0
  for (let table = 0; table < tables; table += 1) {
    const manifest = randomTable(random)
    const claims = findUnreachableRoutes(manifest)
    const isMounted = (index: number) => manifest.routes[index]!.endpoint?.kind === 'callable'
    const calls = manifest.routes.some(({ constraints }, index) => constraints.length > 0 || isMounted(index))
    const shared = referenceMatcher(manifest)
    manifest.routes.forEach((route, index) => {
      routes += 1
      const declines = (candidate: number) => isMounted(candidate) && candidate !== index
      const match = calls
        ? referenceMatcher(manifest, (constraint) => route.constraints.includes(constraint), declines)
        : shared
      const verbs = route.verbs.length === 0 ? ['PURGE', 'GET', 'POST', 'HEAD'] : [...route.verbs, 'HEAD']
      const reaches = (verb: string, path: string) =>
        HOSTS.some((host) => {
          const reply = match(verb, path, { host })
          return reply.status === 'match' && reply.route === index
        })
      const claim = claims.get(index)
      const answersOf = ({ verb, witness }: { verb: string; witness: string }): (number | undefined)[] =>
        HOSTS.flatMap((host) => {
          const reply = match(verb === '*' ? 'PURGE' : verb, witness, { host })
          return reply.status === 'match' ? [reply.route] : []
        })
      if (claim?.kind === 'shadowed') {
        if (reaches(claim.verb, claim.witness))
          wrong.push({ table, index, claim: plain(claim), routes: describeTo(manifest, index) })
        return
      }
      if (claim?.kind === 'unreachable') {
        const winners = answersOf(claim)
        // Conditions keep some hosts' requests from the route, and so from the one that answers for it.
        if (claim.winner !== null && !winners.includes(claim.winner.index)) {
          wrong.push({ table, index, claim: plain(claim), answers: winners, routes: describeTo(manifest, index) })
        }
      }
      let isReached = false
      for (let tried = 0; tried < TRIES && !isReached; tried += 1) {
        const path = randomPath(route, random)
        isReached = verbs.some((verb) => reaches(verb, path))
        if (isReached && claim !== undefined)
          wrong.push({ table, path, claim: plain(claim), routes: describeTo(manifest, index) })
      }
      if (isReached || manifest.routes.slice(0, index + 1).some(looksAround)) return
      unreachable += 1
      if (claim === undefined) missed.push({ table, routes: describeTo(manifest, index) })
      else found += 1
    })
  }
  return { wrong, unreachable, found, missed, routes }
}

function looksAround({ requirements }: ManifestRoute): boolean {
  return /\(\?<?[=!]|\\b/.test(JSON.stringify(requirements))
}

/** A claim without its routes, which refer to each other. */
function plain(claim: Finding): object {
  if (claim.kind === 'unmatchable') return claim
  const { earlierRoutes, winner, ...rest } = claim
  return { ...rest, earlierRoutes: earlierRoutes.map(({ index }) => index), winner: winner?.index ?? null }
}

function describeTo(manifest: Manifest, index: number): readonly string[] {
  return manifest.routes.slice(0, index + 1).map(describe)
}

function describe(route: ManifestRoute): string {
  const { verbs, pattern, requirements, conditions, anchored, constraints, endpoint } = route
  const extra = [requirements, conditions].map((fields) => JSON.stringify(fields)).join(' ')
  return `${verbs.join('|')} ${pattern} ${extra}${anchored ? '' : ' unanchored'}${constraints.length > 0 ? ' function' : ''}${endpoint === null ? '' : ' mounted'}`
}
