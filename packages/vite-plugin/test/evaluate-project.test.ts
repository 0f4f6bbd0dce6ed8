import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { evaluationLimit } from '../src/evaluate/evaluation-limit.ts'
import { loadedProject, makeProject, routesFile, summary, writeFiles } from './fixture.ts'

/** Shows code, message and place of every problem. */
async function problemsOf(files: Record<string, string>, options = {}) {
  const project = await loadedProject(makeProject(files), options)
  const { manifest, problems } = await project.outcome()
  expect(manifest).toBeNull()
  return problems.map(({ code, location }) => {
    return `${code} ${location === null ? '-' : `${location.file}:${location.line}:${location.column}`}`
  })
}

describe('a route file', () => {
  test('is TypeScript with imports of its own', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(
        `  for (const name of names satisfies string[]) r.resources(name, { only: [Only.Index] })`,
        `import { names } from '../src/names'\nenum Only { Index = 'index' }`,
      ),
      'src/names.ts': `import type { X } from './types'\nexport const names: X[] = ['photos', 'users']`,
      'src/types.ts': `export type X = string`,
    })
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(summary(manifest)).toEqual(['GET /photos -> photos#index', 'GET /users -> users#index'])
  })

  test('knows aliases, define, .env files, JSON, import.meta.glob and the plugins of the project', async () => {
    const root = makeProject({
      '.env': 'VITE_NAME=env',
      'config/routes.ts': routesFile(
        `  for (const name of [alias, DEFINED, import.meta.env.VITE_NAME, json.name, plugin, ...globbed]) {
    r.get(name, { to: 'pages#show' })
  }`,
        `import { alias } from '~/alias'
import json from './data.json'
import plugin from 'virtual:plugin'
const globbed = Object.keys(import.meta.glob('../src/*.txt')).map((file) => file.slice(7, -4))`,
      ),
      'config/data.json': '{ "name": "json" }',
      'src/alias.ts': `export const alias = 'alias'`,
      'src/globbed.txt': '',
    })
    let configured = 0
    const project = await loadedProject(
      root,
      {},
      {
        resolve: { alias: { '~': path.join(root, 'src') } },
        define: { DEFINED: '"defined"' },
        plugins: [
          {
            name: 'virtual',
            configResolved: () => void (configured += 1),
            resolveId: (id) => (id === 'virtual:plugin' ? '\0virtual:plugin' : null),
            load: (id) => (id === '\0virtual:plugin' ? `export default 'plugin'` : null),
          },
        ],
      },
    )
    const { manifest, problems } = await project.outcome()
    expect(problems).toEqual([])
    expect(manifest!.routes.map(({ pattern }) => pattern.replace('(.:format)', ''))).toEqual([
      '/alias',
      '/defined',
      '/env',
      '/json',
      '/plugin',
      '/globbed',
    ])
    // The project's plugins are not set up a second time.
    expect(configured).toBe(1)
  })

  test.each([
    [`import '../src/style.css'`, '1'],
    [`import style from '../src/style.module.css'`, 'style.photo'],
    [`import style from '../src/style.scss?inline'`, 'style'],
    [`import * as style from '../src/style.css'`, 'style'],
  ])('may import what imports styles: %s', async (line, use) => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.get('photo', { to: photo })`, `import { photo } from '../src/photo'`),
      'src/photo.ts': `${line}\nexport const photo = () => ${use}\nphoto()`,
      'src/style.css': '@import "./gone.css"; .photo { color: red }',
      'src/style.module.css': '.photo { color: red }',
      // No project has a preprocessor for its route files only.
      'src/style.scss': '.photo { .a { color: red } }',
    })
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(manifest!.routes).toHaveLength(1)
  })

  test('records the line and column of each call in the source', async () => {
    const source = `import { defineRoutes, type Routes } from 'vite-plugin-turnout/dsl'
import { more } from './more'
interface Options {
  only: string
}
type Unused = Options & { more: true }
enum Colour { Red, Green }

export default defineRoutes((r: Routes) => {
  r.root('pages#home'); r.get('about', { to: 'pages#about' })
  if (Colour.Red === 0) r.get(
    'é', { to: 'pages#accent' } as const)
  more<Unused>(r)
})
`
    const more = `import type { Routes } from 'vite-plugin-turnout/dsl'

export function more<T>(r: Routes, _?: T): void {
  if (r) r
    .get('more', { to: 'pages#more' })
}
`
    const root = makeProject({ 'config/routes.ts': source, 'config/more.ts': more })
    const { manifest } = await (await loadedProject(root)).outcome()
    expect(manifest!.routes.map(({ location }) => location)).toEqual([
      { file: 'config/routes.ts', line: 10, column: 5 },
      { file: 'config/routes.ts', line: 10, column: 27 },
      { file: 'config/routes.ts', line: 11, column: 27 },
      { file: 'config/more.ts', line: 5, column: 6 },
    ])
  })

  test('may stand in a folder with spaces, accents and percent signs', async () => {
    const root = makeProject({ 'config/routes.ts': routesFile(`  r.root('pages#home')`) }, 'a b é 100%')
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(manifest!.routes[0]!.location).toEqual({ file: 'config/routes.ts', line: 4, column: 5 })
  })

  test('is evaluated afresh by every compilation, with what it imports', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.get(name, { to: 'pages#show' })`, `import { name } from './name'`),
      'config/name.ts': `export const name = 'one'`,
    })
    const project = await loadedProject(root)
    expect(summary((await project.outcome()).manifest)).toEqual(['GET /one -> pages#show'])
    writeFiles(root, { 'config/name.ts': `export const name = 'two'` })
    expect(summary((await project.outcome()).manifest)).toEqual(['GET /one -> pages#show'])
    expect(summary((await project.recompile()).manifest)).toEqual(['GET /two -> pages#show'])
    writeFiles(root, { 'config/name.ts': `export const name = 'three'` })
    const both = await Promise.all([project.recompile(), project.recompile(), project.outcome()])
    for (const { manifest } of both) expect(summary(manifest)).toEqual(['GET /three -> pages#show'])
  })

  test('may be edited while it has been compiled for long', async () => {
    const root = makeProject({ 'config/routes.ts': routesFile(`  r.root('pages#home')`) })
    let finishLoading = () => {}
    const loading = new Promise<void>((resolve) => (finishLoading = resolve))
    const load = () => loading.then(() => null)
    const project = await loadedProject(root, {}, { plugins: [{ name: 'slow', load }] })
    void project.outcome()
    const start = performance.now()
    await expect.poll(() => performance.now() - start).toBeGreaterThan(1_200)
    // Node warns of a delay below zero.
    const timers = vi.spyOn(globalThis, 'setTimeout')
    void project.recompile()
    const delays = timers.mock.calls.map(([, delay]) => delay)
    timers.mockRestore()
    finishLoading()
    expect(delays).toEqual([0])
    expect((await project.outcome()).problems).toEqual([])
  })

  test('may import endpoints whose modules import virtual:routes', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.get('health', { to: health })`, `import { health } from '../src/health'`),
      'src/health.ts': `import routes, { rootPath } from 'virtual:routes'\nexport const health = () => rootPath() + routes.rootUrl()`,
    })
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(manifest!.routes[0]!.endpoint).toEqual({ kind: 'callable', module: 'src/health.ts', export: 'health' })
  })
})

describe('draw', () => {
  const entry = routesFile(
    `  r.namespace('admin', () => r.draw('users'))\n  r.draw('api/v1')\n  r.get('last', { to: 'pages#last' })`,
  )

  test('runs drawn files in the scope of the call, in order', async () => {
    const root = makeProject({
      'config/routes.ts': entry,
      'config/routes/users.ts': routesFile(`  r.resources('users', { only: 'index' })`),
      'config/routes/api/v1.mjs': routesFile(`  r.get('status', { to: 'status#show' })`),
    })
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(summary(manifest)).toEqual([
      'GET /admin/users -> admin/users#index',
      'GET /status -> status#show',
      'GET /last -> pages#last',
    ])
    expect(manifest!.routes.map(({ location }) => location!.file)).toEqual([
      'config/routes/users.ts',
      'config/routes/api/v1.mjs',
      'config/routes.ts',
    ])
  })

  test('looks in the draw paths, the first of which wins', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.draw('api')`),
      'a/other.ts': '',
      'b/api.ts': routesFile(`  r.get('b', { to: 'pages#b' })`),
      'c/api.ts': routesFile(`  r.get('c', { to: 'pages#c' })`),
    })
    const project = await loadedProject(root, { drawPaths: ['a', 'b', 'c'] })
    expect(summary((await project.outcome()).manifest)).toEqual(['GET /b -> pages#b'])
  })

  test('lists the folders that were searched in vain', async () => {
    const project = await loadedProject(makeProject({ 'config/routes.ts': routesFile(`  r.draw('../routes')`) }))
    const { problems } = await project.outcome()
    expect(problems[0]).toMatchObject({ code: 'draw-not-found', location: { file: 'config/routes.ts', line: 4 } })
    expect(problems[0]!.message).toContain('config/routes')
  })

  test('reports a cycle', async () => {
    const files = {
      'config/routes.ts': routesFile(`  r.draw('a')`),
      'config/routes/a.ts': routesFile(`  r.draw('b')`),
      'config/routes/b.ts': routesFile(`  r.draw('a')`),
    }
    expect(await problemsOf(files)).toEqual(['draw-cycle config/routes/b.ts:4:5'])
  })
})

describe('callables', () => {
  test('are found by the export that holds them', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(
        `  r.constraints(fromOffice, () => r.resource('dashboard', { only: 'show' }))
  r.get('health', { to: health })
  r.mount(parse, { at: 'parse' })
  r.mount(installed, { at: 'installed' })`,
        `import { fromOffice } from '../src/index'
import health from '../src/health'
import { parse } from 'node:querystring'
import { installed } from 'installed/sub'`,
      ),
      'src/index.ts': `export * from './constraints'`,
      'src/constraints.ts': `export const fromOffice = (request) => request.ip === '10.0.0.1'`,
      'src/health.ts': `export default function health() {}`,
      'node_modules/installed/package.json': `{ "name": "installed", "type": "module", "exports": { "./sub": "./sub.js" } }`,
      'node_modules/installed/sub.js': `export function installed() {}`,
    })
    const { manifest, problems } = await (await loadedProject(root)).outcome()
    expect(problems).toEqual([])
    expect(manifest!.routes[0]!.constraints).toEqual([{ module: 'src/constraints.ts', export: 'fromOffice' }])
    expect(manifest!.routes.slice(1).map(({ endpoint }) => endpoint)).toEqual([
      { kind: 'callable', module: 'src/health.ts', export: 'default' },
      { kind: 'callable', module: 'node:querystring', export: 'parse' },
      { kind: 'callable', module: 'installed/sub', export: 'installed' },
    ])
  })

  test('may belong to a module that a plugin makes', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.get('made', { to: made })`, `import { made } from 'virtual:made'`),
    })
    const project = await loadedProject(
      root,
      {},
      {
        plugins: [
          {
            name: 'made',
            resolveId: (id) => (id === 'virtual:made' ? '\0virtual:made' : null),
            load: (id) => (id === '\0virtual:made' ? 'export const made = () => {}' : null),
          },
        ],
      },
    )
    const { manifest, importCallable } = await project.outcome()
    const endpoint = manifest!.routes[0]!.endpoint as { kind: 'callable'; module: string; export: string }
    expect(endpoint).toEqual({ kind: 'callable', module: 'virtual:made', export: 'made' })
    expect(importCallable(endpoint)).toBe('virtual:made')
  })

  test('may belong to a module outside of the root', async () => {
    const root = makeProject({
      'app/config/routes.ts': routesFile(`  r.get('made', { to: made })`, `import { made } from '../../common/made'`),
      'common/made.ts': `export const made = () => {}`,
    })
    const { manifest, importCallable, files } = await (await loadedProject(path.join(root, 'app'))).outcome()
    const endpoint = manifest!.routes[0]!.endpoint as { kind: 'callable'; module: string; export: string }
    expect(endpoint.module).toBe('../common/made.ts')
    expect(importCallable(endpoint)).toBe(`${root}/common/made.ts`)
    expect(files).toContain(`${root}/common/made.ts`)
  })

  test('that no module exports are a diagnostic, and so are those that only a route file exports', async () => {
    const files = {
      'config/routes.ts': routesFile(
        `  r.get('a', { to: () => 'inline' })\n  r.get('b', { to: own })`,
        `export const own = () => 'own'`,
      ),
    }
    expect(await problemsOf(files)).toEqual([
      'inline-callable config/routes.ts:4:5',
      'inline-callable config/routes.ts:5:5',
    ])
  })
})

describe('problems', () => {
  test('are all reported, in every file', async () => {
    const files = {
      'config/routes.ts': routesFile(
        `  r.member(() => {})\n  r.draw('broken')\n  r.draw('other')\n  r.match('x', { to: 'a#b' })`,
      ),
      'config/routes/broken.ts': `import {`,
      'config/routes/other.ts': routesFile(`  r.resources('photos', { onyl: 'index' })`),
    }
    expect((await problemsOf(files)).sort()).toEqual([
      'missing-via config/routes.ts:7:5',
      'module-not-loaded config/routes/broken.ts:1:9',
      'outside-resource-scope config/routes.ts:4:5',
      'unknown-option config/routes/other.ts:4:5',
    ])
  })

  test('of the code around the block are placed where it threw', async () => {
    const files = {
      'config/routes.ts': routesFile('', `import './helper'`),
      'config/helper.ts': `type A = 1\n\nfunction boom(): never {\n  throw new TypeError('boom')\n}\nboom()\n`,
    }
    const project = await loadedProject(makeProject(files))
    const [problem] = (await project.outcome()).problems
    expect(problem).toMatchObject({
      code: 'module-threw',
      message: '`config/routes.ts` threw TypeError: boom',
      location: { file: 'config/helper.ts', line: 4, column: 9 },
      stack: ['at boom (config/helper.ts:4:9)', 'at config/helper.ts:6:1'],
    })
  })

  test('of code that a plugin adds have no position in the source, which does not contain it', async () => {
    const plugin = {
      name: 'adds-code',
      transform: (code: string, id: string) =>
        id.endsWith('routes.ts') ? { code: `added();${code}`, map: null } : null,
    }
    const project = await loadedProject(makeProject({ 'config/routes.ts': routesFile('') }), {}, { plugins: [plugin] })
    expect((await project.outcome()).problems).toMatchObject([
      { code: 'injected-code-threw', location: null, message: expect.stringContaining('`added`') },
    ])
  })

  test('do not come from values of `define` that only a bundle or a browser has', async () => {
    const define = {
      // As Storybook sets it.
      'import.meta.env': '{"STORYBOOK": "true"}',
      'import.meta.env.LEGACY': '__VITE_IS_LEGACY__',
      'import.meta.env.WIDTH': 'window.innerWidth',
      'import.meta.env.NAME': '"album"',
      'import.meta.env.IS_NODE': 'typeof process === "object"',
      __ROUTE__: '"defined"',
    }
    const block = `  const { LEGACY, WIDTH, NAME, IS_NODE, DEV } = import.meta.env
  r.get([LEGACY, WIDTH, NAME, IS_NODE, DEV, import.meta.env.PROD, __ROUTE__].map(String).join('-'), { to: 'a#b' })`
    const project = await loadedProject(makeProject({ 'config/routes.ts': routesFile(block) }), {}, { define })
    const { manifest, problems } = await project.outcome()
    expect(problems).toEqual([])
    expect(summary(manifest)).toEqual(['GET /undefined-undefined-album-true-true-false-defined -> a#b'])
  })

  test('of the code inside the block are placed where it threw', async () => {
    const files = {
      'config/routes.ts': routesFile(`  r.resources('photos', () => boom())`, `import { boom } from './helper'`),
      'config/helper.ts': `type A = 1\n\nexport function boom(): never {\n  throw new TypeError('boom')\n}\n`,
    }
    expect(await problemsOf(files)).toEqual(['bad-block config/helper.ts:4:9'])
  })

  test.each([
    [`import './missing'`, 'config/routes.ts:2:8'],
    [`export { x } from "../src/missing.ts"`, 'config/routes.ts:2:19'],
    [`export { x } from 'not-installed'`, 'config/routes.ts:2:19'],
    [`export { x } from '@/no-alias'`, 'config/routes.ts:2:19'],
  ])('of a missing import are placed at it: %s', async (line, place) => {
    expect(await problemsOf({ 'config/routes.ts': routesFile('', line) })).toEqual([`module-not-loaded ${place}`])
  })

  test('of a top-level await that never ends are placed in its module', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile('', `import './outer'`),
      'config/outer.ts': `import './endless'\nawait 1`,
      'config/endless.ts': `await new Promise(() => {})`,
    })
    const { ms } = evaluationLimit
    evaluationLimit.ms = 300
    onTestFinished(() => void (evaluationLimit.ms = ms))
    const { problems } = await (await loadedProject(root)).outcome()
    expect(problems).toMatchObject([
      {
        code: 'module-never-ends',
        message: '`config/endless.ts` did not finish within 0.3 s.',
        location: { file: 'config/endless.ts', line: 1, column: 1 },
      },
    ])
  })

  test('of a route file without a block', async () => {
    expect(await problemsOf({ 'config/routes.ts': 'export const x = 1' })).toEqual([
      'no-routes-file config/routes.ts:1:1',
    ])
    expect(await problemsOf({ 'config/routes.ts': '' })).toEqual(['no-routes-file config/routes.ts:1:1'])
  })

  test('of a project without a route file name the places that were searched', async () => {
    const project = await loadedProject(makeProject({}))
    const [problem] = (await project.outcome()).problems
    expect(problem).toMatchObject({ code: 'entry-not-found', location: null })
    expect(problem!.why).toContain('`config/routes.ts`, `config/routes.mts`, `config/routes.js`')
    expect(problem!.why).toContain('`routes.mjs`')
  })
})

describe('the manifest', () => {
  test('is the same whatever the folder', async () => {
    const files = {
      'config/routes.ts': routesFile(
        `  r.constraints(fromOffice, () => r.draw('api'))`,
        `import { fromOffice } from '../src/constraints'`,
      ),
      'config/routes/api.ts': routesFile(`  r.resources('photos')`),
      'src/constraints.ts': `export const fromOffice = () => true`,
    }
    const [a, b] = await Promise.all(
      ['one', 'deeper é/two'].map(async (name) => {
        const root = makeProject(
          Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])),
        )
        return (await (await loadedProject(path.join(root, name))).outcome()).manifest
      }),
    )
    expect(JSON.stringify(a)).toBe(JSON.stringify(b))
    expect(a!.routes.length).toBe(8)
  })
})
