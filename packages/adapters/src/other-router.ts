// How React Router and vue-router write a path, and in which order they try paths.
import type { Pattern } from '@turnout/compiler'
import { escapeRegExp } from '@turnout/compiler/internal/patterns/regexp/print'
import type { RoutePattern } from '@turnout/compiler/internal/patterns/routes/route-pattern'
import type { RouterSegment } from './router-path.ts'

/** A router whose order of routes depends on their paths. */
export interface OtherRouter {
  /** The package, which is also the value of the option `router`. */
  readonly name: 'react-router' | 'vue-router'
  /** Its name in messages. */
  readonly title: string
  /** The major versions that the tests run. */
  readonly versions: readonly number[]
  /** Writes the path of a route. */
  writePath(segments: readonly RouterSegment[]): string
  /** Returns the paths that the router tries for a route, each without optional segments and with its rank. */
  rankedPaths(segments: readonly RouterSegment[]): readonly RankedPath[]
  /** Negative if the router tries `a` before `b`. Zero: the order of the table decides. */
  compareRanks(a: Rank, b: Rank): number
}

export interface RankedPath {
  readonly pattern: RoutePattern
  readonly rank: Rank
}

/** What a router computes from a path: a sum in React Router, the points of each segment in vue-router. */
export type Rank = readonly number[]

const REACT_ROUTER: OtherRouter = {
  name: 'react-router',
  title: 'React Router',
  versions: [7, 8],
  writePath(segments) {
    const written = withReadableTexts(segments).map(({ kind, text, isOptional }) => {
      if (kind === 'rest') return '*'
      return (kind === 'param' ? `:${text}` : decodeURIComponent(text)) + (isOptional ? '?' : '')
    })
    return written.join('/') || '/'
  },
  rankedPaths: (segments) =>
    combinations(withReadableTexts(segments)).map((path) => ({ pattern: patternOf(path), rank: [scoreOf(path)] })),
  compareRanks: ([a = 0], [b = 0]) => b - a,
}

/** Writes a text as a parameter if React Router, which compares decoded texts, would read something else in it. */
function withReadableTexts(segments: readonly RouterSegment[]): readonly RouterSegment[] {
  return segments.map((segment, index) =>
    segment.kind !== 'static' || isReadable(segment.text)
      ? segment
      : { ...segment, kind: 'param', text: `segment_${index + 1}` },
  )
}

function isReadable(text: string): boolean {
  try {
    return !/^:|[*?/\\]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

/** The sum of React Router's `computeScore`. */
function scoreOf(path: readonly RouterSegment[]): number {
  const points = { static: 11, param: 4, rest: -1 }
  return path.length === 0 ? 4 : path.reduce((sum, { kind }) => sum + points[kind], 2)
}

const VUE_ROUTER: OtherRouter = {
  name: 'vue-router',
  title: 'vue-router',
  versions: [4, 5],
  writePath: (segments) => segments.map((segment, index) => `/${vueSegment(segment, index)}`).join('') || '/',
  rankedPaths(segments) {
    const rank = segments.length === 0 ? [90] : segments.map(pointsOf)
    return combinations(segments).map((path) => ({ pattern: patternOf(path), rank }))
  },
  compareRanks(a, b) {
    const index = a.findIndex((points, at) => at < b.length && points !== b[at])
    return index === -1 ? b.length - a.length : b[index]! - a[index]!
  },
}

/** vue-router compares encoded texts. */
function vueSegment({ kind, text, isOptional }: RouterSegment, index: number): string {
  if (kind === 'rest') return `:${text}(.*)?`
  if (kind === 'param') return `:${text}${isOptional ? '?' : ''}`
  // A parenthesis would end the expression.
  if (isOptional)
    return `:segment_${index + 1}(${escapeRegExp(text)
      .replace(/\\([()])/g, '[$1]')
      .replace(/\)/g, '\\)')})?`
  return text.replace(/[:\\]/g, '\\$&')
}

/** The points of a segment in a record with `sensitive`. */
function pointsOf({ kind, isOptional }: RouterSegment): number {
  if (kind === 'rest') return 12.25
  if (kind === 'param') return isOptional ? 52.25 : 60.25
  return isOptional ? 62.25 : 80.25
}

/** Returns the path for each combination of its optional segments. */
function combinations(segments: readonly RouterSegment[]): readonly (readonly RouterSegment[])[] {
  return segments.reduce<readonly (readonly RouterSegment[])[]>(
    (paths, segment) => [...paths.map((path) => [...path, segment]), ...(segment.isOptional ? paths : [])],
    [[]],
  )
}

/** The pattern of the canonical paths that a router's path matches. */
function patternOf(path: readonly RouterSegment[]): RoutePattern {
  const segments = path.flatMap(({ kind, text }, index): Pattern => {
    const name = `segment_${index + 1}`
    if (kind === 'static') return [{ kind, text: `/${text}` }]
    const param: Pattern = [
      { kind: 'static', text: '/' },
      { kind: kind === 'rest' ? 'glob' : 'param', name },
    ]
    if (kind === 'param') return param
    return index === 0
      ? [param[0]!, { kind: 'optional', segments: [param[1]!] }]
      : [{ kind: 'optional', segments: param }]
  })
  return {
    pattern: path.map(({ kind, text }) => `/${kind} ${text}`).join(''),
    segments: segments.length === 0 ? [{ kind: 'static', text: '/' }] : segments,
    requirements: Object.fromEntries(
      path.map(({ kind }, index) => [`segment_${index + 1}`, { source: kind === 'rest' ? '.+' : '[^/]+', flags: '' }]),
    ),
    anchored: true,
  }
}

export const ROUTERS = { 'react-router': REACT_ROUTER, 'vue-router': VUE_ROUTER } as const
