import fc from 'fast-check'
import { addRoute, createRouter, findRoute } from 'rou3'
import { isDeepStrictEqual } from 'node:util'
import { URLPattern } from 'urlpattern-polyfill/urlpattern'
import type { Manifest, ManifestRoute, Requirement } from '../../compiler/src/index.ts'
import { paramNames, parsePattern } from '../../patterns/src/pattern/parse.ts'
import { checkPath } from '../../compiler/src/phases/2-expand/check-path.ts'
import { rou3Table } from '../src/emit-rou3.ts'
import { urlPatternTable } from '../src/emit-urlpattern.ts'
import { plainPaths } from '../src/plain-paths.ts'
import type { Omission } from '../src/omissions.ts'
import { table as anyTable } from '../../compiler/test/matcher-samples.ts'
import { referenceMatcher } from '../../compiler/test/reference-matcher.ts'

/** Exported tables, asked as their routers are; random tables and paths, and the comparison with the reference matcher. */

/** What one of the tables makes of a request. */
export interface Answer {
  readonly data: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string | undefined>>
}

/** An exported table. */
export interface Exported {
  readonly ask: (method: string, path: string) => Answer | null
  readonly unsaid: readonly Omission[]
  /** How many routes are in it. */
  readonly size: number
}

export function exportToRou3(manifest: Manifest): Exported {
  const { routes, unsaid } = rou3Table(manifest)
  const router = createRouter<Answer['data']>()
  for (const { method, path, data } of routes) addRoute(router, method, path, data)
  const ask: Exported['ask'] = (method, path) => {
    const match = findRoute(router, method, path)
    return match === undefined ? null : { data: match.data, params: match.params ?? {} }
  }
  return { ask, unsaid, size: new Set(routes.map(({ data }) => data['route'])).size }
}

export function exportToUrlPattern(manifest: Manifest): Exported {
  const { routes, unsaid } = urlPatternTable(manifest)
  const patterns = routes.map((route) => ({ ...route, pattern: new URLPattern({ pathname: route.pathname }) }))
  const ask: Exported['ask'] = (method, path) => {
    for (const { methods, pattern, data } of patterns) {
      if (methods.length > 0 && !methods.includes(method)) continue
      const groups = pattern.exec({ pathname: path })?.pathname.groups
      if (groups !== undefined) return { data, params: groups }
    }
    return null
  }
  return { ask, unsaid, size: new Set(routes.map(({ data }) => data['route'])).size }
}

/** Values of params, as `match` gives them: decoded, over the defaults. */
export function paramsOf({ data, params }: Answer): Record<string, unknown> {
  const capturedParams = Object.entries(params).filter(([name, value]) => value !== undefined && !/^\d/.test(name))
  const decoded = capturedParams.map(([name, value]) => [name, decodeURIComponent(value!)] as const)
  return { ...(data['defaults'] as object | undefined), ...Object.fromEntries(decoded) }
}

/** Without routes whose paths the compiler refuses, or makes other ones of. */
function compilable(manifest: Manifest): Manifest {
  const routes = manifest.routes.filter(({ pattern, segments }) => {
    try {
      checkPath(pattern, pattern, '8.1')
      return segments.some(({ kind }) => kind !== 'optional')
    } catch {
      return false
    }
  })
  return { ...manifest, routes: routes.map((route, index) => ({ ...route, action: `a${index}` })) }
}

const PIECES = 'a b new a-b :a :b :c a:b x:a :a-b :a-x :b-:c a-:c :a.b x:a-:b a:b-x :b a-:a *a :a(-:b) :a(.:c)'.split(
  ' ',
)
const pathPart = fc.constantFrom(...PIECES)
const part = fc.oneof(
  { weight: 6, arbitrary: pathPart.map((text) => `/${text}`) },
  { weight: 3, arbitrary: pathPart.map((text) => `(/${text})`) },
  { weight: 1, arbitrary: fc.tuple(pathPart, pathPart).map(([a, b]) => `(/${a}(/${b}))`) },
  { weight: 1, arbitrary: pathPart.map((text) => `(.${text})`) },
)
const REQUIREMENTS: readonly Requirement[] = [
  { source: '\\d+', flags: '' },
  { source: '\\d*', flags: '' },
  { source: 'a|ab', flags: '' },
  { source: '[a-b]{2}', flags: 'i' },
  { source: '[^/]+', flags: '' },
  { source: '.+', flags: '' },
  { source: '[\\w():{}*?+-]+', flags: '' },
  ['a', 'b', 'a-b'],
  'new',
]

const optionalRequirement = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...REQUIREMENTS) },
)

/** Tables of which rou3 can say nearly every route, so that they compete. */
const plainTable: fc.Arbitrary<Manifest> = fc
  .array(
    fc
      .tuple(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '', '(.:format)'),
        fc.constantFrom(['GET'], ['GET'], ['POST'], ['GET', 'POST'], []),
        fc.array(optionalRequirement, { minLength: 3, maxLength: 3 }),
      )
      .map(([parts, ending, verbs, requirements]): ManifestRoute => {
        let params = 0
        // A name that stands in a path twice is left out of every table.
        const pattern = parts.join('').replace(/([:*])[a-c]/g, (_, sigil: string) => `${sigil}p${params++}`) + ending
        const segments = parsePattern(pattern, '8.1')
        return {
          name: null,
          verbs,
          pattern,
          segments,
          controller: 'c',
          action: null,
          defaults: {},
          requirements: Object.fromEntries(
            [...new Set(paramNames(segments))].flatMap((name, index) => {
              const requirement = requirements[index] ?? null
              return requirement === null ? [] : [[name, requirement]]
            }),
          ),
          conditions: {},
          anchored: true,
          endpoint: null,
          location: null,
          constraints: [],
        }
      }),
    { minLength: 2, maxLength: 6 },
  )
  .map((routes): Manifest => ({ version: 1, routes, resolves: [], directs: [] }))

const word = fc.constantFrom(
  ...'a b ab new 1 12 a-b a.b x 1.json b.xml ba B1 xa xb-a a-b-c x-x b-1 n (a) c:d'.split(' '),
)

/** Some of the paths are made of the words alone, the others of a route, its params filled with the words. */
const samplePath = fc.tuple(
  fc.constantFrom(null, 0, 1, 2, 3, 4, 5, 6, 7),
  fc.nat(7),
  fc.array(word, { minLength: 6, maxLength: 6 }),
  fc.nat(4),
)

/** A table, and what makes paths for it. */
export interface ExportSample {
  readonly manifest: Manifest
  readonly paths: readonly string[]
}

export function exportSample(pathCount: number): fc.Arbitrary<ExportSample> {
  const seeds = fc.array(samplePath, { minLength: pathCount, maxLength: pathCount })
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: plainTable }, { weight: 1, arbitrary: anyTable }).map(compilable), seeds)
    .map(([manifest, choices]) => {
      const paths = choices.map(([route, variant, words, length]) => {
        const chosen = route === null ? undefined : manifest.routes[route % manifest.routes.length]
        const variants = chosen === undefined ? [] : plainPaths(chosen.segments)
        if (variants.length === 0) return `/${words.slice(0, length).join('/')}`
        const rest = [...words]
        return variants[variant % variants.length]!.map((segment) =>
          segment.kind === 'static' ? segment.text : (rest.shift() ?? 'a'),
        ).join('')
      })
      return { manifest, paths }
    })
}

/** A lookup that an exported table answers otherwise than the reference matcher, and does not list. */
export interface ExportDifference {
  readonly request: string
  readonly wanted: unknown
  readonly answered: unknown
}

export interface ExportComparison {
  readonly lookups: number
  /** Of routes that are in the table. */
  readonly matched: number
  /** Of routes that the table leaves out: they are not compared. */
  readonly leftOut: number
  /** Those that the table answers otherwise, and lists with the route that answers. */
  readonly listed: number
  readonly differences: readonly ExportDifference[]
}

/** Asks an exported table for each path, by GET and POST. */
export function compareExport(
  { manifest, paths }: ExportSample,
  exportTable: (manifest: Manifest) => Exported,
): ExportComparison {
  const { ask, unsaid } = exportTable(manifest)
  const reference = referenceMatcher(manifest)
  const isLeftOut = (route: number) => unsaid.some((entry) => entry.route === route && !entry.kept)
  const isListed = (route: number, match: Answer | null) => {
    if (match === null) return false
    const otherRoute = match.data['route'] as number
    const words = otherRoute === route ? 'other parameters' : `\`${manifest.routes[otherRoute]!.pattern}\``
    return unsaid.some((entry) => entry.route === route && entry.reason.includes(words))
  }
  const differences: ExportDifference[] = []
  let [lookups, matched, leftOut, listed] = [0, 0, 0, 0]
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      lookups += 1
      const reply = reference(method, path)
      const route = reply.status === 'match' ? reply.route : null
      if (route !== null && isLeftOut(route)) {
        leftOut += 1
        continue
      }
      if (route !== null) matched += 1
      const match = ask(method, path)
      const expected = reply.status === 'match' ? { route, params: { ...reply.params } } : null
      const answered = match && { route: match.data['route'], params: paramsOf(match) }
      if (isDeepStrictEqual(answered, expected)) continue
      if (route !== null && isListed(route, match)) listed += 1
      else differences.push({ request: `${method} ${path}`, wanted: expected, answered })
    }
  }
  return { lookups, matched, leftOut, listed, differences }
}
