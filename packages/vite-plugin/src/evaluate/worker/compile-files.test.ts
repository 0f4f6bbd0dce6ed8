import path from 'node:path'
import { resolveConfig, type DevEnvironment } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CompileOptions, Manifest } from '@turnout/compiler'
import { makeFolder } from '../../../test/files/make-folder.ts'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { compileFiles, type RunningCompilation } from './compile-files.ts'
import { answerRunner, evaluatedFiles, locateFrame, makeEnvironment } from '../host/environment.ts'
import { findMistake } from '../host/find-mistake.ts'
import { recordInflections } from '../common/inflections.ts'
import { ManifestReceiver } from '../common/manifest-transfer.ts'
import type { CompileRequest, MainThread } from '../common/messages.ts'
import type { RouteCode } from './stray-errors.ts'

/** A route file around the body of its block. */
const routes = (body: string, imports = '') =>
  `import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'\n${imports}\nexport default defineRoutes((r) => {\n${body}\n})\n`

interface Compiled {
  readonly manifest: Manifest | null
  readonly codes: readonly string[]
  readonly failures: readonly Diagnostic[]
  readonly entered: readonly (string | null)[]
  readonly callables: Readonly<Record<string, string>>
  readonly root: string
  readonly environment: DevEnvironment
}

/** Compiles route files in this thread, with the environment of Vite that the worker asks. */
async function compile(
  files: Readonly<Record<string, string>>,
  more: Partial<CompileRequest> & { readonly options?: CompileOptions } = {},
  act: (running: RunningCompilation, root: string) => void = () => {},
): Promise<Compiled> {
  const root = makeFolder(files)
  const config = await resolveConfig(
    { root, configFile: false, logLevel: 'silent', resolve: { alias: { '@': `${root}/src` } } },
    'serve',
  )
  const environment = await makeEnvironment(config, [])
  onTestFinished(() => environment.close())
  const main: MainThread = {
    draw: async (name) =>
      files[`config/${name}.ts`] === undefined
        ? { searched: [`config/${name}.ts`], known: [] }
        : { file: `${root}/config/${name}.ts` },
    findMistake: async (file, source) => findMistake(file, source),
    invoke: (name, args) => answerRunner(environment, name, args),
  }
  const failures: Diagnostic[] = []
  const entered: (string | null)[] = []
  const request: CompileRequest = {
    root,
    entry: `${root}/config/routes.ts`,
    options: {},
    inflections: null,
    receivedId: null,
    skipped: [],
    awaitSeconds: 10,
    ...more,
  }
  const skipped = request.skipped.map((file) => path.posix.join(root, file))
  const running = compileFiles({ ...request, skipped }, main, {
    enter: (file) => void entered.push(file === null ? null : path.posix.relative(root, file)),
    failure: (failure) => void failures.push(failure),
  })
  act(running, root)
  const { manifest, diagnostics, callables } = await running.result
  const relative = (file: string) => path.posix.relative(root, file)
  return {
    root,
    environment,
    manifest: manifest === null ? null : new ManifestReceiver().receive(manifest),
    codes: diagnostics.map(({ code }) => code),
    failures,
    entered,
    callables: Object.fromEntries([...callables].map(([name, file]) => [name, relative(file)])),
  }
}

const patterns = ({ manifest }: Compiled) => manifest?.routes.map(({ pattern }) => pattern.replace('(.:format)', ''))

describe('compileFiles', () => {
  test('compiles the entry and the files that it draws, with places', async () => {
    const result = await compile({
      'config/routes.ts': routes(`  r.get('a', { to: 'a#show' })\n  r.draw('api')`),
      'config/api.ts': `\n  ${routes(`  r.get('b', { to: 'b#show' })`).replace('\nexport', '\n  export')}`,
    })
    expect(patterns(result)).toEqual(['/a', '/b'])
    expect(result.manifest!.routes.map(({ location }) => location)).toEqual([
      { file: 'config/routes.ts', line: 4, column: 5 },
      { file: 'config/api.ts', line: 5, column: 5 },
    ])
    expect([result.failures, result.codes]).toEqual([[], []])
    expect([...new Set(result.entered)]).toEqual(['config/routes.ts', null, 'config/api.ts'])
    expect(evaluatedFiles(result.environment).map((file) => path.posix.relative(result.root, file))).toEqual(
      expect.arrayContaining(['config/routes.ts', 'config/api.ts']),
    )
  })

  test('reports a file that cannot be drawn', async () => {
    const { manifest, codes } = await compile({ 'config/routes.ts': routes(`r.draw('missing')`) })
    expect(manifest).toBeNull()
    expect(codes).toHaveLength(1)
  })

  test('names the module of a callable', async () => {
    const { manifest, callables } = await compile({
      'config/routes.ts': routes(
        `r.constraints(fromOffice, () => r.get('a', { to: 'a#show' }))`,
        `import { fromOffice } from '@/constraints'`,
      ),
      'src/constraints.ts': `import './style.css'\nimport { helper } from './helper'\nexport const fromOffice = () => helper`,
      'src/helper.ts': 'export const helper = true',
      'src/style.css': 'broken {',
    })
    expect(manifest!.routes[0]!.constraints).toEqual([{ module: 'src/constraints.ts', export: 'fromOffice' }])
    expect(callables).toEqual({ 'src/constraints.ts': 'src/constraints.ts' })
  })

  test('names the package of a callable, and the first file of several', async () => {
    const { manifest } = await compile({
      'config/routes.ts': routes(
        `r.constraints(office, () => r.get('a', { to: 'a#show' }))\nr.constraints(home, () => r.get('b', { to: 'b#show' }))`,
        `import { office } from 'acme'\nimport '../src/b'\nimport { home } from '../src/a'\nimport '../src/c'`,
      ),
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`src/${name}.ts`, `export { home } from 'acme'`])),
      'node_modules/acme/package.json': JSON.stringify({ name: 'acme', type: 'module', exports: './index.js' }),
      'node_modules/acme/index.js': 'export const office = () => true\nexport const home = () => true',
    })
    expect(manifest!.routes.map(({ constraints }) => constraints)).toEqual([
      [{ module: 'acme', export: 'office' }],
      [{ module: 'src/a.ts', export: 'home' }],
    ])
  })

  test('reports a default export that is no block', async () => {
    const { failures, codes, manifest } = await compile({ 'config/routes.ts': 'export default 5' })
    expect([failures, codes.length, manifest]).toEqual([[], 1, null])
  })

  test('reads files outside the root, with the rights of the user', async () => {
    const outside = makeFolder({ 'text.txt': 'hello' })
    const { failures, manifest } = await compile({
      'config/routes.ts': routes('', `import text from '${outside}/text.txt?raw'\nif (text !== 'hello') throw text`),
    })
    expect(failures).toEqual([])
    expect(manifest).not.toBeNull()
  })

  test('has no table if a file throws, but reports the mistakes of all files', async () => {
    const result = await compile({
      'config/routes.ts': routes(`  r.draw('broken')\n  r.match('x', { to: 'a#b' })`),
      'config/broken.ts': `\nthrow new Error('no luck')`,
    })
    expect(result.manifest).toBeNull()
    expect(result.failures).toMatchObject([{ code: 'module-threw', location: { file: 'config/broken.ts', line: 2 } }])
    expect(result.codes).toContain('missing-via')
  })

  test('reports mistakes of syntax and missing imports at their places', async () => {
    const broken = await compile({ 'config/routes.ts': 'const a = 1\nlet = = 2' })
    expect(broken.failures).toMatchObject([
      { code: 'module-not-loaded', location: { file: 'config/routes.ts', line: 2 } },
    ])
    const missing = await compile({ 'config/routes.ts': `\nimport './none'` })
    expect(missing.failures).toMatchObject([
      { code: 'module-not-loaded', location: { file: 'config/routes.ts', line: 2, column: 8 } },
    ])
  })

  test('skips files that were stopped before', async () => {
    const files = {
      'config/routes.ts': routes(`r.draw('endless')\nr.get('a', { to: 'a#show' })`),
      'config/endless.ts': `throw new Error('it ran')`,
    }
    const result = await compile(files, { skipped: ['config/endless.ts'] })
    expect(result.failures).toEqual([])
    expect(patterns(result)).toEqual(['/a'])
  })

  test('follows the options and the inflections', async () => {
    const entry = { 'config/routes.ts': routes(`r.resources('oxen', { only: 'show' })`) }
    const inflections = recordInflections((inflect) => inflect.irregular('ox', 'oxen'))
    expect(patterns(await compile(entry, { options: { paramNames: 'camelCase' }, inflections }))).toEqual(['/oxen/:id'])
    const failing = recordInflections(() => {
      throw new Error('no luck')
    })
    expect((await compile(entry, { inflections: failing })).codes).toEqual(['inflections-threw'])
  })

  test('reports an import whose top-level `await` takes too long', async () => {
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'slowFileHasStarted'))
    const started = 'globalThis.slowFileHasStarted'
    const { failures } = await compile(
      { 'config/routes.ts': `import './slow'`, 'config/slow.ts': `${started} = true\nawait new Promise(() => {})` },
      { awaitSeconds: 7 },
      (running) => {
        const timer = setInterval(() => {
          if ('slowFileHasStarted' in globalThis) running.giveUp('timeout')
        }, 50)
        void running.result.finally(() => clearInterval(timer))
      },
    )
    expect(failures).toMatchObject([
      { code: 'module-never-ends', message: expect.stringContaining('7'), location: { file: 'config/slow.ts' } },
    ])
  })

  test('is given up for a newer compilation', async () => {
    const files = { 'config/routes.ts': 'await new Promise(() => {})' }
    await expect(compile(files, {}, (running) => running.giveUp('superseded'))).rejects.toThrow()
  })

  test('reports what nothing caught, of its own code only', async () => {
    let taken: boolean[] = []
    const { failures, manifest } = await compile({ 'config/routes.ts': routes('') }, {}, (running, root) => {
      taken = [
        running.takeStray('late', {}),
        running.takeStray(new Error('later'), { file: `${root}/config/other.ts` }),
        running.takeStray('foreign', { evaluation: {} } as Partial<RouteCode>),
      ]
    })
    expect(taken).toEqual([true, true, false])
    expect(failures.map(({ code, location }) => [code, location?.file])).toEqual([
      ['module-threw', 'config/routes.ts'],
      ['module-threw', 'config/other.ts'],
    ])
    expect(manifest).toBeNull()
  })

  test('reports a changed prototype, and a file that imports itself', async () => {
    const changed = await compile({ 'config/routes.ts': routes('Object.assign(Array.prototype, { last: 1 })') })
    expect(changed.failures).toMatchObject([{ code: 'changed-prototype', message: expect.stringContaining('last') }])
    expect(Object.hasOwn(Array.prototype, 'last')).toBe(false)
    const circular = await compile({ 'config/routes.ts': routes('void own', `import * as own from './routes'`) })
    expect(circular.codes).toEqual(['circular-route-file'])
    const silent = await compile(
      { 'config/routes.ts': routes('void own', `import * as own from './routes'`) },
      { options: { severities: { 'circular-route-file': 'off' } } },
    )
    expect(silent.codes).toEqual([])
  })

  test('stops calls of helpers while the routes are evaluated', async () => {
    const imported = await compile({ 'config/routes.ts': `import { photosPath } from 'virtual:routes'\nphotosPath()` })
    expect(imported.failures).toMatchObject([
      {
        message: expect.stringContaining(
          '`photosPath` of `virtual:routes` was called while the route files are evaluated. Call it later.',
        ),
        location: { line: 2 },
      },
    ])
  })
})

describe('the environment', () => {
  test('answers the requests of the module runner', async () => {
    const { environment } = await compile({ 'config/routes.ts': routes('') })
    const builtins = (await answerRunner(environment, 'getBuiltins', [])) as {
      type: string
      value?: string
      source?: string
    }[]
    expect(builtins).toContainEqual({ type: 'string', value: 'fs' })
    expect(builtins).toContainEqual({ type: 'RegExp', source: '^node:', flags: '' })
    expect(builtins).toContainEqual({ type: 'string', value: 'vite-plugin-turnout/dsl' })
    await expect(answerRunner(environment, 'other', [])).rejects.toThrow('`other`')
  })

  test('maps frames of stopped code', async () => {
    const { environment, root } = await compile({ 'config/routes.ts': routes('') })
    const frame = { name: '', url: `turnout:${root}/config/routes.ts`, line: 4, column: 1 }
    expect(locateFrame(environment, frame)).toMatchObject({ file: `${root}/config/routes.ts` })
    expect(locateFrame(environment, { ...frame, url: 'turnout:/none.ts' })).toBeNull()
  })

  test('names the file of a module, even if it contains a `#`', () => {
    const root = makeFolder({ 'a#b/c.ts': '' })
    const graphOf = (...nodes: readonly object[]) =>
      ({ moduleGraph: { idToModuleMap: new Map(nodes.entries()), getModuleById: () => nodes[0] } }) as never
    expect(
      evaluatedFiles(
        graphOf(
          { id: `${root}/a#b/c.ts`, file: `${root}/a` },
          { id: '/app/d.ts?raw', file: '/app/d.ts' },
          { id: '/app/e.ts', file: '/app/e.ts' },
          { id: null, file: null },
        ),
      ),
    ).toEqual([`${root}/a#b/c.ts`, '/app/d.ts', '/app/e.ts', ''])
    const frame = { name: '', url: 'turnout:/app/a.ts', line: 1, column: 1 }
    const located = (transformResult: unknown) =>
      locateFrame(graphOf({ id: '/app/a.ts', file: '/app/a.ts', transformResult }), frame)
    const unmapped = { file: '/app/a.ts', line: 1, column: 1 }
    expect([located(null), located({ map: null }), located({ map: { mappings: '' } })]).toEqual([
      unmapped,
      unmapped,
      unmapped,
    ])
    const map = { version: 3, sources: ['b.ts'], names: [], mappings: 'AAEI' }
    expect(located({ map })).toEqual({ file: '/app/b.ts', line: 3, column: 5 })
  })

  test('has the hooks of plugins that resolve and transform, and no others', async () => {
    const root = makeFolder({})
    const config = await resolveConfig({ root, configFile: false, logLevel: 'silent' }, 'serve')
    const hooks = { resolveId: () => null, load: () => null, transform: () => null, applyToEnvironment: () => true }
    const environment = await makeEnvironment(config, [
      { name: 'complete', enforce: 'pre', ...hooks, configureServer: () => {}, config: () => ({ base: '/x/' }) },
      { name: 'bare' },
    ])
    onTestFinished(() => environment.close())
    const named = (name: string) => environment.plugins.find((plugin) => plugin.name === name)
    expect(named('complete')).toEqual({ name: 'complete', enforce: 'pre', ...hooks })
    expect(named('bare')).toEqual({ name: 'bare' })
    const { name, config: own } = environment
    expect([name, own.base, own.publicDir, own.appType, own.configFile]).toEqual([
      'turnout',
      '/',
      '',
      'custom',
      undefined,
    ])
    expect(own).toMatchObject({
      consumer: 'server',
      optimizeDeps: { noDiscovery: true, include: [] },
      dev: { moduleRunnerTransform: true, preTransformRequests: false },
    })
  })

  test('finds the first mistake of JavaScript with the parser of Vite 7', () => {
    expect(findMistake('/a.js', 'let = = 1', {})).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
    expect(findMistake('/a.mjs', 'let a = 1', {})).toBeNull()
    for (const file of ['/a.ts', '/a.js.ts', '/a.jsx']) expect(findMistake(file, 'let = = 1', {})).toBeNull()
    expect(findMistake('/a.cjs', 'let = = 1', {})).not.toBeNull()
  })

  test('finds the first mistake of a source', () => {
    expect(findMistake('/a.ts', 'const a: number = 1')).toBeNull()
    expect(findMistake('/a.ts', 'let = = 1')).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
  })
})
