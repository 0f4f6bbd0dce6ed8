import * as fc from 'fast-check'
import { createStaticHandler, matchRoutes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { canonicalPath, type RouteMatch } from '@turnout/runtime'
import type { Diagnostic, Manifest } from '@turnout/compiler'
import { commonPath } from '@turnout/compiler/internal/patterns/automata/inclusion'
import { languageOf } from '@turnout/compiler/internal/patterns/routes/language'
import { samplePath } from '@turnout/compiler/internal/patterns/routes/sample'
import { newSeed, runsOf } from '../../compiler/test/runs.ts'
import type { RouterName } from '../src/index.ts'
import { paths, tables } from './random-tables.ts'
import { reactRoutes, runRouter, vueRoutes, type PageModules } from './running.ts'

const seed = newSeed('the order of other routers')
/** With `TURNOUT_RUNS=1`, 100,000 random paths for each router. */
const RUNS = runsOf(1000)
const PATHS = 100

const page = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`page${index}`, () => null]))
const MODULES: PageModules = {
  application: { layout: () => null },
  photos: { ...page, layout: () => null },
  albums: page,
  'admin/users': page,
}

type Matched = readonly { readonly route: { readonly id: string } }[] | null

/** Returns what a router shows for a path: the name of a route, and null for a missing page. */
type Shown = (path: string) => Promise<string | null>

function reactShown(run: ReturnType<typeof runRouter>): Shown {
  const routes = reactRoutes(run)
  if (routes.length === 0) return async () => null
  const handler = createStaticHandler(routes as never)
  return async (path) => {
    const { href, pathname } = new URL(`http://localhost${path}`)
    const result = await handler.query(new Request(href))
    if (result instanceof Response) return (matchRoutes(routes as never, pathname) as Matched)!.at(-1)!.route.id
    return result.statusCode === 404 ? null : result.matches.at(-1)!.route.id
  }
}

function vueShown(run: ReturnType<typeof runRouter>): Shown {
  const { records, guard } = vueRoutes(run)
  const router = createRouter({ history: createMemoryHistory(), routes: records as never })
  return async (path) => {
    const location = router.resolve(path)
    const verdict = guard(location as never)
    if (typeof verdict === 'string') return location.name as string
    return verdict !== true || location.name === 'not-found' || location.matched.length === 0
      ? null
      : (location.name as string)
  }
}

/** True for the canonical path of a page: without needless escapes, which routers decode, and without a format. */
function isPlain(path: string, match: RouteMatch, pattern: string): boolean {
  return (
    canonicalPath(path) === path &&
    !/%(?!20|C3|A9)/.test(path) &&
    match.params['format'] === undefined &&
    isWholeSegments(path, match, pattern)
  )
}

/** False if an unanchored route matches a part of a segment. */
function isWholeSegments(path: string, { rest = '/' }: RouteMatch, pattern: string): boolean {
  return rest === '/' || (rest === path ? pattern === '/' : path.endsWith(rest))
}

/** Returns paths of each route, and paths that two routes match. */
function sharedPaths({ routes }: Manifest): readonly string[] {
  const languages = routes.map((route) => languageOf(route)?.automaton ?? null)
  return languages.flatMap((first, index) => {
    const shared = languages.slice(index).map((second) => commonPath([first, second]).path)
    return [...shared, samplePath(routes[index]!, true)].filter((path) => path !== null)
  })
}

/** The table, for the message of a failure. */
const outline = ({ routes }: Manifest) =>
  routes.map(({ name, pattern, requirements, anchored, conditions, endpoint, controller }) =>
    JSON.stringify([name, pattern, requirements, anchored, conditions, endpoint?.kind ?? controller]),
  )

/** The names of the routes in the messages of a code. */
const reported = (diagnostics: readonly Diagnostic[], manifest: Manifest) =>
  new Set(
    diagnostics.flatMap(({ code, message }) =>
      code === 'other-route-wins' || code === 'uncompared-routes'
        ? manifest.routes.filter(({ pattern }) => message.includes(`GET ${pattern}\``)).map(({ name }) => name)
        : [],
    ),
  )

// The routers warn of malformed paths, and of paths without a route.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describe.each<[RouterName, (run: ReturnType<typeof runRouter>) => Shown]>([
  ['react-router', reactShown],
  ['vue-router', vueShown],
])('%s', (name, makeShown) => {
  it('shows the route of the table, or none; none only for what the build has reported', async () => {
    const counts = { paths: 0, pages: 0, differences: 0 }
    const property = fc.asyncProperty(
      tables,
      fc.array(paths, { minLength: PATHS, maxLength: PATHS }),
      async (manifest, randomPaths) => {
        fc.pre(manifest !== null)
        const run = runRouter(name, manifest!, MODULES)
        const shown = makeShown(run)
        const names = reported(run.diagnostics, manifest!)
        const examples = run.diagnostics.flatMap(({ code, message }) => {
          return code === 'other-route-wins' ? [/^For `([^`]+)`/.exec(message)![1]!] : []
        })
        const patternOf = (route: string) => manifest!.routes.find((declared) => declared.name === route)!.pattern
        for (const path of [...randomPaths, ...sharedPaths(manifest!)]) {
          const match = run.match('GET', name === 'vue-router' ? path : new URL(`http://localhost${path}`).href)
          const found = await shown(path)
          counts.paths += 1
          const expected = match !== null && match.controller !== 'api' ? match.name : null
          if (found !== null) expect([path, found, outline(manifest!)]).toEqual([path, expected, outline(manifest!)])
          else if (expected !== null && isPlain(path, match!, patternOf(expected)) && !names.has(expected))
            expect([path, found, outline(manifest!)]).toEqual([path, expected, outline(manifest!)])
          if (found !== null) counts.pages += 1
        }
        const isConditional = manifest!.routes.some(({ conditions }) => Object.keys(conditions).length > 0)
        for (const path of isConditional ? [] : examples) {
          expect([path, run.match('GET', path)]).not.toEqual([path, null])
          expect([path, await shown(path)]).toEqual([path, null])
          counts.differences += 1
        }
      },
    )
    await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true })
    console.log(name, counts)
    expect(counts.pages).toBeGreaterThan(counts.paths / 20)
    expect(counts.differences).toBeGreaterThan(RUNS / 10)
  })
})
