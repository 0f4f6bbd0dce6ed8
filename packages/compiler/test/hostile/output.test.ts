// What the compiler says of hostile or broken input is bounded.
import { expect, test } from 'vitest'
import { Diagnostics } from '../../src/diagnostics/collector.ts'
import { defineRoutes } from '../../src/dsl.ts'
import {
  compileRoutes,
  diffManifests,
  explainRequest,
  type Json,
  type Manifest,
  type ManifestRoute,
  type Pattern,
} from '../../src/index.ts'

test('of very many problems the first are kept, and the others counted', () => {
  const diagnostics = new Diagnostics()
  const place = () => ({ file: 'config/routes.ts', line: 1, column: 1 })
  for (let count = 0; count < 10_250; count += 1) {
    diagnostics.report('unknown-in-rails', { part: `field ${count}`, path: '/', entry: 'routes[0]' }, place)
  }
  expect(diagnostics.hasErrors).toBe(false)
  diagnostics.report('missing-via', null, place)
  expect(diagnostics.hasErrors).toBe(true)
  expect(diagnostics.all).toHaveLength(10_002)
  expect(diagnostics.all.at(-1)).toMatchObject({
    code: 'too-many-problems',
    severity: 'hint',
    message: 'More problems are not listed: 250 hints.',
  })
})

/** A manifest whose one route has groups nested inside each other: `/(a(a(a…)))`. */
function nestedManifest(depth: number): Manifest {
  const [route] = compileRoutes(defineRoutes((r) => r.get('a', { to: 'a#b' }))).manifest!.routes
  let segments: Pattern = [{ kind: 'static', text: 'a' }]
  for (let level = 0; level < depth; level += 1) {
    segments = [
      { kind: 'static', text: 'a' },
      { kind: 'optional', segments },
    ]
  }
  const pattern = `/${'a('.repeat(depth)}a${')'.repeat(depth)}`
  return { version: 1, routes: [{ ...route!, name: null, pattern, segments }], resolves: [], directs: [] }
}

test.each([
  ['nested groups', nestedManifest(20_000)],
  ['a nested default', { ...nestedManifest(1), routes: [withDefault(20_000)] }],
])('a manifest that is nested too deep is refused: %s', (_what, deep) => {
  const good = nestedManifest(1)
  for (const read of [
    () => diffManifests(deep, good),
    () => diffManifests(good, deep),
    () => explainRequest(deep, 'GET', '/a'),
  ]) {
    expect(read).toThrow(new RangeError('The manifest is nested deeper than 600 levels.'))
  }
})

function withDefault(depth: number): ManifestRoute {
  let value: Json = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return { ...nestedManifest(1).routes[0]!, defaults: { value } }
}

test('as many groups as a pattern may have are read', () => {
  const { manifest } = compileRoutes(
    defineRoutes((r) => r.get(`${'a('.repeat(254)}a${')'.repeat(254)}`, { to: 'a#b', format: false })),
  )
  expect(diffManifests(manifest!, nestedManifest(1)).changed).toHaveLength(1)
  expect(explainRequest(manifest!, 'GET', '/aa').status).toBe('match')
})

test('a route file with groups that are nested too deep is a diagnostic', () => {
  const path = `${'a('.repeat(20_000)}a${')'.repeat(20_000)}`
  const { manifest, diagnostics } = compileRoutes(defineRoutes((r) => r.get(path, { to: 'a#b' })))
  expect(manifest).toBeNull()
  expect(diagnostics).toHaveLength(1)
  expect(diagnostics[0]!.message.length).toBeLessThan(4100)
})
