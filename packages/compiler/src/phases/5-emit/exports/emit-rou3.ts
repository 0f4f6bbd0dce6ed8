import type { Json, Manifest, ManifestRoute } from '../../../manifest.ts'
import { paramNames } from '../../../pattern/parse.ts'
import { findPath, ProofTooLong } from '../../../recognition/inclusion.ts'
import { PositionBuilder, type PositionAutomaton } from '../../../recognition/position-automaton.ts'
import { alphabet, nullable, text as textTree } from '../../../recognition/regexp/syntax.ts'
import { has } from '../../../recognition/regexp/char-set.ts'
import { hasAdjacentParams, paramsOf } from '../../../recognition/route-pattern.ts'
import { TooManyStates } from '../../../recognition/too-many-states.ts'
import { beyondPaths, endpointData } from './endpoint-data.ts'
import { escapeText, paramSource, type ParamSource } from './param-source.ts'
import { areGroupsDelimited, betweenSlashes, plainPaths, type PlainPath } from './plain-paths.ts'
import { ADJACENT, UnsaidList, type Unsaid } from './unsaid.ts'

/** What `addRoute(router, method, path, data)` of rou3 is called with. */
export interface Rou3Route {
  /** Empty: any. */
  readonly method: string
  readonly path: string
  readonly data: Readonly<Record<string, Json>>
}

/** The table for rou3, and what could not be said in it. */
export interface Rou3Table {
  readonly routes: readonly Rou3Route[]
  readonly unsaid: readonly Unsaid[]
}

/** One path of a route, as rou3 ranks it. */
interface Ranked extends Rou3Path {
  readonly route: number
}

/** A path as rou3 is given it, what decides when rou3 asks it, and what it matches. */
interface Rou3Path {
  readonly path: string
  /** One for each segment. */
  readonly ranks: readonly Rank[]
  /** What rou3 compares paths by whose ranks are of the same kinds: the sum over the segments with params. */
  readonly weight: number
  /** Returns null where the paths are too many for a proof. */
  readonly automaton: () => PositionAutomaton | null
}

interface Rank {
  /** In the order in which rou3 tries them. A param alone and one with text beside it are one node of its tree. */
  readonly kind: 'text' | 'params' | 'rest'
  /** Of `text`: the text. */
  readonly text: string
  /** What an instance of the segment must be; null for the rest of the path. */
  readonly test: RegExp | null
}

/**
 * Writes the routes for rou3, for canonical paths. rou3 has no order of declaration: text comes before params, params
 * before the rest of the path, and of params those with more text beside them. Where that lets a later route answer what
 * an earlier one answers here, or reads other params from a path, the route is listed.
 */
export function rou3Table({ routes }: Manifest): Rou3Table {
  const unsaid = new UnsaidList(routes)
  const ranked: Ranked[] = []
  const exported = routes.flatMap((route, index): Rou3Route[] => {
    const paths = pathsOf(route)
    if ('reason' in paths) {
      unsaid.add(index, paths.reason, false)
      return []
    }
    const methods = route.verbs.length === 0 ? [''] : [...new Set(route.verbs)]
    const data = endpointData(route, index)
    return paths.flatMap((path) => {
      ranked.push({ ...path, route: index })
      return methods.map((method) => ({ method, path: path.path, data }))
    })
  })
  findLost(ranked, routes, unsaid)
  return { routes: exported, unsaid: unsaid.entries }
}

function pathsOf(route: ManifestRoute): readonly Rou3Path[] | { readonly reason: string } {
  const beyond = beyondPaths(route)
  if (beyond !== null) return { reason: beyond }
  if (!route.anchored) return { reason: 'it matches a prefix of the path' }
  const names = paramNames(route.segments)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
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
  for (const plain of plainPaths(route.segments)) {
    const path = writePath(plain, sources)
    if ('reason' in path) return path
    paths.push(path)
  }
  return paths
}

function writePath(
  plain: PlainPath,
  sources: ReadonlyMap<string, ParamSource>,
): Rou3Path | { readonly reason: string } {
  const parts = betweenSlashes(plain)
  const ranks: Rank[] = []
  let path = ''
  let weight = 0
  for (const [index, part] of parts.entries()) {
    const [only] = part
    const takesSlash = part.some((each) => each.kind !== 'static' && has(alphabet(sources.get(each.name)!.tree), '/'))
    if (takesSlash) {
      if (
        part.length > 1 ||
        index < parts.length - 1 ||
        only?.kind === 'static' ||
        !isAnyText(sources.get(only!.name)!)
      ) {
        return { reason: 'a parameter takes slashes that is not the whole end of the path' }
      }
      path += `/**:${only!.name}`
      ranks.push({ kind: 'rest', text: '', test: null })
      continue
    }
    path += `/${part.map((each) => writeSegment(each, sources)).join('')}`
    const text = part.map((each) => (each.kind === 'static' ? each.text : '')).join('')
    const params = part.flatMap((each) => (each.kind === 'static' ? [] : [sources.get(each.name)!]))
    // For canonical paths that is `/` alone.
    if (parts.length === 1 && params.length > 0 && text === '' && params.every(({ tree }) => nullable(tree))) {
      return { reason: 'it matches `/` by a parameter that is empty' }
    }
    if (params.length > 0) weight += text.length * CHARACTER_WEIGHT
    for (const { tree } of params) weight += nullable(tree) ? -1 : 1
    ranks.push({
      kind: params.length === 0 ? 'text' : 'params',
      text,
      test: new RegExp(`^(?:${part.map((each) => testOf(each, sources)).join('')})$`),
    })
  }
  let automaton: PositionAutomaton | null | undefined
  return { path, ranks, weight, automaton: () => (automaton ??= automatonOf(plain, sources)) }
}

/** What rou3 counts a character of text beside params as; a param that is never empty is 1, one that may be is -1. */
const CHARACTER_WEIGHT = 256

/** A path with more states than this is in no proof. */
const MAX_STATES = 3000

function automatonOf(plain: PlainPath, sources: ReadonlyMap<string, ParamSource>): PositionAutomaton | null {
  const builder = new PositionBuilder(MAX_STATES)
  try {
    const fragments = plain.map((segment) =>
      builder.build(segment.kind === 'static' ? textTree(segment.text) : sources.get(segment.name)!.tree),
    )
    return builder.finish(builder.sequence(fragments))
  } catch (error) {
    if (error instanceof TooManyStates) return null
    throw error
  }
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
function findLost(ranked: readonly Ranked[], routes: readonly ManifestRoute[], unsaid: UnsaidList): void {
  const reported = new Set<string>()
  for (const [earlier, later] of pairs(ranked)) {
    const pair = `${earlier.route} ${later.route}`
    if (reported.has(pair) || !mayMeet(earlier, later)) continue
    const isSame = earlier.route === later.route
    const verbs = sharedVerbs(routes[earlier.route]!.verbs, routes[later.route]!.verbs)
    if (verbs === 'none' || !isFirst(later, earlier, verbs === 'first-any')) continue
    const path = commonPath(earlier.automaton(), later.automaton())
    if (path === null) continue
    reported.add(pair)
    const shown = path === '' ? 'some requests' : `\`${path}\``
    unsaid.add(
      earlier.route,
      isSame
        ? `${shown} would get other parameters, those of \`${later.path}\``
        : `${shown} would be answered by \`${routes[later.route]!.pattern}\`, which stands below it`,
      true,
    )
  }
}

/** Each path with all earlier ones that do not begin with another text. */
function* pairs(ranked: readonly Ranked[]): Generator<readonly [earlier: Ranked, later: Ranked]> {
  const byText = new Map<string, Ranked[]>()
  const others: Ranked[] = []
  const all: Ranked[] = []
  for (const later of ranked) {
    const [first] = later.ranks
    const text = first?.kind === 'text' ? first.text : null
    const candidates = text === null ? all : [...(byText.get(text) ?? []), ...others]
    for (const earlier of candidates) yield [earlier, later]
    all.push(later)
    if (text === null) others.push(later)
    else if (byText.has(text)) byText.get(text)!.push(later)
    else byText.set(text, [later])
  }
}

/** A path that both match; null where there is none, empty where none could be found. */
function commonPath(one: PositionAutomaton | null, other: PositionAutomaton | null): string | null {
  if (one === null || other === null) return ''
  try {
    return findPath(one, [], other)
  } catch (error) {
    if (error instanceof ProofTooLong) return ''
    throw error
  }
}

/** Whether some verb leads to both routes; and whether only the first takes any, which comes later in rou3. */
function sharedVerbs(one: readonly string[], other: readonly string[]): 'none' | 'some' | 'first-any' {
  if (one.length === 0) return other.length === 0 ? 'some' : 'first-any'
  return other.length === 0 || one.some((verb) => other.includes(verb)) ? 'some' : 'none'
}

/** False where the segments show that no path is matched by both. */
function mayMeet(one: Ranked, other: Ranked): boolean {
  for (let index = 0; ; index += 1) {
    const [a, b] = [one.ranks[index], other.ranks[index]]
    if (a === undefined || b === undefined) return a === b
    if (a.kind === 'rest' || b.kind === 'rest') return true
    if (a.kind === 'text' && (b.kind === 'text' ? a.text !== b.text : !b.test!.test(a.text))) return false
    if (b.kind === 'text' && a.kind !== 'text' && !a.test!.test(b.text)) return false
  }
}

const ORDER = ['text', 'params', 'rest'] as const

/**
 * True where rou3 asks `one` before `other`, which stands above it: rou3 walks a tree of segments, text first. Only paths
 * that end at one node of it are compared by weight; of two of one weight the one for the verb comes first, then the
 * earlier.
 *
 * @param ofVerb `one` is for some verb, `other` for any
 */
function isFirst(one: Ranked, other: Ranked, ofVerb: boolean): boolean {
  for (let index = 0; index < one.ranks.length && index < other.ranks.length; index += 1) {
    const [a, b] = [one.ranks[index]!, other.ranks[index]!]
    if (a.kind !== b.kind) return ORDER.indexOf(a.kind) < ORDER.indexOf(b.kind)
  }
  return one.weight === other.weight ? ofVerb : one.weight > other.weight
}
