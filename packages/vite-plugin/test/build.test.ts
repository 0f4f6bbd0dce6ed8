import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, createBuilder, type InlineConfig, type Plugin } from 'vite'
import { build as buildWithVite7 } from 'vite-7'
import { describe, expect, test } from 'vitest'
import { makeProject, routesFile, viteConfig } from './fixture.ts'

const files = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'config/routes.ts': routesFile(
    `  r.resources('photos')\n  r.constraints(fromOffice, () => r.get('office', { to: office }))\n  r.draw('api')`,
    `import { fromOffice } from '../src/constraints'\nimport { office } from 'installed'`,
  ),
  'config/routes/api.ts': routesFile(`  r.namespace('api', (api) => api.resources('users', { only: 'show' }))`),
  'src/constraints.ts': `export const fromOffice = (request: { ip: string }) => request.ip === '10.0.0.1'`,
  'src/main.ts': `import routes, { match } from 'virtual:routes'
globalThis.answers = [routes.editPhotoPath(7), match('GET', '/photos/7'), match('GET', '/office', { ip: '10.0.0.1' })]`,
  'node_modules/installed/package.json': `{ "name": "installed", "type": "module", "exports": "./index.js" }`,
  'node_modules/installed/index.js': `export function office() { return 'at the office' }`,
}

interface Answer {
  name: string
  controller?: string
  params: Record<string, string>
  endpoint?: () => string
}

/** Runs the one script of a build and answers what it left behind. */
async function run(root: string, folder: string): Promise<[string, Answer, Answer]> {
  const script = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith('js'),
  )
  await import(/* @vite-ignore */ pathToFileURL(path.join(root, folder, script!)).href)
  return (globalThis as unknown as { answers: [string, Answer, Answer] }).answers
}

function expectAnswers([href, photo, office]: [string, Answer, Answer]): void {
  expect(href).toBe('/photos/7/edit')
  expect(photo).toMatchObject({ name: 'photo', controller: 'photos', action: 'show', params: { id: '7' } })
  expect(office.endpoint!()).toBe('at the office')
}

const serverEntry: InlineConfig = { build: { ssr: 'src/main.ts', outDir: 'dist/server' } }

describe('a build', () => {
  test('of a client holds virtual:routes, and the manifest if the option names a file', async () => {
    const root = makeProject(files)
    const manifestFile = '.vite/routes-manifest.json'
    const client = { build: { modulePreload: { polyfill: false } } }
    await build(viteConfig(root, {}, client))
    expect(existsSync(path.join(root, 'dist', manifestFile))).toBe(false)
    await build(viteConfig(root, { manifest: manifestFile }, client))
    expectAnswers(await run(root, 'dist/assets'))
    const manifest = JSON.parse(readFileSync(path.join(root, 'dist/.vite/routes-manifest.json'), 'utf8')) as {
      routes: object[]
    }
    expect(manifest.routes).toHaveLength(10)
    expect(manifest.routes[8]).toMatchObject({
      name: 'office',
      constraints: [{ module: 'src/constraints.ts', export: 'fromOffice' }],
      endpoint: { kind: 'callable', module: 'installed', export: 'office' },
      location: { file: 'config/routes.ts', line: 6, column: 37 },
    })
  })

  test('has nothing of the modules of callables without `match`', async () => {
    const guarded = {
      'config/routes.ts': routesFile(
        `  r.get('photos', { to: 'photos#index', constraints: guard })\n  r.mount(app, { at: '/app' })`,
        `import { guard } from '../src/guard'\nimport app from '../src/app'`,
      ),
      'src/guard.ts': `globalThis.answers = ['guard is loaded']\nexport const guard = () => true`,
      'src/app.ts': `globalThis.answers.push('app is loaded')\nexport default () => 'app'`,
      'src/main.ts': `import { photosPath } from 'virtual:routes'\nglobalThis.answers ??= []\nglobalThis.answers.push(photosPath())`,
    }
    const bare = makeProject(guarded)
    await build(viteConfig(bare, {}, serverEntry))
    Reflect.deleteProperty(globalThis, 'answers')
    expect(await run(bare, 'dist/server')).toEqual(['/photos'])

    const main = `import { match } from 'virtual:routes'\nglobalThis.answers.push(match('GET', '/app').endpoint())`
    const whole = makeProject({ ...guarded, 'src/main.ts': main })
    await build(viteConfig(whole, {}, serverEntry))
    Reflect.deleteProperty(globalThis, 'answers')
    expect(await run(whole, 'dist/server')).toEqual(['guard is loaded', 'app is loaded', 'app'])
  })

  test('asks objects and classes that have `matches`', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(
        `  r.constraints(literal, () => r.get('literal', { to: 'a#b' }))
  r.get('static', { to: 'a#b', constraints: Static })`,
        `import { literal, Static } from '../src/constraints'`,
      ),
      'src/constraints.ts': `const matches = (request: { ip: string }) => request.ip === '10.0.0.1'
export const literal = { matches }
export class Static { static matches = matches }`,
      'src/main.ts': `import { match } from 'virtual:routes'
globalThis.answers = ['10.0.0.1', '10.0.0.2'].map((ip) => ['/literal', '/static'].map((path) => match('GET', path, { ip })?.action))`,
    })
    await build(viteConfig(root, {}, serverEntry))
    expect(await run(root, 'dist/server')).toEqual([
      ['b', 'b'],
      [undefined, undefined],
    ])
  })

  test('calls the functions of redirects, and has none of them without `match`', async () => {
    const redirected = {
      'config/routes.ts': routesFile(
        `  r.get('old/:id', { to: redirect(moved, { status: 302 }), as: 'old' })`,
        `import { moved } from '../src/redirects'`,
      ),
      'src/redirects.ts': `(globalThis.answers ??= []).push('loaded')
export const moved = ({ id }: { id: string }, request: Request) => \`/new/\${id}\${new URL(request.url).search}\``,
      'src/main.ts': `import { match } from 'virtual:routes'
globalThis.answers.push(match('GET', '/old/7', new Request('http://a.test/old/7?b=c')).redirect)`,
    }
    const root = makeProject(redirected)
    await build(viteConfig(root, {}, serverEntry))
    Reflect.deleteProperty(globalThis, 'answers')
    expect(await run(root, 'dist/server')).toEqual(['loaded', { location: '/new/7?b=c', status: 302 }])

    const bare = makeProject({
      ...redirected,
      'src/main.ts': `import { oldPath } from 'virtual:routes'\nglobalThis.answers = [oldPath(7)]`,
    })
    await build(viteConfig(bare, {}, serverEntry))
    expect(await run(bare, 'dist/server')).toEqual(['/old/7'])
  })

  test('makes URLs by functions, and has none of them where no helper asks for them', async () => {
    const mapped = {
      'config/routes.ts': routesFile(
        `  r.resources('photos')\n  r.direct('basket', basketUrl)\n  r.resolve('Comment', commentUrl)`,
        `import { basketUrl, commentUrl } from '../src/urls'`,
      ),
      'src/urls.ts': `(globalThis.answers ??= []).push('loaded')
export const basketUrl = (id: number) => ['photo', id]
export const commentUrl = ({ id }: { id: number }, options: object) => ['photo', id, options]`,
      'src/main.ts': `import { basketPath, pathFor } from 'virtual:routes'
globalThis.answers.push(basketPath(7), pathFor({ modelName: 'Comment', id: 8 }, { anchor: 'a' }))`,
    }
    const root = makeProject(mapped)
    await build(viteConfig(root, { types: 'virtual-routes.d.ts' }, serverEntry))
    Reflect.deleteProperty(globalThis, 'answers')
    expect(await run(root, 'dist/server')).toEqual(['loaded', '/photos/7', '/photos/8#a'])
    expect(readFileSync(path.join(root, 'virtual-routes.d.ts'), 'utf8')).toContain(
      'basketPath(...args: Parameters<(typeof import("./src/urls.js"))["basketUrl"]>): string'.replaceAll('"', "'"),
    )

    const bare = makeProject({
      ...mapped,
      'src/main.ts': `import { match, photoPath } from 'virtual:routes'
globalThis.answers = [photoPath(7), match('GET', '/photos/7')?.name]`,
    })
    await build(viteConfig(bare, {}, serverEntry))
    expect(await run(bare, 'dist/server')).toEqual(['/photos/7', 'photo'])
  })

  test('of a server alone holds virtual:routes and the manifest', async () => {
    const root = makeProject(files)
    await build(viteConfig(root, {}, serverEntry))
    expectAnswers(await run(root, 'dist/server'))
    expect(readdirSync(path.join(root, 'dist/server/.vite'))).toEqual(['routes-manifest.json'])
  })

  test.each([
    ['a client', {}],
    ['a server', serverEntry],
  ])('of %s writes the manifest where the option says, compact', async (_, more) => {
    const root = makeProject(files)
    const manifests = () =>
      readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('json'),
      )
    const config = { ...more, build: { ...more.build, outDir: 'dist' } }
    await build(viteConfig(root, { manifest: false }, config))
    expect(manifests()).toEqual([])
    await build(viteConfig(root, { manifest: 'meta/routes.json' }, config))
    expect(manifests()).toEqual([path.join('meta', 'routes.json')])
    const text = readFileSync(path.join(root, 'dist/meta/routes.json'), 'utf8')
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`)
  })

  test('of all environments emits the manifest once', async () => {
    const root = makeProject(files)
    const builder = await createBuilder(
      viteConfig(
        root,
        {},
        {
          builder: {},
          environments: {
            client: { build: { outDir: 'dist/client' } },
            ssr: { build: { outDir: 'dist/server', ssr: true, rollupOptions: { input: 'src/main.ts' } } },
          },
        },
      ),
    )
    await builder.buildApp()
    const found = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    expect(found.filter((file) => file.endsWith('routes-manifest.json'))).toEqual(['server/.vite/routes-manifest.json'])
    expectAnswers(await run(root, 'dist/server'))
  })

  test('gives the same bytes whatever the folder', async () => {
    const output = await Promise.all(
      ['a', 'other é folder'].map(async (name) => {
        const root = makeProject(files, name)
        await build(viteConfig(root, { manifest: '.vite/routes-manifest.json' }, { build: { sourcemap: true } }))
        const found = readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })
        return found
          .filter((entry) => entry.isFile())
          .map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'utf8')])
          .sort()
      }),
    )
    expect(output[1]).toEqual(output[0])
    expect(output[0]!.map(([name]) => name)).toContain('routes-manifest.json')
    const [, map] = output[0]!.find(([name]) => name!.endsWith('.js.map'))!
    expect((JSON.parse(map!) as { sources: string[] }).sources).toContain('../../config/routes.ts')
  })

  test('of a worker holds the routes, without a word in the config', async () => {
    const root = makeProject({
      ...files,
      'src/main.ts': `new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })`,
      'src/worker.ts': `import { editPhotoPath, match } from 'virtual:routes'
globalThis.answers = [editPhotoPath(7), match('GET', '/photos/7'), match('GET', '/office', { ip: '10.0.0.1' })]`,
    })
    const build_ = { modulePreload: { polyfill: false } } as const
    await build(viteConfig(root, {}, { build: build_, worker: { format: 'es' } }))
    const folder = path.join(root, 'dist/assets')
    const script = readdirSync(folder).find((file) => file.startsWith('worker'))
    Reflect.deleteProperty(globalThis, 'answers')
    await import(/* @vite-ignore */ pathToFileURL(path.join(folder, script!)).href)
    expectAnswers((globalThis as unknown as { answers: [string, Answer, Answer] }).answers)
    const misspelt = `import { editPhotPath } from 'virtual:routes'\neditPhotPath(1)`
    writeFileSync(path.join(root, 'src/worker.ts'), misspelt)
    await expect(build(viteConfig(root, {}, { build: build_ }))).rejects.toThrow('Did you mean `editPhotoPath`?')
  })

  test('that uses one helper holds neither the manifest nor the matcher', async () => {
    const root = makeProject({
      ...files,
      'src/main.ts': `import { photoPath } from 'virtual:routes'\nconsole.log(photoPath(1))`,
    })
    await build(viteConfig(root, {}, { build: { modulePreload: { polyfill: false }, minify: false } }))
    const [script] = readdirSync(path.join(root, 'dist/assets'))
    const code = readFileSync(path.join(root, 'dist/assets', script!), 'utf8')
    expect(code).toContain('photoPath')
    expect(code).not.toMatch(/editPhotoPath|api_user|createMatcher|at the office/)
  })

  test('fails with every error of the route files, and leaves the last output as it is', async () => {
    const root = makeProject({
      ...files,
      'config/routes/api.ts': routesFile(`  r.member(() => {})\n  r.match('x', { to: 'a#b' })`),
    })
    mkdirSync(path.join(root, 'dist'))
    writeFileSync(path.join(root, 'dist/kept.txt'), '')
    const failed = await build(viteConfig(root)).catch((error: unknown) => error as Error)
    const text = (failed as Error).message
    expect(text).toContain('[outside-resource-scope]')
    expect(text).toContain('config/routes/api.ts:4:5')
    expect(text).toMatch(/> 4 \|\s+r\.member/)
    expect(text).toContain('error[missing-via]')
    expect(text).toMatch(/> 5 \|\s+r\.match/)
    expect(readdirSync(path.join(root, 'dist'))).toEqual(['kept.txt'])
  })

  test('loads modules while the route files are compiled', async () => {
    const root = makeProject({
      'index.html': '<script type="module" src="/src/main.ts"></script>',
      'src/main.ts': 'console.log(1)',
      // The worker shares the environment variables of the process.
      'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
while (process.env.TURNOUT_TEST_LOADED === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
export default defineRoutes((r) => r.resources('photos'))
`,
    })
    const mark: Plugin = {
      name: 'mark',
      transform(_code, id) {
        if (id.endsWith('/src/main.ts')) process.env['TURNOUT_TEST_LOADED'] = 'true'
      },
    }
    const config = viteConfig(root, { types: 'routes.d.ts' })
    try {
      await build({ ...config, plugins: [config.plugins, mark] })
    } finally {
      delete process.env['TURNOUT_TEST_LOADED']
    }
    expect(readFileSync(path.join(root, 'routes.d.ts'), 'utf8')).toContain('photosPath')
  })

  test.each([
    ['Rolldown', build],
    ['Rollup', buildWithVite7 as unknown as typeof build],
  ])('fails once with the errors of the routes if a module imports the routes (%s)', async (_, run) => {
    const root = makeProject({ ...files, 'config/routes.ts': 'export default 1' })
    const failed = await run(viteConfig(root)).catch((error: unknown) => error as Error)
    expect((failed as Error).message.split('is not a block of declarations')).toHaveLength(2)
  })

  test('fails where the routes are wrong even if nothing imports them', async () => {
    const root = makeProject({ ...files, 'config/routes.ts': 'export default 1', 'src/main.ts': '' })
    await expect(build(viteConfig(root))).rejects.toThrow('is not a block of declarations')
  })
})
