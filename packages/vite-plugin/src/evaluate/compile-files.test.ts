import path from 'node:path'
import { resolveConfig, type DevEnvironment } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CompileOptions, Manifest } from '@turnout/compiler'
import { makeFolder } from '../../test/fake-project.ts'
import type { Problem } from '../problems/problem.ts'
import { compileFiles, type RunningCompilation } from './compile-files.ts'
import { answerRunner, evaluatedFiles, locateFrame, makeEnvironment } from './environment.ts'
import { findMistake } from './find-mistake.ts'
import { recordInflections } from './inflections.ts'
import { ManifestReceiver } from './manifest-transfer.ts'
import type { CompileRequest, MainThread } from './messages.ts'
import type { RouteCode } from './stray-errors.ts'

/** A route file around the body of its block. */
const routes = (body: string, imports = '') =>
  `import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'\n${imports}\nexport default defineRoutes((r) => {\n${body}\n})\n`

interface Compiled {
  readonly manifest: Manifest | null
  readonly codes: readonly string[]
  readonly failures: readonly Problem[]
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
  const failures: Problem[] = []
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
    const { failures } = await compile(
      { 'config/routes.ts': `import './slow'`, 'config/slow.ts': 'await new Promise(() => {})' },
      { awaitSeconds: 7 },
      (running) => {
        const timer = setInterval(() => running.giveUp('timeout'), 50)
        void running.result.finally(() => clearInterval(timer))
      },
    )
    expect(failures).toMatchObject([{ code: 'module-never-ends', message: expect.stringContaining('7') }])
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

  test('finds the first mistake of a source', () => {
    expect(findMistake('/a.ts', 'const a: number = 1')).toBeNull()
    expect(findMistake('/a.ts', 'let = = 1')).toEqual({ reason: expect.any(String), offset: expect.any(Number) })
  })
})
