// The hostile cases of kind `dev-watch`, in a short form; `bench/soak` has the long one. No test is timed: each waits
// until what must come has come.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type HotPayload, type ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TurnoutOptions } from '../../src/index.ts'
import { buildPackages, run, VITE } from '../built.ts'
import { devServer, loadedProject, makeProject, routesFile, viteConfig, writeFiles, type Files } from '../fixture.ts'

const SLOW = { timeout: 60_000 }

const ROUTES = routesFile(`  r.resources('photos')`)
const routeTo = (path: string) => routesFile(`  r.get('${path}', { to: 'pages#show', as: 'page' })`)
const MAIN = `import manifest from 'virtual:routes/manifest'
export const names = () => manifest.routes.map((route) => route.name)
export const paths = () => manifest.routes.map((route) => route.pattern.replace('(.:format)', ''))`

const project = (files: Files, name?: string) => makeProject({ 'src/main.ts': MAIN, ...files }, name)
const edit = (server: ViteDevServer, files: Files) => writeFiles(server.config.root, files)

/** What a request to an SSR server sees. */
async function served(server: ViteDevServer): Promise<{ paths: string[]; names: (string | null)[] }> {
  const main = (await server.ssrLoadModule('/src/main.ts')) as { paths(): string[]; names(): (string | null)[] }
  return { paths: main.paths(), names: main.names() }
}

const paths = async (server: ViteDevServer) => (await served(server).catch(() => null))?.paths

/** What the server sends to the browser from now on. */
function sent(server: ViteDevServer): (HotPayload | string)[] {
  const payloads: (HotPayload | string)[] = []
  vi.spyOn(server.environments.client.hot, 'send').mockImplementation((payload: unknown) => {
    payloads.push(payload as HotPayload | string)
  })
  return payloads
}

const errorsIn = (payloads: (HotPayload | string)[]) =>
  payloads.flatMap((payload) => (typeof payload === 'object' && payload.type === 'error' ? [payload.err.message] : []))

/** The manifest of a build. */
async function built(root: string): Promise<string> {
  await build(viteConfig(root, { manifest: '.vite/routes-manifest.json' }))
  return readFileSync(path.join(root, 'dist/.vite/routes-manifest.json'), 'utf8')
}

describe('edits', () => {
  test('hot-001: each of many in a row is served, and never an older one', async () => {
    const server = await devServer(project({ 'config/routes.ts': routeTo('start') }))
    for (let number = 0; number < 60; number += 1) {
      edit(server, { 'config/routes.ts': routeTo(`edit/${number}`) })
      await expect.poll(() => paths(server), { interval: 5 }).toEqual([`/edit/${number}`])
      expect(await paths(server)).toEqual([`/edit/${number}`])
    }
  })

  test('hot-002: after a burst the last one is served, without an evaluation for each', async () => {
    const count = () => (globalThis as { burst?: number }).burst ?? 0
    const counted = (path: string) => `globalThis.burst = (globalThis.burst ?? 0) + 1\n${routeTo(path)}`
    const server = await devServer(project({ 'config/routes.ts': counted('start') }))
    expect(await paths(server)).toEqual(['/start'])
    const before = count()
    for (let number = 0; number < 1000; number += 1) {
      edit(server, { 'config/routes.ts': counted(`burst/${number}`) })
      if (number % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => paths(server), { interval: 5 }).toEqual(['/burst/999'])
    expect(count() - before).toBeLessThanOrEqual(60)
  })

  test('hot-005: a syntax error keeps the last table, is shown, and can be corrected', async () => {
    const server = await devServer(project({ 'config/routes.ts': ROUTES }))
    expect((await served(server)).names).toContain('photo')
    const payloads = sent(server)
    edit(server, { 'config/routes.ts': `${ROUTES}\nexport const = 1` })
    await expect.poll(() => errorsIn(payloads).join()).toContain('[module-not-loaded]')
    expect((await served(server)).names).toContain('photo')
    edit(server, { 'config/routes.ts': routeTo('mended') })
    await expect.poll(() => paths(server)).toEqual(['/mended'])
  })

  test('hot-006: so does an error in a file that is imported', async () => {
    const routes = routesFile(`  r.get(name, { to: 'pages#show', as: 'page' })`, `import { name } from './name'`)
    const server = await devServer(project({ 'config/routes.ts': routes, 'config/name.ts': `export const name = 'a'` }))
    expect(await paths(server)).toEqual(['/a'])
    const payloads = sent(server)
    edit(server, { 'config/name.ts': `export const name = boom()` })
    await expect.poll(() => errorsIn(payloads).join()).toContain('[module-threw]')
    expect(await paths(server)).toEqual(['/a'])
    edit(server, { 'config/name.ts': `export const name = 'b'` })
    await expect.poll(() => paths(server)).toEqual(['/b'])
  })

  test('hot-007: the entry may be renamed away, and back', async () => {
    const server = await devServer(project({ 'config/routes.ts': ROUTES }))
    expect((await served(server)).names).toContain('photo')
    const payloads = sent(server)
    const [here, away] = ['routes.ts', 'away.ts'].map((name) => path.join(server.config.root, 'config', name))
    renameSync(here!, away!)
    await expect.poll(() => errorsIn(payloads).join()).toContain('[entry-not-found]')
    expect((await served(server)).names).toContain('photo')
    renameSync(away!, here!)
    await expect.poll(() => payloads.at(-1)).toEqual({ type: 'update', updates: [] })
    edit(server, { 'config/routes.ts': routeTo('back') })
    await expect.poll(() => paths(server)).toEqual(['/back'])
  })

  test('hot-008: a file that is drawn before it exists is picked up', async () => {
    const server = await devServer(project({ 'config/routes.ts': routesFile(`  r.draw('admin')`) }))
    await expect(served(server)).rejects.toThrow(`draw('admin')`)
    edit(server, { 'config/routes/admin.ts': routeTo('admin') })
    await expect.poll(() => paths(server)).toEqual(['/admin'])
  })

  test('hot-009: a drawn file may be deleted', async () => {
    const entry = (draw: string) => routesFile(`  r.get('home', { to: 'pages#home' })\n${draw}`)
    const server = await devServer(
      project({ 'config/routes.ts': entry(`  r.draw('admin')`), 'config/routes/admin.ts': routeTo('admin') }),
    )
    expect(await paths(server)).toEqual(['/home', '/admin'])
    const payloads = sent(server)
    rmSync(path.join(server.config.root, 'config/routes/admin.ts'))
    await expect.poll(() => errorsIn(payloads).join()).toContain('[draw-not-found]')
    edit(server, { 'config/routes.ts': entry('') })
    await expect.poll(() => paths(server)).toEqual(['/home'])
  })

  test('hot-012: of 200 files at once give the table of a cold build', async () => {
    const draws = (count: number, prefix: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, number) => [
          `config/routes/part${number}.ts`,
          routesFile(`  r.resources('${prefix}${number}', { only: 'show' })`),
        ]),
      )
    const entry = (count: number) =>
      routesFile(Array.from({ length: count }, (_, number) => `  r.draw('part${number}')`).join('\n'))
    const root = project({ 'config/routes.ts': entry(200), ...draws(200, 'old') })
    const server = await devServer(root)
    expect(await paths(server)).toHaveLength(200)
    edit(server, { ...draws(200, 'new'), 'config/routes.ts': entry(150) })
    const cold = await loadedProject(root)
    const { manifest } = await cold.outcome()
    const expected = manifest!.routes.map(({ pattern }) => pattern.replace('(.:format)', ''))
    expect(expected).toHaveLength(150)
    await expect.poll(() => paths(server)).toEqual(expected)
  })
})

describe('the declarations', () => {
  const options: TurnoutOptions = { types: 'routes.d.ts' }

  test('hot-014: a save without a change pushes nothing and writes nothing', async () => {
    const root = project({ 'config/routes.ts': ROUTES })
    const server = await devServer(root, options)
    await served(server)
    await server.environments.client.transformRequest('\0virtual:routes')
    const payloads = sent(server)
    const states = () => ['routes.d.ts', 'routes.d.ts.map'].map((file) => statSync(path.join(root, file)).ino)
    const before = states()
    let events = 0
    server.watcher.on('change', () => (events += 1))
    const save = () => {
      edit(server, { 'config/routes.ts': ROUTES })
      return events
    }
    await expect.poll(save, { interval: 60 }).toBeGreaterThan(2)
    // A last edit, behind which all others are taken in.
    edit(server, { 'config/routes.ts': routeTo('last') })
    await expect.poll(() => payloads.length).toBeGreaterThan(0)
    expect(payloads).toEqual([expect.objectContaining({ type: 'update' })])
    await expect.poll(() => states()).not.toEqual(before)
  })

  test('hot-015: come back when they are deleted', async () => {
    const root = project({ 'config/routes.ts': ROUTES })
    const server = await devServer(root, options)
    await served(server)
    for (const name of ['routes.d.ts', 'routes.d.ts.map']) {
      const file = path.join(root, name)
      const content = readFileSync(file, 'utf8')
      rmSync(file)
      await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(content)
    }
  })

  test('hot-016: are never torn by two dev servers on one project', async () => {
    const root = project({ 'config/routes.ts': routeTo('start') })
    const servers = [await devServer(root, options), await devServer(root, options)]
    const file = path.join(root, 'routes.d.ts')
    for (let number = 0; number < 20; number += 1) {
      edit(servers[0]!, { 'config/routes.ts': routeTo(`edit/${number}`) })
      for (const server of servers) {
        await expect
          .poll(
            async () => {
              // Whenever it is read, it is whole.
              expect(readFileSync(file, 'utf8')).toMatch(/^\/\/ @generated[^]*sourceMappingURL=routes\.d\.ts\.map\n$/)
              return paths(server)
            },
            { interval: 5 },
          )
          .toEqual([`/edit/${number}`])
      }
    }
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('GET /edit/19 →')
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('hot-017: are whole, and the next start works, when the process is killed as it writes', SLOW, async () => {
    const root = project({ 'config/routes.ts': ROUTES })
    const file = path.join(root, 'routes.d.ts')
    const module = fileURLToPath(new URL('../../dist/files/write-file.js', import.meta.url))
    const OURS = "declare module 'virtual:routes' {\n"
    // It writes one of two texts after the other, until it is killed.
    const code = `import { writeIfChanged } from ${JSON.stringify(module)}
for (let turn = 0; ; turn += 1) writeIfChanged(${JSON.stringify(file)}, ${JSON.stringify(OURS)} + (turn % 2 ? 'a' : 'b').repeat(1e6))`
    await buildPackages()
    for (let number = 0; number < 5; number += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
      const before = existsSync(file) ? statSync(file).ino : 0
      await expect.poll(() => existsSync(file) && statSync(file).ino !== before, { interval: 1 }).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(readFileSync(file, 'utf8')).toMatch(/^declare[^\n]*\n(a{1000000}|b{1000000})$/)
    }
    await served(await devServer(root, options))
    expect(readFileSync(file, 'utf8')).toContain('\nphotoPath: Path[')
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('a project', () => {
  const files = {
    'index.html': '<script type="module" src="/src/main.ts"></script>',
    'config/routes.ts': routesFile(`  r.resources('photos')\n  r.draw('z')\n  r.draw('a')`),
    'config/routes/a.ts': routeTo('a'),
    'config/routes/z.ts': routesFile(`  r.resource('profile')`),
  }

  test('hot-019: may lie in a folder of any name', async () => {
    const plain = await built(project(files))
    const root = project(files, 'a b é #%')
    expect(await built(root)).toBe(plain)
    const server = await devServer(root)
    expect((await served(server)).names).toContain('profile')
    edit(server, { 'config/routes/a.ts': routeTo('b') })
    await expect.poll(() => paths(server)).toContain('/b')
  })

  test('hot-023: with a bad route does not build', async () => {
    await buildPackages()
    const config = `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }`
    const bad = routesFile(`  r.get('x', { to: 'nothing' })`)
    const root = project({ ...files, 'vite.config.ts': config, 'config/routes.ts': bad })
    const { code, err } = await run(VITE, ['build'], root)
    expect(code).toBe(1)
    expect(err).toContain('config/routes.ts:4:5')
    expect(existsSync(path.join(root, 'dist'))).toBe(false)
  })

  test('hot-024: has one manifest, whatever the place, the time zone, the language and the order of its files', async () => {
    const plain = await built(project(files))
    const before = { TZ: process.env['TZ'], LANG: process.env['LANG'] }
    onTestFinished(() => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    })
    Object.assign(process.env, { TZ: 'Pacific/Apia', LANG: 'tr_TR.UTF-8' })
    // Folders list their files in the order of creation, if in any.
    const reversed = Object.fromEntries(Object.entries(files).reverse())
    expect(await built(project(reversed, 'elsewhere'))).toBe(plain)
  })
})
