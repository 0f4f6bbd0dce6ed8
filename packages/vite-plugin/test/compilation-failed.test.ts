// What is thrown where nothing is expected to throw: by the compiler, the emitters, the system, and by hostile values.
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { build, type HotPayload, type ViteDevServer } from 'vite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { main } from '../src/cli/main.ts'
import { silentProgress } from '../src/cli/progress.ts'
import { runCommand } from './command.ts'
import { devServer, loadedProject, makeProject, routesFile, viteConfig, writeFiles } from './fixture.ts'

type Part = 'compileRouteFiles' | 'emitModule' | 'emitTypes'

/** What parts of the compiler throw, as long as they are to throw. */
const thrown = vi.hoisted(() => new Map<Part, unknown>())

const fail = vi.hoisted(() => (part: Part) => {
  if (thrown.has(part)) throw thrown.get(part)
})

vi.mock('../src/evaluate/compile-route-files.ts', async (original) => {
  const { compileRouteFiles } = await original<typeof import('../src/evaluate/compile-route-files.ts')>()
  return {
    compileRouteFiles: async (...args: Parameters<typeof compileRouteFiles>) => {
      fail('compileRouteFiles')
      return compileRouteFiles(...args)
    },
  }
})
vi.mock('@turnout/compiler/internal/phases/5-emit/emit-module', async (original) => {
  const { emitModule } = await original<typeof import('@turnout/compiler/internal/phases/5-emit/emit-module')>()
  return {
    emitModule: (...args: Parameters<typeof emitModule>) => {
      fail('emitModule')
      return emitModule(...args)
    },
  }
})
vi.mock('@turnout/compiler/internal/phases/5-emit/emit-types', async (original) => {
  const { emitTypes } = await original<typeof import('@turnout/compiler/internal/phases/5-emit/emit-types')>()
  return {
    emitTypes: (...args: Parameters<typeof emitTypes>) => {
      fail('emitTypes')
      return emitTypes(...args)
    },
  }
})
afterEach(() => thrown.clear())

const unreadable = Object.defineProperties(new Error('never read'), {
  stack: { get: () => expect.fail('read') },
  message: { get: () => expect.fail('read') },
})
const tooManyFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' })

const FAILURES: [string, Part, unknown, string][] = [
  [
    'a mistake of the compiler',
    'compileRouteFiles',
    new TypeError('a bug'),
    'Compiling the routes failed: TypeError: a bug',
  ],
  ['an object without a prototype', 'compileRouteFiles', Object.create(null), 'Compiling the routes failed: '],
  ['an error that cannot be read', 'compileRouteFiles', unreadable, 'Compiling the routes failed: '],
  ['no file left to open', 'compileRouteFiles', tooManyFiles, 'failed: Error: EMFILE: too many open files'],
  [
    'a mistake of an emitter',
    'emitModule',
    new TypeError('a bug'),
    'Writing the routes as code failed: TypeError: a bug',
  ],
]

const routeTo = (name: string) => routesFile(`  r.draw('api')\n  r.get('${name}', { to: 'pages#show', as: 'page' })`)
const files = {
  'config/routes.ts': routeTo('one'),
  'config/routes/api.ts': routesFile(`  r.resources('users')`),
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `import { pagePath } from 'virtual:routes'\nexport const page = () => pagePath()`,
}

const page = async (server: ViteDevServer) =>
  ((await server.ssrLoadModule('/src/main.ts')) as { page(): string }).page()

/** The errors that the overlay is sent from now on; null stands for its end. */
function overlay(server: ViteDevServer): (string | null)[] {
  const seen: (string | null)[] = []
  vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => {
    const sent = payload as HotPayload | string
    if (sent === 'turnout:errors-fixed') seen.push(null)
    if (typeof sent === 'object' && sent.type === 'error') seen.push(sent.err.message)
  })
  return seen
}

describe.each(FAILURES)('%s', (_, part, error, message) => {
  test('leaves a dev server with its last good table, and shows in the overlay', async () => {
    const server = await devServer(makeProject(files))
    expect(await page(server)).toBe('/one')
    const seen = overlay(server)
    thrown.set(part, error)
    writeFiles(server.config.root, { 'config/routes.ts': routeTo('two') })
    await expect.poll(() => seen.at(-1)).toContain(message)
    expect(seen.at(-1)).toContain('[compilation-failed]')
    expect(await page(server)).toBe('/one')
    thrown.clear()
    writeFiles(server.config.root, { 'config/routes.ts': routeTo('three') })
    await expect.poll(() => seen.at(-1)).toBeNull()
    await expect.poll(() => page(server)).toBe('/three')
  })

  test('at the start of a dev server is mended by an edit of a drawn file', async () => {
    thrown.set(part, error)
    const server = await devServer(makeProject(files))
    await expect(page(server)).rejects.toThrow(message)
    thrown.clear()
    writeFiles(server.config.root, { 'config/routes/api.ts': routesFile(`  r.resources('people')`) })
    await expect.poll(() => page(server).catch(String)).toBe('/one')
  })

  test('fails a build with a diagnostic', async () => {
    thrown.set(part, error)
    const root = makeProject(files)
    const failed = await build(viteConfig(root)).catch((thrown: unknown) => thrown as Error)
    expect((failed as Error).message).toContain(message)
    expect((failed as Error).message).toContain('[compilation-failed]')
  })
})

test('an error while the declarations are written is logged, and ends no dev server', async () => {
  thrown.set('emitTypes', new TypeError('a bug'))
  const root = makeProject(files)
  const server = await devServer(root, { types: 'types.d.ts' })
  expect(await page(server)).toBe('/one')
  await expect(build(viteConfig(root, { types: 'types.d.ts' }))).rejects.toThrow(
    'TypeError: a bug [compilation-failed]',
  )
})

describe('the command', () => {
  test('prints a diagnostic for what compiling throws', async () => {
    thrown.set('compileRouteFiles', new TypeError('a bug'))
    const { code, err } = await runCommand(['routes'], makeProject(files))
    expect(code).toBe(2)
    expect(err).toContain('error[compilation-failed] Compiling the routes failed: TypeError: a bug')
    // For a report: where it was thrown, without the folders of this machine.
    expect(err).toMatch(/^ {4}at \(?compilation-failed\.test\.ts:\d+:\d+\)?$/m)
    expect(err).not.toContain(`${import.meta.dirname}/`)
    const { out } = await runCommand(['check', '--json'], makeProject(files))
    const [{ trace }] = (JSON.parse(out) as { diagnostics: [{ trace: string[] }] }).diagnostics
    expect(trace[0]).toMatch(/^at \(?compilation-failed\.test\.ts:\d+:\d+\)?$/)
  })

  test('leaves the trace out where the system refuses a file', async () => {
    thrown.set('compileRouteFiles', tooManyFiles)
    const { err } = await runCommand(['routes'], makeProject(files))
    expect(err).toContain('EMFILE')
    expect(err).not.toContain('trace:')
  })

  test('prints a diagnostic for what it throws itself', async () => {
    thrown.set('emitTypes', Object.create(null))
    const { code, err } = await runCommand(['types'], makeProject(files), { types: 'types.d.ts' })
    expect([code, err]).toEqual([2, expect.stringContaining('error[compilation-failed] `turnout types` failed: ')])
    let text = ''
    const host = {
      out: () => {},
      err: (line: string) => void (text += line),
      columns: 80,
      progress: silentProgress,
      style: { out: plain, err: plain },
    }
    const loadProject = () => Promise.reject(new Error('out of luck'))
    expect(await main(['check'], { ...host, loadProject })).toBe(2)
    expect(text).toContain('`turnout check` failed: Error: out of luck')
  })
})

describe('a route file', () => {
  test('may be a link that leads nowhere', async () => {
    const root = makeProject({ 'config/routes.ts': routesFile(`  r.root('pages#home')`), 'config/routes/x.txt': '' })
    symlinkSync(path.join(root, 'gone.ts'), path.join(root, 'config/routes/api.ts'))
    const { manifest } = await (await loadedProject(root)).outcome()
    expect(manifest?.routes).toHaveLength(1)
  })
})
