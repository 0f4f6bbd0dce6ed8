import type { Json, Manifest, ManifestRoute } from '../../../manifest.ts'
import { findPath, ProofTooLong } from '../../../recognition/inclusion.ts'
import { languageOf, type Language } from '../../../recognition/language.ts'
import { paramNames } from '../../../pattern/parse.ts'
import { alphabet, nullable } from '../../../recognition/regexp/syntax.ts'
import { has } from '../../../recognition/regexp/char-set.ts'
import { hasAdjacentParams, paramsOf } from '../../../recognition/route-pattern.ts'
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
interface Ranked {
  readonly route: number
  /** One for each segment. */
  readonly ranks: readonly Rank[]
}

interface Rank {
  /** Text before text with params, before one param, before the rest of the path: what comes first in rou3. */
  readonly kind: 'text' | 'mixed' | 'param' | 'rest'
  /** Of `text` and `mixed`: the text. */
  readonly text: string
  /** How many params rou3 counts as constrained: those that are never empty. */
  readonly constrained: number
  /** What an instance of the segment must be; null for the rest of the path. */
  readonly test: RegExp | null
}

/**
 * Writes the routes for rou3, for canonical paths. rou3 has no order of declaration: text comes before params, and params
 * before the rest of the path. Where that lets a later route answer what an earlier one answers here, it is said.
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
    return paths.flatMap(({ path, ranks }) => {
      ranked.push({ route: index, ranks })
      return methods.map((method) => ({ method, path, data }))
    })
  })
  findLost(ranked, routes, unsaid)
  return { routes: exported, unsaid: unsaid.entries }
}

interface Rou3Path {
  readonly path: string
  readonly ranks: readonly Rank[]
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
      ranks.push({ kind: 'rest', text: '', constrained: 0, test: null })
      continue
    }
    path += `/${part.map((each) => writeSegment(each, sources)).join('')}`
    const text = part.map((each) => (each.kind === 'static' ? each.text : '')).join('')
    const params = part.flatMap((each) => (each.kind === 'static' ? [] : [sources.get(each.name)!]))
    ranks.push({
      kind: params.length === 0 ? 'text' : part.length === 1 ? 'param' : 'mixed',
      text,
      constrained: params.filter(({ tree }) => !nullable(tree)).length,
      test: new RegExp(`^(?:${part.map((each) => testOf(each, sources)).join('')})$`),
    })
  }
  return { path, ranks }
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

/** Reports each route of which rou3 gives some requests to a later one. */
function findLost(ranked: readonly Ranked[], routes: readonly ManifestRoute[], unsaid: UnsaidList): void {
  const languages = new Map<number, Language | null>()
  const language = (index: number) => {
    if (!languages.has(index)) languages.set(index, languageOf(routes[index]!, 'at-least'))
    return languages.get(index)!
  }
  const said = new Set<string>()
  for (const [earlier, later] of pairs(ranked)) {
    const pair = `${earlier.route} ${later.route}`
    if (said.has(pair) || !mayMeet(earlier, later)) continue
    const verbs = sharedVerbs(routes[earlier.route]!.verbs, routes[later.route]!.verbs)
    if (verbs === 'none' || !isFirst(later, earlier, verbs === 'first-any')) continue
    const path = commonPath(language(earlier.route), language(later.route))
    if (path === null) continue
    said.add(pair)
    const shown = path === '' ? 'some requests' : `\`${path}\``
    unsaid.add(
      earlier.route,
      `${shown} would be answered by \`${routes[later.route]!.pattern}\`, which stands below it`,
      true,
    )
  }
}

/** Each path with all of earlier routes that do not begin with another text. */
function* pairs(ranked: readonly Ranked[]): Generator<readonly [earlier: Ranked, later: Ranked]> {
  const byText = new Map<string, Ranked[]>()
  const others: Ranked[] = []
  const all: Ranked[] = []
  for (const later of ranked) {
    const [first] = later.ranks
    const text = first?.kind === 'text' ? first.text : null
    const candidates = text === null ? all : [...(byText.get(text) ?? []), ...others]
    for (const earlier of candidates) if (earlier.route !== later.route) yield [earlier, later]
    all.push(later)
    if (text === null) others.push(later)
    else if (byText.has(text)) byText.get(text)!.push(later)
    else byText.set(text, [later])
  }
}

/** A path that both routes match; null where there is none, empty where none could be found. */
function commonPath(one: Language | null, other: Language | null): string | null {
  if (one === null || other === null) return ''
  try {
    return findPath(one.automaton, [], other.automaton)
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

const ORDER = ['text', 'mixed', 'param', 'rest'] as const

/**
 * True where rou3 may ask `one` before `other`. Of two segments with params it asks first for that with more text, then
 * for that with more params that are never empty.
 *
 * @param ofVerb `one` is for some verb, `other` for any
 */
function isFirst(one: Ranked, other: Ranked, ofVerb: boolean): boolean {
  for (let index = 0; index < one.ranks.length && index < other.ranks.length; index += 1) {
    const [a, b] = [one.ranks[index]!, other.ranks[index]!]
    if (a.kind !== b.kind) return ORDER.indexOf(a.kind) < ORDER.indexOf(b.kind)
    if (a.kind === 'mixed' && a.text.length !== b.text.length) return a.text.length > b.text.length
    if (a.constrained !== b.constrained) return a.constrained > b.constrained
  }
  return ofVerb
}
