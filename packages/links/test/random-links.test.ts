import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileRoutes, type Manifest } from '@turnout/compiler'
import { pathTableOf } from '@turnout/compiler/internal/matcher/path-table'
import { canonicalPath } from '@turnout/runtime'
import { samplePath } from '@turnout/compiler/internal/patterns/routes/sample'
import { newSeed, runsOf } from '../../compiler/test/runs.ts'
import { Judge } from '../src/judge.ts'
import type { Part } from '../src/link.ts'

const seed = newSeed('random links')
const RUNS = runsOf(10_000)
/** Random templates for each table. */
const TEMPLATES = 50
const VALUES = 50

const WORDS = ['a', 'b', 'new', 'edit', '7', '42', 'x.json', 'a-b', 'ab']
const word = fc.constantFrom(...WORDS)

const segment = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 3, arbitrary: fc.constantFrom(':p', ':q', ':id', ':word', ':strict') },
  { weight: 1, arbitrary: fc.constantFrom(':p.:q', 'a-:p', ':p-b', '(:p)', '(b)', '*rest') },
)

/** Paths of routes, whose parameters have requirements by their names. */
const routePath = fc
  .array(segment, { maxLength: 4 })
  .map((segments) => segments.filter((text, index) => segments.indexOf(text) === index || !/[:*]/.test(text)).join('/'))
  .filter((path) => (path.match(/:p/g) ?? []).length <= 1 && (path.match(/:q/g) ?? []).length <= 1)

const REQUIREMENTS = { id: /\d+/, word: /[a-z]+/, strict: /(?!7)\d+/ }

const table = fc.array(routePath, { minLength: 1, maxLength: 8 }).map((paths): Manifest | null => {
  const { manifest } = compileRoutes((r) => {
    for (const path of paths) {
      const requirements = Object.entries(REQUIREMENTS).filter(([name]) => path.includes(`:${name}`))
      r.get(path === '' ? '/' : path, { to: 'a#b', as: null, constraints: Object.fromEntries(requirements) })
    }
  })
  return manifest
})

const hole: Part = { range: null, isEncoded: false }
const encoded: Part = { range: null, isEncoded: true }

/** Templates of at most four segments. A hole next to text becomes any text. */
const template = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: word.map((text): Part[] => [text]) },
      { weight: 4, arbitrary: fc.constant([hole]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          [encoded],
          ['a', encoded],
          [encoded, '.json'],
          ['a', hole],
          [hole, '.json'],
          [hole, hole],
        ),
      },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((segments) => segments.flatMap((parts) => ['/', ...parts]))

const SAFE = [...WORDS, '1', '123', 'zzz', 'A', '0', 'a.b', '%20', 'é', '~', 'new.html', '70']
/** Values of a hole next to text. */
const TEXTS = [
  '',
  '/',
  '#top',
  'a/b',
  '/a',
  '-x',
  '-b',
  '.json',
  '.a',
  '.7',
  'new/edit',
  '/7',
  'a/a/a',
  '/a/a',
  '/a/a/a',
  ...SAFE,
]
const ENCODED = ['', 'x', '-x', '-b', '.json', '.a', '.7', ...SAFE]
/** What follows a hole is a part of the query if the value contains a question mark. */
const ANY = [...TEXTS, ...TEXTS.map((text) => `${text}?`)]

/** Returns all values of a hole that the test tries. */
function valuesOf(parts: readonly Part[], index: number): readonly string[] {
  const part = parts[index] as Exclude<Part, string>
  const isAlone = parts[index - 1] === '/' && [undefined, '/'].includes(parts[index + 1] as string | undefined)
  return isAlone ? SAFE : part.isEncoded ? ENCODED : ANY
}

function fill(parts: readonly Part[], choose: (values: readonly string[]) => string): string {
  return parts.map((part, index) => (typeof part === 'string' ? part : choose(valuesOf(parts, index)))).join('')
}

/** Returns a function that tries a path with the matcher. All routes of the tables are for any request with GET. */
function matcherOf({ routes }: Manifest): (path: string) => boolean {
  const table = pathTableOf(routes)
  return (path) => {
    const canonical = canonicalPath(path)
    return typeof canonical === 'string' && table.find(canonical).size > 0
  }
}

/** Returns the ends of paths of the routes, as values of a hole that may contain slashes. */
function endsOf(routes: Manifest['routes']): readonly string[] {
  const paths = routes.flatMap((route) => [samplePath(route, true)!, samplePath(route, false)!])
  return paths.flatMap((path) => Array.from(path, (_, index) => `${path.slice(index)}?`))
}

/**
 * Returns paths that the values make: all combinations up to the first hole next to text, with all values of this hole.
 * Later holes have one value, because they can be a part of the query.
 *
 * @param ends further values of a hole next to text
 */
function* pathsOf(parts: readonly Part[], ends: readonly string[], prefix = '', index = 0): Generator<string> {
  const part = parts[index]
  if (part === undefined) yield prefix
  else if (typeof part === 'string') yield* pathsOf(parts, ends, prefix + part, index + 1)
  else {
    const values = valuesOf(parts, index)
    const rest = fill(parts.slice(index + 1), () => '1')
    if (values === ANY) for (const value of [...ends, ...ANY]) yield prefix + value + rest
    else for (const value of values) yield* pathsOf(parts, ends, prefix + value, index + 1)
  }
}

/** Returns the first path that passes a test; null if there is none. */
function first(paths: Iterable<string>, test: (path: string) => boolean): string | null {
  for (const path of paths) if (test(path)) return path
  return null
}

function* randomPaths(parts: readonly Part[], choose: (values: readonly string[]) => string): Generator<string> {
  for (let tried = 0; tried < VALUES; tried += 1) yield fill(parts, choose)
}

const count = { dead: 0, match: 0, unknown: 0 }

it(`no value of a dead link matches a route, and a value of each match does (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      table,
      fc.array(template, { minLength: 1, maxLength: 2 * TEMPLATES, size: 'max' }),
      fc.nat(),
      (manifest, templates, start) => {
        if (manifest === null) return
        const judge = new Judge({ manifest })
        const isMatched = matcherOf(manifest)
        let state = start
        const choose = (values: readonly string[]): string => {
          state = (state * 1_103_515_245 + 12_345) % 2 ** 31
          return values[(state >> 8) % values.length]!
        }
        for (const parts of templates) {
          const verdict = judge.verdict({ parts, methods: ['GET'], isRouter: false })
          const { kind } = verdict
          count[kind === 'dead' || kind === 'unknown' ? kind : 'match'] += 1
          if (kind === 'dead') expect(first(randomPaths(parts, choose), isMatched)).toBe(null)
          else if (kind === 'match' || kind === 'catch-all') {
            expect(
              first(pathsOf(parts, endsOf(verdict.routes)), isMatched),
              parts.map((part) => (typeof part === 'string' ? part : part.isEncoded ? '{!}' : '{}')).join(''),
            ).not.toBe(null)
          }
        }
      },
    ),
    { seed, numRuns: Math.ceil(RUNS / TEMPLATES) },
  )
  // Each kind of verdict is tested.
  expect(Object.values(count).every((number) => number > 0)).toBe(true)
})
