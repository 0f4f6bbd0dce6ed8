// Writes the routes for rou3, which ranks them by segments, and lists the routes that it would match differently.
import type { Json, Manifest, ManifestRoute } from '@turnout/manifest'
import { Candidates, commonPath, hasAdjacentParams, paramNames, paramsOf, REST, WILD } from '@turnout/patterns'
import {
  alphabet,
  has,
  nullable,
  PositionBuilder,
  text as textTree,
  withinLimit,
  type PositionAutomaton,
} from '@turnout/patterns/regexp'
import { beyondPaths, endpointData } from './endpoint-data.ts'
import { escapeText, paramSource, type ParamSource } from './param-source.ts'
import { areGroupsDelimited, betweenSlashes, plainPaths, type PlainPath } from './plain-paths.ts'
import { ADJACENT, OmissionList, type Omission } from './omissions.ts'

/** What `addRoute(router, method, path, data)` of rou3 is called with. */
export interface Rou3Route {
  /** Empty: any. */
  readonly method: string
  readonly path: string
  readonly data: Readonly<Record<string, Json>>
}

/** The table for rou3, and the properties that rou3 cannot express. */
export interface Rou3Table {
  readonly routes: readonly Rou3Route[]
  readonly unsaid: readonly Omission[]
}

/** One path of a route, as rou3 ranks it. */
interface Ranked extends Rou3Path {
  readonly route: number
}

/** A path in rou3's syntax, its priority in rou3, and its language. */
interface Rou3Path {
  readonly path: string
  /** One for each segment. */
  readonly ranks: readonly Rank[]
  /** rou3 compares paths with the same kinds of ranks by this number: the sum over the segments with params. */
  readonly weight: number
  /** Returns null if the language is too large for a proof. */
  readonly automaton: () => PositionAutomaton | null
}

interface Rank {
  /** In the order in which rou3 tries them. A param alone and a param next to a literal share one node of its tree. */
  readonly kind: 'text' | 'params' | 'rest'
  /** The literal, if `kind` is `text`. */
  readonly text: string
  /** Matches the values of the segment; null for the rest of the path. */
  readonly test: RegExp | null
}

/**
 * Writes the routes for rou3, for canonical paths. rou3 ignores the order of declaration: literals precede params,
 * params precede the rest of the path, and params next to longer literals precede others. If a later route would
 * therefore get requests of an earlier one, or would read other params from a path, the route is listed.
 */
export function rou3Table({ routes }: Manifest): Rou3Table {
  const omissions = new OmissionList(routes)
  const rankedPaths: Ranked[] = []
  const exported = routes.flatMap((route, index): Rou3Route[] => {
    const paths = pathsOf(route)
    if ('reason' in paths) {
      omissions.add(index, paths.reason, false)
      return []
    }
    const methods = route.verbs.length === 0 ? [''] : [...new Set(route.verbs)]
    const data = endpointData(route, index)
    return paths.flatMap((path) => {
      rankedPaths.push({ ...path, route: index })
      return methods.map((method) => ({ method, path: path.path, data }))
    })
  })
  reportTakenRequests(rankedPaths, routes, omissions)
  return { routes: exported, unsaid: omissions.entries }
}

function pathsOf(route: ManifestRoute): readonly Rou3Path[] | { readonly reason: string } {
  const beyond = beyondPaths(route)
  if (beyond !== null) return { reason: beyond }
  if (!route.anchored) return { reason: 'it matches a prefix of the path' }
  const names = paramNames(route.segments)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (names.includes('')) return { reason: 'a parameter of it has no name' }
  if (twice !== undefined) return { reason: `\`${twice}\` stands in the path twice` }
  const sources = new Map<string, ParamSource>()
  for (const param of paramsOf(route.segments)) {
    const source = paramSource(param, route)
    if ('reason' in source) return source
    sources.set(param.name, source)
  }
  if (hasAdjacentParams(route.segments)) return { reason: ADJACENT }
  const hasGroups = route.segments.some(({ kind }) => kind === 'optional')
  const areTokens = [...sources.values()].every(({ isToken }) => isToken)
  if (hasGroups && !(areTokens && areGroupsDelimited(route.segments))) {
    return { reason: 'it has an optional part that a parameter before it could take as well' }
  }
  const paths: Rou3Path[] = []
  for (const plainPath of plainPaths(route.segments)) {
    const path = writePath(plainPath, sources)
    if ('reason' in path) return path
    paths.push(path)
  }
  return paths
}

function writePath(
  plainPath: PlainPath,
  sources: ReadonlyMap<string, ParamSource>,
): Rou3Path | { readonly reason: string } {
  const parts = betweenSlashes(plainPath)
  const ranks: Rank[] = []
  let path = ''
  let weight = 0
  for (const [index, part] of parts.entries()) {
    const [firstSegment] = part
    const takesSlash = part.some(
      (segment) => segment.kind !== 'static' && has(alphabet(sources.get(segment.name)!.tree), '/'),
    )
    if (takesSlash) {
      if (
        part.length > 1 ||
        index < parts.length - 1 ||
        firstSegment?.kind === 'static' ||
        !isAnyText(sources.get(firstSegment!.name)!)
      ) {
        return { reason: 'a parameter takes slashes that is not the whole end of the path' }
      }
      path += `/**:${firstSegment!.name}`
      ranks.push({ kind: 'rest', text: '', test: null })
      continue
    }
    path += `/${part.map((segment) => writeSegment(segment, sources)).join('')}`
    const text = part.map((segment) => (segment.kind === 'static' ? segment.text : '')).join('')
    const params = part.flatMap((segment) => (segment.kind === 'static' ? [] : [sources.get(segment.name)!]))
    // For canonical paths that is `/` alone.
    if (parts.length === 1 && params.length > 0 && text === '' && params.every(({ tree }) => nullable(tree))) {
      return { reason: 'it matches `/` by a parameter that is empty' }
    }
    if (params.length > 0) weight += text.length * CHARACTER_WEIGHT
    for (const { tree } of params) weight += nullable(tree) ? -1 : 1
    ranks.push({
      kind: params.length === 0 ? 'text' : 'params',
      text,
      test: new RegExp(`^(?:${part.map((segment) => testOf(segment, sources)).join('')})$`),
    })
  }
  let automaton: PositionAutomaton | null | undefined
  return { path, ranks, weight, automaton: () => (automaton ??= automatonOf(plainPath, sources)) }
}

/** rou3's weight of a literal character next to params. A param that is never empty counts 1, any other param -1. */
const CHARACTER_WEIGHT = 256

/** A path with more states than this is in no proof. */
const MAX_STATES = 3000

function automatonOf(plainPath: PlainPath, sources: ReadonlyMap<string, ParamSource>): PositionAutomaton | null {
  const builder = new PositionBuilder(MAX_STATES)
  return withinLimit(() => {
    const fragments = plainPath.map((segment) =>
      builder.build(segment.kind === 'static' ? textTree(segment.text) : sources.get(segment.name)!.tree),
    )
    return builder.finish(builder.sequence(fragments))
  })
}

/** `.+` and the like; rou3 has no requirement on the rest of a path. */
function isAnyText({ source }: ParamSource): boolean {
  return source === '.+' || source === '.+?'
}

function writeSegment(segment: PlainPath[number], sources: ReadonlyMap<string, ParamSource>): string {
  if (segment.kind === 'static') return escapeText(segment.text)
  const { source } = sources.get(segment.name)!
  // A segment holds no slash, and rou3 wants none in a requirement.
  return `:${segment.name}(${source === '[^\\/.?]+' ? '[^.]+' : source})`
}

function testOf(segment: PlainPath[number], sources: ReadonlyMap<string, ParamSource>): string {
  if (segment.kind === 'static') return segment.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return `(?:${sources.get(segment.name)!.source})`
}

/** Reports each route of which rou3 gives some requests to a later one, or reads some paths with other params. */
function reportTakenRequests(
  ranked: readonly Ranked[],
  routes: readonly ManifestRoute[],
  omissions: OmissionList,
): void {
  const reported = new Set<string>()
  for (const [earlierPath, laterPath] of pairsOfPaths(ranked)) {
    const pair = `${earlierPath.route} ${laterPath.route}`
    if (reported.has(pair) || !mayMeet(earlierPath, laterPath)) continue
    const isSame = earlierPath.route === laterPath.route
    const verbs = sharedVerbs(routes[earlierPath.route]!.verbs, routes[laterPath.route]!.verbs)
    if (verbs === 'none' || !isTriedFirst(laterPath, earlierPath, verbs === 'first-any')) continue
    const { exists, path } = commonPath([earlierPath.automaton(), laterPath.automaton()])
    if (exists === 'no') continue
    reported.add(pair)
    const requests = path === null ? 'some requests' : `\`${path}\``
    omissions.add(
      earlierPath.route,
      isSame
        ? `${requests} would get other parameters, those of \`${laterPath.path}\``
        : `${requests} would be answered by \`${routes[laterPath.route]!.pattern}\`, which stands below it`,
      true,
    )
  }
}

/** Yields each path with the earlier ones that may overlap, by their segments. */
function* pairsOfPaths(ranked: readonly Ranked[]): Generator<readonly [earlier: Ranked, later: Ranked]> {
  const earlierPaths = new Candidates<Ranked>()
  for (const laterPath of ranked) {
    const keys = [laterPath.ranks.map(({ kind, text }) => (kind === 'text' ? text : kind === 'params' ? WILD : REST))]
    for (const earlierPath of earlierPaths.search(keys)) yield [earlierPath, laterPath]
    earlierPaths.add(laterPath, keys)
  }
}

/**
 * Returns whether the routes share a verb, or share one only because the first, which rou3 tries later, accepts any.
 */
function sharedVerbs(earlierVerbs: readonly string[], laterVerbs: readonly string[]): 'none' | 'some' | 'first-any' {
  if (earlierVerbs.length === 0) return laterVerbs.length === 0 ? 'some' : 'first-any'
  return laterVerbs.length === 0 || earlierVerbs.some((verb) => laterVerbs.includes(verb)) ? 'some' : 'none'
}

/** False if the segments prove that no path matches both. */
function mayMeet(earlierPath: Ranked, laterPath: Ranked): boolean {
  for (let index = 0; ; index += 1) {
    const [a, b] = [earlierPath.ranks[index], laterPath.ranks[index]]
    if (a === undefined || b === undefined) return a === b
    if (a.kind === 'rest' || b.kind === 'rest') return true
    if (a.kind === 'text' && (b.kind === 'text' ? a.text !== b.text : !b.test!.test(a.text))) return false
    if (b.kind === 'text' && a.kind !== 'text' && !a.test!.test(b.text)) return false
  }
}

const ORDER = ['text', 'params', 'rest'] as const

/**
 * True if rou3 tries `laterPath` before `earlierPath`, which is declared above it. rou3 walks a tree of segments, text first.
 * It compares only paths that end at the same node by weight. If the weights are equal, the path for a verb comes
 * first, then the earlier path.
 *
 * @param isForVerb true if the later route is for some verbs, and the earlier one for any verb
 */
function isTriedFirst(laterPath: Ranked, earlierPath: Ranked, isForVerb: boolean): boolean {
  for (let index = 0; index < laterPath.ranks.length && index < earlierPath.ranks.length; index += 1) {
    const [laterRank, earlierRank] = [laterPath.ranks[index]!, earlierPath.ranks[index]!]
    if (laterRank.kind !== earlierRank.kind) return ORDER.indexOf(laterRank.kind) < ORDER.indexOf(earlierRank.kind)
  }
  return laterPath.weight === earlierPath.weight ? isForVerb : laterPath.weight > earlierPath.weight
}
