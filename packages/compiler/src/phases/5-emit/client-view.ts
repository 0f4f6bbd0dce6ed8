import { clientManifest, seenBy, type ClientRoutes } from '../../client-routes.ts'
import type { Manifest, ManifestRoute } from '../../manifest.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { printPattern } from '../../pattern/print.ts'
import { findPath, ProofTooLong } from '../../recognition/inclusion.ts'
import { paramsOf } from '../../recognition/route-pattern.ts'
import { mayServe, serves } from '../../recognition/verbs.ts'
import { REST, type Key } from '../4-analyse/path-keys.ts'
import { PathSet } from '../4-analyse/path-set.ts'

/** A route as the matcher has it. */
export interface MatcherRoute extends ManifestRoute {
  /** True for one that is left out: what it would answer, nothing answers. */
  readonly hidden?: true
}

/** What the emitted module of a client is made of. */
export interface ClientView {
  /** The table that the client sees. */
  readonly manifest: Manifest
  /** What its matcher holds, in order. */
  readonly routes: readonly MatcherRoute[]
}

/**
 * The table of a client. Of a route that is left out its matcher has nothing, unless a route that the client sees might
 * answer the same requests: then the pattern is kept without any names, with the verbs, requirements and conditions that
 * decide whom it would answer.
 *
 * A constraint may let the later route answer; a client cannot ask it. There the request counts as the left-out route's.
 */
export function clientView(manifest: Manifest, clientRoutes: ClientRoutes): ClientView {
  const isSeen = seenBy(clientRoutes)
  const rivals = new Rivals(manifest.routes, isSeen)
  return {
    manifest: clientManifest(manifest, clientRoutes),
    routes: manifest.routes.flatMap((route, index): MatcherRoute[] => {
      if (isSeen(route)) return [route]
      return rivals.has(route, index) ? [withoutNames(route)] : []
    }),
  }
}

interface Rival {
  readonly route: ManifestRoute
  readonly index: number
  readonly pathSet: PathSet
  readonly keys: readonly (readonly Key[])[]
}

/** The routes that a client sees, by their first segment. */
class Rivals {
  readonly #byText = new Map<string | undefined, Rival[]>()
  readonly #others: Rival[] = []
  readonly #all: Rival[] = []

  constructor(routes: readonly ManifestRoute[], isSeen: (route: ManifestRoute) => boolean) {
    for (const [index, route] of routes.entries()) {
      if (!isSeen(route)) continue
      const pathSet = new PathSet(route)
      const rival = { route, index, pathSet, keys: keysOf(pathSet) }
      this.#all.push(rival)
      for (const first of new Set(rival.keys.map(([key]) => key))) {
        if (typeof first === 'symbol') this.#others.push(rival)
        else if (this.#byText.has(first)) this.#byText.get(first)!.push(rival)
        else this.#byText.set(first, [rival])
      }
    }
  }

  /** False if surely no route that the client sees would answer a request that this one answers. */
  has(route: ManifestRoute, index: number): boolean {
    const pathSet = new PathSet(route)
    const keys = keysOf(pathSet)
    const firsts = keys.map(([key]) => key)
    const near = firsts.some((key) => typeof key === 'symbol')
      ? this.#all
      : [...this.#others, ...firsts.flatMap((key) => this.#byText.get(key as string | undefined) ?? [])]
    return near.some((rival) => {
      // HEAD goes to a route that names it, even if that comes later than one which answers GET.
      const takesHead = route.verbs.includes('HEAD') && mayServe(rival.route.verbs, 'HEAD')
      if (!takesHead && (rival.index < index || !shareVerb(route.verbs, rival.route.verbs))) return false
      return keys.some((own) => rival.keys.some((others) => mayBeEqual(own, others))) && mayMeet(pathSet, rival.pathSet)
    })
  }
}

function shareVerb(one: readonly string[], other: readonly string[]): boolean {
  const servesOneOf = (verbs: readonly string[], asked: readonly string[]) =>
    asked.length === 0 ? verbs.length === 0 : asked.some((verb) => serves(verbs, verb))
  return servesOneOf(one, other) || servesOneOf(other, one)
}

/** False if surely no path is matched by both. */
function mayMeet(one: PathSet, other: PathSet): boolean {
  if (one.most === null || other.most === null) return true
  try {
    return findPath(one.most.automaton, [], other.most.automaton) !== null
  } catch (error) {
    if (error instanceof ProofTooLong) return true
    throw error
  }
}

/** The root has no segment, unless a format follows it: `/.json`. */
function keysOf({ keys }: PathSet): readonly (readonly Key[])[] {
  return keys.map((each) => (each.length === 0 ? [''] : each))
}

/** Quick, and true where it cannot tell. */
function mayBeEqual(one: readonly Key[], other: readonly Key[]): boolean {
  for (let at = 0; ; at += 1) {
    const [a, b] = [one[at], other[at]]
    if (a === REST || b === REST) return true
    if (a === undefined || b === undefined) return a === b
    if (typeof a === 'string' && typeof b === 'string' && a !== b) return false
  }
}

/** The route with params that are numbered, so that nothing is left of it but whom it would answer. */
function withoutNames(route: ManifestRoute): MatcherRoute {
  const names = new Map<string, string>()
  // Where a format stands decides on how a path is read.
  for (const { name } of paramsOf(route.segments)) {
    if (name !== 'format' && !names.has(name)) names.set(name, `p${names.size}`)
  }
  const segments = renamed(route.segments, names)
  const requirements = Object.entries(route.requirements).map(([name, value]) => [names.get(name) ?? name, value])
  return {
    name: null,
    verbs: route.verbs,
    pattern: printPattern(segments),
    segments,
    controller: null,
    action: null,
    defaults: {},
    requirements: Object.fromEntries(requirements),
    conditions: route.conditions,
    constraints: [],
    endpoint: null,
    anchored: route.anchored,
    location: null,
    hidden: true,
  }
}

function renamed(segments: Pattern, names: ReadonlyMap<string, string>): Pattern {
  return segments.map((segment) => {
    switch (segment.kind) {
      case 'static':
        return segment
      case 'optional':
        return { kind: 'optional', segments: renamed(segment.segments, names) }
      case 'param':
      case 'glob':
        return { kind: segment.kind, name: names.get(segment.name) ?? segment.name }
    }
  })
}
