import { readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig, type Plugin } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CompileOptions } from '@turnout/compiler'
import { makeFolder } from '../../test/files/make-folder.ts'
import { EvaluationSuperseded, evaluationLimit } from './evaluation-limit.ts'
import { fileStates } from '../files/file-state.ts'
import { ResultCache } from '../files/result-cache.ts'
import { compileRouteFiles } from './compile-route-files.ts'
import { RouteEnvironment } from './route-environment.ts'

/** A route file around the body of its block. */
const routes = (body: string, imports = '') =>
  `import { defineRoutes, redirect } from 'vite-plugin-turnout/dsl'\n${imports}\nexport default defineRoutes((r) => {\n${body}\n})\n`

/** A project with these files. */
async function projectOf(
  files: Readonly<Record<string, string>>,
  {
    command = 'serve',
    plugins = [],
  }: { readonly command?: 'build' | 'serve'; readonly plugins?: readonly Plugin[] } = {},
) {
  const root = makeFolder(files)
  const config = await resolveConfig(
    { root, configFile: false, logLevel: 'silent', resolve: { alias: { '@': `${root}/src` } } },
    command,
  )
  const draw = (name: string) =>
    files[`config/${name}.ts`] === undefined
      ? { searched: [`config/${name}.ts`], known: [] }
      : { file: `${root}/config/${name}.ts` }
  let environment = new RouteEnvironment(config, plugins)
  let readFiles: readonly string[] = []
  const compile = async (options: CompileOptions = {}, signal = new AbortController().signal) => {
    const loaded = new Set<string>()
    const states = new Map(fileStates(readFiles))
    const routeFiles = {
      entry: `${root}/config/routes.ts`,
      options,
      draw,
      states,
      loaded,
      cache: new ResultCache(`${root}/cache`, 'bundle'),
    }
    const compilation = await compileRouteFiles(routeFiles, environment, signal)
    readFiles = [...loaded]
    for (const [file, state] of fileStates(loaded)) states.set(file, state)
    return {
      ...compilation,
      patterns: compilation.manifest?.routes.map(({ pattern }) => pattern.replace('(.:format)', '')) ?? null,
      codes: compilation.diagnostics.map(({ code }) => code),
      loaded: [...loaded].map((file) => path.posix.relative(root, file)).sort(),
    }
  }
  /** Compiles like another process. */
  const compileAfresh = (options: CompileOptions = {}) => {
    environment = new RouteEnvironment(config, plugins)
    return compile(options)
  }
  return { root, compile, compileAfresh }
}

async function compile(files: Readonly<Record<string, string>>, options: CompileOptions = {}) {
  return (await projectOf(files)).compile(options)
}

describe('compile', () => {
  test('compiles the entry and the files that it draws, with places', async () => {
    const { patterns, manifest, diagnostics, loaded } = await compile({
      'config/routes.ts': routes(`  r.get('a', { to: 'a#show' })\n  r.draw('api')`),
      'config/api.ts': `\n  ${routes(`  r.get('b', { to: 'b#show' })`).replace('\nexport', '\n  export')}`,
    })
    expect(patterns).toEqual(['/a', '/b'])
    expect(manifest!.routes.map(({ location }) => location)).toEqual([
      { file: 'config/routes.ts', line: 4, column: 5 },
      { file: 'config/api.ts', line: 5, column: 5 },
    ])
    expect(diagnostics).toEqual([])
    expect(loaded).toEqual(['config/api.ts', 'config/routes.ts'])
  })

  test('reads every file again, and keeps nothing of the last compilation', async () => {
    const { root, compile: compileAgain } = await projectOf({
      'config/routes.ts': routes(
        `  marks.push('mark')\n  for (const mark of marks) r.get(mark, { to: 'a#b', constraints: isOffice })`,
        `import { isOffice, marks } from '../src/office'`,
      ),
      'src/office.ts': 'export const isOffice = () => true\nexport const marks: string[] = []',
    })
    const { manifest, importCallable, ...first } = await compileAgain()
    expect([first.patterns, first.loaded]).toEqual([['/mark'], ['config/routes.ts', 'src/office.ts']])
    expect(importCallable(manifest!.routes[0]!.constraints[0]!)).toBe('/src/office.ts')
    expect((await compileAgain()).patterns).toEqual(['/mark'])
    writeFileSync(`${root}/config/routes.ts`, routes(`  r.get('b', { to: 'a#b' })`))
    const second = await compileAgain()
    expect([second.patterns, second.loaded]).toEqual([['/b'], ['config/routes.ts']])
  })

  test('transforms only what has changed, runs every module again, and loads modules without a file again', async () => {
    const transformed: string[] = []
    let version = 0
    const plugin: Plugin = {
      name: 'recorder',
      resolveId: (source) => (source === 'virtual:version' ? '\0virtual:version' : null),
      load: (id) => (id === '\0virtual:version' ? `export const version = 'v${(version += 1)}'` : null),
      transform: (_code, id) => void transformed.push(path.basename(id)),
    }
    const { root, compile: compileAgain } = await projectOf(
      {
        'config/routes.ts': routes(
          `  r.draw('api')
  r.get(version, { to: 'a#b' })`,
          `import { version } from 'virtual:version'`,
        ),
        'config/api.ts': routes(`  r.get(next(), { to: 'a#c' })`, `import { next } from '../src/next'`),
        'src/next.ts': 'let count = 0\nexport const next = () => `n${(count += 1)}`',
      },
      { plugins: [plugin] },
    )
    // A file that was written a moment ago counts as changed.
    for (const file of ['config/routes.ts', 'config/api.ts', 'src/next.ts']) utimesSync(`${root}/${file}`, 1, 1)
    const first = await compileAgain()
    expect([first.patterns, transformed.splice(0).length]).toEqual([['/n1', '/v1'], 4])
    writeFileSync(`${root}/config/api.ts`, routes(`  r.get('edited', { to: 'a#c' })`))
    const second = await compileAgain()
    expect(second.patterns).toEqual(['/edited', '/v2'])
    expect(second.loaded).not.toContain('src/next.ts')
    expect(new Set(transformed.splice(0))).toEqual(new Set(['api.ts', '\0virtual:version']))
    // The resolver still knows the deleted file, so the second attempt has a new environment.
    writeFileSync(
      `${root}/config/api.ts`,
      routes(`  r.get(next(), { to: 'a#c' })`, `import { next } from '../src/next'`),
    )
    unlinkSync(`${root}/src/next.ts`)
    writeFileSync(`${root}/src/next.js`, `export const next = () => 'other'`)
    expect((await compileAgain()).patterns).toEqual(['/other', '/v4'])
  })

  test('reports a module that has been deleted since the last compilation', async () => {
    const { root, compile: compileAgain } = await projectOf({
      'config/routes.ts': routes(`  r.get(path, { to: 'a#b' })`, `import { path } from '../src/path'`),
      'src/path.ts': `export const path = 'a'`,
    })
    expect((await compileAgain()).patterns).toEqual(['/a'])
    unlinkSync(`${root}/src/path.ts`)
    expect(await compileAgain()).toMatchObject({ patterns: null, codes: ['module-not-loaded'] })
  })

  test('reports a file that cannot be drawn', async () => {
    const { manifest, codes } = await compile({ 'config/routes.ts': routes(`r.draw('missing')`) })
    expect([manifest, codes]).toEqual([null, ['draw-not-found']])
  })

  test('names the module of a callable', async () => {
    const { manifest } = await compile({
      'config/routes.ts': routes(
        `r.constraints(fromOffice, () => r.get('a', { to: 'a#show' }))`,
        `import { fromOffice } from '@/constraints'`,
      ),
      'src/constraints.ts': `import './style.css'\nimport { helper } from './helper'\nexport const fromOffice = () => helper`,
      'src/helper.ts': 'export const helper = true',
      'src/style.css': 'broken {',
    })
    expect(manifest!.routes[0]!.constraints).toEqual([{ module: 'src/constraints.ts', export: 'fromOffice' }])
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
    const { codes, manifest } = await compile({ 'config/routes.ts': 'export default 5' })
    expect([codes.length, manifest]).toEqual([1, null])
  })

  test('reads files outside the root, with the rights of the user', async () => {
    const outside = makeFolder({ 'text.txt': 'hello' })
    const { diagnostics, manifest } = await compile({
      'config/routes.ts': routes('', `import text from '${outside}/text.txt?raw'\nif (text !== 'hello') throw text`),
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(manifest).not.toBeNull()
  })

  test('has no table if a file throws, but reports the mistakes of all files', async () => {
    const { manifest, diagnostics, codes } = await compile({
      'config/routes.ts': routes(`  r.draw('broken')\n  r.match('x', { to: 'a#b' })`),
      'config/broken.ts': `\nthrow new Error('no luck')`,
    })
    expect(manifest).toBeNull()
    expect(diagnostics[0]).toMatchObject({ code: 'module-threw', location: { file: 'config/broken.ts', line: 2 } })
    expect(codes).toContain('missing-via')
  })

  test('reports mistakes of syntax and missing imports at their places, in imported modules as well', async () => {
    const broken = await compile({ 'config/routes.ts': 'const a = 1\nlet = = 2' })
    expect(broken.diagnostics).toMatchObject([
      { code: 'module-not-loaded', location: { file: 'config/routes.ts', line: 2 } },
    ])
    const missing = await compile({ 'config/routes.ts': `\nimport './other'`, 'config/other.ts': `import './none'` })
    expect(missing.diagnostics).toMatchObject([
      { code: 'module-not-loaded', location: { file: 'config/other.ts', line: 1, column: 8 } },
    ])
    const lazy = await compile({
      'config/routes.ts': `\nconst other = await import('./other')`,
      'config/other.ts': '(',
    })
    expect(lazy.diagnostics).toMatchObject([
      { code: 'module-not-loaded', location: { file: 'config/other.ts', line: 1 } },
    ])
  })

  test('lets a route file catch the error of an import', async () => {
    const { patterns } = await compile({
      'config/routes.ts': routes(
        `  r.get(reason.includes('none') ? 'caught' : reason, { to: 'a#b' })`,
        `const name = './none'\nconst reason: string = await import(name).catch((error) => error.message)`,
      ),
    })
    expect(patterns).toEqual(['/caught'])
  })

  test('follows the options and the inflections', async () => {
    const entry = { 'config/routes.ts': routes(`r.resources('oxen', { only: 'show' })`) }
    const { patterns } = await compile(entry, {
      paramNames: 'camelCase',
      inflections: (inflect) => inflect.irregular('ox', 'oxen'),
    })
    expect(patterns).toEqual(['/oxen/:id'])
    const { codes } = await compile(entry, {
      inflections: () => {
        throw new Error('no luck')
      },
    })
    expect(codes).toEqual(['inflections-threw'])
  })

  test('stops when the signal aborts, at the start or later', async () => {
    const files = { 'config/routes.ts': `globalThis.hasStarted = true\nawait new Promise(() => {})\n${routes('')}` }
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'hasStarted'))
    const { compile: compileAgain } = await projectOf(files)
    await expect(compileAgain({}, AbortSignal.abort())).rejects.toBeInstanceOf(EvaluationSuperseded)
    expect(globalThis).not.toHaveProperty('hasStarted')
    const controller = new AbortController()
    const running = compileAgain({}, controller.signal)
    running.catch(() => {})
    await vi.waitFor(() => expect(globalThis).toHaveProperty('hasStarted'))
    controller.abort()
    await expect(running).rejects.toBeInstanceOf(EvaluationSuperseded)
  })

  test('reports a route file that imports itself', async () => {
    const files = { 'config/routes.ts': routes('void own', `import * as own from './routes'`) }
    expect((await compile(files)).codes).toEqual(['circular-route-file'])
    expect((await compile(files, { severities: { 'circular-route-file': 'off' } })).codes).toEqual([])
  })

  test('reports calls of helpers while the routes are evaluated', async () => {
    const { diagnostics } = await compile({
      'config/routes.ts': `import { photosPath } from 'virtual:routes'\nphotosPath()`,
    })
    expect(diagnostics).toMatchObject([
      {
        message: expect.stringContaining(
          '`photosPath` of `virtual:routes` was called while the route files are evaluated. Call it later.',
        ),
        location: { line: 2 },
      },
    ])
  })
})

describe('a process that ends while the route files run', () => {
  /** Calls what Node calls at the end of a process, in the middle of a compilation, and returns the exit code. */
  async function endOf(command: 'build' | 'serve', exitCode: number | undefined) {
    const before = process.listeners('exit')
    const exitCodeBefore = process.exitCode
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => {
      process.exitCode = exitCodeBefore
      print.mockRestore()
    })
    const controller = new AbortController()
    const { compile: compileAgain } = await projectOf(
      { 'config/routes.ts': 'await new Promise(() => {})' },
      { command },
    )
    const running = compileAgain({}, controller.signal)
    running.catch(() => {})
    const added = () => process.listeners('exit').filter((listener) => !before.includes(listener))
    if (command === 'build') await vi.waitFor(() => expect(added()).toHaveLength(1))
    process.exitCode = exitCode
    for (const listener of added()) (listener as () => void)()
    const result = [process.exitCode, print.mock.calls.length]
    controller.abort()
    await running.catch(() => {})
    expect(added()).toEqual([])
    return result
  }

  test('fails a build', async () => {
    expect(await endOf('build', 0)).toEqual([1, 1])
  })

  test('leaves the exit code of a build that fails anyway', async () => {
    expect(await endOf('build', 3)).toEqual([3, 0])
  })

  test('is the end of a dev server', async () => {
    expect(await endOf('serve', 0)).toEqual([0, 0])
  })
})

describe('an import that waits', () => {
  const limitTo = (ms: number) => {
    const { ms: before } = evaluationLimit
    evaluationLimit.ms = ms
    onTestFinished(() => void (evaluationLimit.ms = before))
  }

  test('is reported at the module with the `await` that never ends', async () => {
    limitTo(50)
    const { diagnostics } = await compile({
      'config/routes.ts': `import './outer'`,
      'config/outer.ts': `import './slow'\nawait 1`,
      'config/slow.ts': 'await new Promise(() => {})',
    })
    expect(diagnostics).toMatchObject([
      {
        code: 'module-never-ends',
        message: '`config/slow.ts` did not finish within 0.05 s.',
        location: { file: 'config/slow.ts', line: 1, column: 1 },
      },
    ])
  })

  test('may wait for Vite for longer', async () => {
    limitTo(20)
    const root = makeFolder({ 'config/routes.ts': routes('') })
    const config = await resolveConfig({ root, configFile: false, logLevel: 'silent' }, 'serve')
    const slow = { name: 'slow', load: () => new Promise<null>((resolve) => setTimeout(resolve, 100, null)) }
    const files = {
      entry: `${root}/config/routes.ts`,
      options: {},
      draw: () => ({ searched: [] }),
      states: new Map(),
      loaded: new Set<string>(),
      cache: new ResultCache(`${root}/cache`),
    }
    const { manifest } = await compileRouteFiles(
      files,
      new RouteEnvironment(config, [slow]),
      new AbortController().signal,
    )
    expect(manifest).not.toBeNull()
  })
})

describe('the cache', () => {
  /** Returns what the cache returned for each compilation since the last call: a table or null. */
  function watchCache() {
    const read = vi.spyOn(ResultCache.prototype, 'read')
    onTestFinished(() => read.mockRestore())
    return () => {
      const isHit = read.mock.results.map(({ value }) => value !== null)
      read.mockClear()
      return isHit
    }
  }

  test('returns the same result to another process: table, diagnostics and imports', async () => {
    const hits = watchCache()
    const { compileAfresh } = await projectOf({
      'config/routes.ts': routes(
        `  r.get('a/:id', { to: 'a#b', constraints: isOffice, id: /\\d+/ })
  r.get('a/:id', { to: 'a#c', constraints: isOffice, id: /\\d+/ })
  r.get('old', { to: redirect('/a/%{id}') })
  r.get('x', { to: 'x#y' })
  r.get('x', { to: 'x#z' })`,
        `import { isOffice } from '../src/office'`,
      ),
      'src/office.ts': 'export const isOffice = () => true',
    })
    const first = await compileAfresh()
    const second = await compileAfresh()
    expect(hits()).toEqual([false, true])
    expect(first.codes).toContain('unreachable-route')
    expect(second.manifest).toEqual(first.manifest)
    expect(JSON.stringify(second.manifest)).toBe(JSON.stringify(first.manifest))
    expect(second.diagnostics).toEqual(first.diagnostics)
    expect(Object.isFrozen(second.manifest!.routes[0]!.segments)).toBe(true)
    const [constraint] = second.manifest!.routes[0]!.constraints
    expect([first, second].map(({ importCallable }) => importCallable(constraint!))).toEqual([
      '/src/office.ts',
      '/src/office.ts',
    ])
  })

  test('never returns another table than the route files declare now', async () => {
    const hits = watchCache()
    let version = 1
    const plugin: Plugin = {
      name: 'version',
      resolveId: (source) => (source === 'virtual:version' ? '\0virtual:version' : null),
      load: (id) => (id === '\0virtual:version' ? `export const version = 'v${version}'` : null),
    }
    const { root, compileAfresh } = await projectOf(
      {
        'config/routes.ts': routes(
          `  r.get(version, { to: 'a#b' })
  r.get(String(process.env.TURNOUT_TEST), { to: 'a#b' })
  r.get(readFileSync('${'%ROOT%'}/path.txt', 'utf8'), { to: 'a#b' })
  r.get(name, { to: 'a#b' })`,
          `import { readFileSync } from 'node:fs'\nimport { version } from 'virtual:version'\nimport { name } from '../src/name'`,
        ),
        'src/name.ts': `export const name = 'name'`,
        'path.txt': 'text',
      },
      { plugins: [plugin] },
    )
    const entry = `${root}/config/routes.ts`
    writeFileSync(entry, readFileSync(entry, 'utf8').replace('%ROOT%', root))
    process.env['TURNOUT_TEST'] = 'env'
    onTestFinished(() => void delete process.env['TURNOUT_TEST'])
    const changes = [
      () => {},
      () => (version = 2),
      () => (process.env['TURNOUT_TEST'] = 'changed'),
      () => writeFileSync(`${root}/path.txt`, 'other'),
      () => writeFileSync(`${root}/src/name.ts`, `export const name = 'renamed'`),
    ]
    const patterns: unknown[] = []
    for (const change of changes) {
      change()
      patterns.push((await compileAfresh()).patterns)
    }
    expect(patterns).toEqual([
      ['/v1', '/env', '/text', '/name'],
      ['/v2', '/env', '/text', '/name'],
      ['/v2', '/changed', '/text', '/name'],
      ['/v2', '/changed', '/other', '/name'],
      ['/v2', '/changed', '/other', '/renamed'],
    ])
    expect(hits()).toEqual([false, false, false, false, false])
    await compileAfresh()
    expect(hits()).toEqual([true])
    // Only the places change.
    writeFileSync(entry, `\n${readFileSync(entry, 'utf8')}`)
    const [moved] = (await compileAfresh()).manifest!.routes
    expect([hits(), moved!.location!.line]).toEqual([[false], 7])
    expect((await compileAfresh({ base: '/app', rails: '7.2' })).manifest).not.toBeNull()
    expect(hits()).toEqual([false])
  })

  test('keeps no table with an error, and none of a compilation after an edit', async () => {
    const hits = watchCache()
    const { compile: compileAgain, compileAfresh } = await projectOf({
      'config/routes.ts': routes(`  r.get('a', { to: 'a#b' })\n  r.get('b', { to: 7 })`),
    })
    for (let time = 0; time < 2; time += 1) expect((await compileAfresh()).manifest).toBeNull()
    expect(hits()).toEqual([false, false])
    await compileAgain()
    expect(hits()).toEqual([])
  })
})
