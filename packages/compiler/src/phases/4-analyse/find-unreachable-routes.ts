import { implies } from '../../conditions.ts'
import type { Manifest, ManifestRoute } from '../../manifest.ts'
import { findPath, ProofTooLong } from '../../recognition/inclusion.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { plainPath, takesAll } from '../../recognition/plain-pattern.ts'
import { answersForSure } from '../../recognition/answers-for-sure.ts'
import { serves } from '../../recognition/verbs.ts'
import { sampleOf, type Sample } from './path-keys.ts'
import { RouteIndex } from './route-index.ts'
import { pathSetsOf, type Guard, type PathSet } from './path-set.ts'
import { fulfils, originFor, type Origin } from './witness-request.ts'

/**
 * Finds routes that no request can reach, because earlier ones answer first; and literal routes of which an earlier
 * param takes a part.
 *
 * Most routes are cleared at once: one path that they match and no earlier route does. Only for the others is a proof
 * tried: that the paths of the route are all among those of the earlier ones, one or several together (inclusion of
 * automata). What is not proven is not said. The rules:
 *
 * - An earlier route counts for a verb that it serves; one for any verb serves all. `HEAD` goes to `HEAD` routes only,
 *   else as `GET`; so it adds nothing.
 * - An earlier route with a function as a constraint never counts: the function may say no. Nor does one that leads to a
 *   callable: it may decline (404 with `X-Cascade: pass`), and the next route is asked. Redirects and actions answer.
 * - An earlier route with conditions counts for routes whose own conditions imply them.
 *
 * @returns the findings, by the index of their route
 */
export function findUnreachableRoutes(manifest: Manifest, pathSets = pathSetsOf(manifest)): Map<number, Finding> {
  const index = new RouteIndex()
  const findings = new Map<number, Finding>()
  manifest.routes.forEach((route, number) => {
    const pathSet = pathSets.get(route)
    if (pathSet === undefined) return
    const finding = examine(route, pathSet, index)
    if (finding !== null) findings.set(number, finding)
    if (answersForSure(route)) index.add(route, number, pathSet)
  })
  return findings
}

export type Finding =
  | {
      readonly kind: 'unreachable' | 'shadowed'
      /** The earlier routes that answer all of its requests, or those that matter. */
      readonly by: readonly Guard[]
      /** The one that answers the witness; null where it may be another one, too. */
      readonly answer: Guard | null
      /** A path that the route matches and that another one answers. */
      readonly witness: string
      /** From where it is asked for, if the route has conditions on that. */
      readonly origin: Origin | null
      readonly verb: string
    }
  | { readonly kind: 'unmatchable' }

export type Beaten = Exclude<Finding, { kind: 'unmatchable' }>

/** Stands for any verb that no route names. */
export const ANY = '*'

function examine(route: ManifestRoute, pathSet: PathSet, index: RouteIndex): Finding | null {
  const verbs = route.verbs.length === 0 ? [ANY] : route.verbs
  const { bare } = pathSet
  if (bare === null) return isUnmatchable(pathSet) ? { kind: 'unmatchable' } : null
  // Half of all routes are the first of their path, and of nothing that might take it.
  if (index.candidates(bare).length === 0) return null

  // What `shadow` asks for, too.
  const asked = route.verbs.length === 0 ? [ANY, 'GET'] : verbs
  const takers = (sample: Sample) =>
    index
      .candidates(sample)
      .filter((each) => asked.some((verb) => guardFor([each], verb, route) !== null))
      .filter((each) => each === pathSet || each.matches(sample.path))
  // Those of which it is not known whether they match, for their requirements look around.
  const doubtful = (path: string) =>
    index
      .candidates(sampleOf(path))
      .filter((each) => each !== pathSet && each.mayMatch(path) && !each.matches(path))
      .filter((each) => asked.some((verb) => guardFor([each], verb, route) !== null))
  const isFree = (pathSets: readonly PathSet[]) => verbs.some((verb) => guardFor(pathSets, verb, route) === null)
  const takeBare = takers(bare)
  // Of one request more is known than of all: an earlier route may answer it that does not answer every other.
  const withAnswer = (finding: Omit<Beaten, 'origin' | 'answer'>): Beaten => {
    const { verb, witness } = finding
    const origin = originFor(route.conditions)
    const candidates = index.candidates(sampleOf(witness))
    const guarding = candidates.filter((each) => guardFor([each], verb, route, origin) !== null)
    const taking = guarding.filter((each) => each === pathSet || each.matches(witness))
    const isDoubtful = guarding.some((each) => !taking.includes(each) && each.mayMatch(witness))
    return { ...finding, origin, answer: isDoubtful ? null : guardFor(taking, verb, route, origin) }
  }
  const shadowed = () => {
    const finding = shadow(route, bare.path, takeBare)
    return finding === null || doubtful(bare.path).length > 0 ? null : withAnswer(finding)
  }
  if (isFree(takeBare)) return shadowed()
  const full = pathSet.full ?? bare
  const takeFull = bare === full ? takeBare : takers(full)
  if (isFree(takeFull)) return shadowed()
  const by = proof(route, pathSet, verbs, [takeBare, takeFull], index)
  if (by === null) return shadowed()
  const [verb] = verbs
  let witness = witnessOf(pathSet, []) ?? bare.path
  const doubts = doubtful(witness)
  if (doubts.length > 0) witness = witnessOf(pathSet, doubts) ?? witness
  return withAnswer({ kind: 'unreachable', by, witness, verb: verb! })
}

/** The earlier routes that together take all requests of the route; null where that is not proven. */
function proof(
  route: ManifestRoute,
  pathSet: PathSet,
  verbs: readonly string[],
  taken: readonly (readonly PathSet[])[],
  index: RouteIndex,
): readonly Guard[] | null {
  const all = new Set<Guard>()
  let overlapping: readonly PathSet[] | null = null
  for (const verb of verbs) {
    const same = guardFor([pathSet], verb, route)
    if (same !== null) {
      all.add(same)
      continue
    }
    // One that takes every sample may take everything.
    const likely = taken[0]!.filter((each) => taken.every((pathSets) => pathSets.includes(each)))
    const cover = likely
      .slice(0, MAX_LIKELY)
      .filter((each) => guardFor([each], verb, route) !== null)
      .find((each) => covers(pathSet, [each]))
    if (cover !== undefined) {
      all.add(guardFor([cover], verb, route)!)
      continue
    }
    if (pathSet.most === null) return null
    overlapping ??= index.overlapping(pathSet).filter((each) => each.least !== null)
    const usable = overlapping.filter((each) => guardFor([each], verb, route) !== null)
    // Those that take a sample come first, should there be too many.
    const ordered = [...new Set([...taken.flat().filter((each) => usable.includes(each)), ...usable])].slice(
      0,
      MAX_UNION,
    )
    if (!covers(pathSet, ordered)) return null
    for (const each of fewest(pathSet, ordered)) all.add(guardFor([each], verb, route)!)
  }
  return [...all].sort((a, b) => a.index - b.index)
}

/** How many single routes, and how many together, a proof looks at. Routes beyond that are not claimed. */
const MAX_LIKELY = 20
const MAX_UNION = 100

function covers(pathSet: PathSet, others: readonly PathSet[]): boolean {
  const { plain } = pathSet
  if (plain !== null && others.some((other) => other.plain !== null && takesAll(other.plain, plain))) return true
  try {
    const automata = others.flatMap(({ least }) => least?.automaton ?? [])
    return automata.length > 0 && pathSet.most !== null && findPath(pathSet.most.automaton, automata) === null
  } catch (error) {
    if (error instanceof ProofTooLong) return false
    throw error
  }
}

/** Leaves out what the proof does not need, so that the message names no innocent route. */
function fewest(pathSet: PathSet, pathSets: readonly PathSet[]): readonly PathSet[] {
  let needed = pathSets
  for (const each of [...pathSets].reverse()) {
    const without = needed.filter((other) => other !== each)
    if (without.length > 0 && covers(pathSet, without)) needed = without
  }
  return needed
}

/**
 * The earliest route of these path sets that surely answers a request for `route` with this verb, if it matches.
 *
 * @param origin of the request; null for any that the route takes
 */
function guardFor(
  pathSets: readonly PathSet[],
  verb: string,
  route: ManifestRoute,
  origin: Origin | null = null,
): Guard | null {
  let first: Guard | null = null
  for (const { guards } of pathSets) {
    for (const guard of guards) {
      if (first !== null && first.index < guard.index) break
      if (!serves(guard.verbs, verb)) continue
      if (implies(route.conditions, guard.conditions) || (origin !== null && fulfils(guard.conditions, origin))) {
        first = guard
        break
      }
    }
  }
  return first
}

/** A path that the path set surely matches, and none of the others may match; null where none is found. */
function witnessOf({ plain, least }: PathSet, others: readonly PathSet[]): string | null {
  if (plain !== null && others.length === 0) return plainPath(plain)
  try {
    const automata = others.flatMap(({ most }) => most?.automaton ?? [])
    return least === null ? null : findPath(least.automaton, automata)
  } catch (error) {
    if (error instanceof ProofTooLong) return null
    throw error
  }
}

function isUnmatchable({ most }: PathSet): boolean {
  try {
    return most !== null && findPath(most.automaton, []) === null
  } catch (error) {
    if (error instanceof ProofTooLong) return false
    throw error
  }
}

/**
 * A route whose path is literal, but for optional groups, and that an earlier route answers by a param in the place of
 * one of its literals. Nobody means that.
 */
function shadow(
  route: ManifestRoute,
  bare: string,
  taken: readonly PathSet[],
): Omit<Beaten, 'origin' | 'answer'> | null {
  if (!route.anchored || taken.length === 0 || !isLiteral(route.segments)) return null
  // A route for any verb may well leave single ones to a param; pages are what nobody leaves to it.
  const verbs = route.verbs.length === 0 ? ['GET'] : route.verbs
  for (const verb of verbs) {
    const first = guardFor(taken, verb, route)
    if (first === null || isLiteral(first.route.segments)) continue
    return { kind: 'shadowed', by: [first], witness: bare, verb }
  }
  return null
}

function isLiteral(segments: Pattern): boolean {
  return segments.every(({ kind }) => kind === 'static' || kind === 'optional')
}
