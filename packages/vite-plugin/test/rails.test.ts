// A project whose routes come from what a Rails server has printed.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, createServerModuleRunner, type ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { recorded } from '../../rails/test/recorded.ts'
import { runCommand } from './command.ts'
import { devServer, loadedProject, makeProject, viteConfig, writeFiles } from './fixture.ts'

const options = { routes: 'config/routes.json' }
const route = (path: string, fields: object = {}) => ({
  name: path.slice(1) || 'root',
  verbs: ['GET'],
  path,
  anchored: true,
  defaults: { controller: 'pages', action: 'show' },
  requirements: {},
  conditions: {},
  ...fields,
})
const json = (...routes: unknown[]) =>
  `{"rails":"7.2","routes":[\n${routes.map((each) => JSON.stringify(each)).join(',\n')}\n]}`
const files = {
  'config/routes.json': json(
    route('/one'),
    route('/office', { constraints: ['Office'], source: 'config/routes.rb:3' }),
  ),
  'config/routes.rb': 'Rails.application.routes.draw do\n  get "one"\n  get "office"\nend\n',
  // A route file beside it is not the project's.
  'config/routes.ts': 'throw new Error("it was run")',
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `import routes, { match } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
export const names = () => manifest.routes.map((route) => route.name)
export const found = (path) => match('GET', path)
document.title = routes.onePath()`,
}

test('a base is put before them, and must be one', async () => {
  const about = async (base: string) => {
    const project = await loadedProject(makeProject(files), { ...options, base })
    const { manifest, problems } = await project.outcome()
    return [manifest !== null, problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)]
  }
  expect(await about('/app')).toEqual([true, []])
  expect(await about('./')).toEqual([false, ['invalid-base']])
})

interface Main {
  names(): string[]
  found(path: string): object | null
}

async function run(server: ViteDevServer): Promise<Main> {
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: { logger: false } })
  onTestFinished(() => runner.close())
  return runner.import<Main>('/src/main.ts')
}

const inNode = { ...files, 'src/main.ts': files['src/main.ts'].replace(/document.*/, '') }

describe('routes of a Rails server', () => {
  test('are served, and served anew when the file changes, without a reload', async () => {
    const server = await devServer(makeProject(inNode), options)
    const main = await run(server)
    expect(main.names()).toEqual(['one', 'office'])
    expect(main.found('/office')).toMatchObject({ action: 'show', conditional: true })
    expect(main.found('/one')).not.toHaveProperty('conditional')
    writeFiles(server.config.root, { 'config/routes.json': json(route('/two')) })
    await expect.poll(() => main.names()).toEqual(['two'])
    const send = vi.spyOn(server.environments.client.hot, 'send')
    // The last good table stays while the file is broken.
    writeFiles(server.config.root, { 'config/routes.json': '{"routes":[' })
    await expect
      .poll(() => send.mock.calls.some(([payload]) => (payload as { type?: string }).type === 'error'))
      .toBe(true)
    expect(main.names()).toEqual(['two'])
    rmSync(path.join(server.config.root, 'config/routes.json'))
    writeFiles(server.config.root, { 'config/routes.json': json(route('/three')) })
    await expect.poll(() => main.names()).toEqual(['three'])
  })

  test('are built, with types and the manifest', async () => {
    const root = makeProject(files)
    const { output } = (await build(
      viteConfig(root, { ...options, types: 'routes.d.ts', manifest: '.vite/routes-manifest.json' }),
    )) as never as {
      output: { code?: string }[]
    }
    expect(output.map(({ code = '' }) => code).join('')).toContain('/one')
    const manifest = JSON.parse(readFileSync(path.join(root, 'dist/.vite/routes-manifest.json'), 'utf8'))
    expect(manifest.routes[1]).toMatchObject({ conditional: true, location: { file: 'config/routes.rb', line: 3 } })
    expect(manifest.routes[0].location).toEqual({ file: 'config/routes.json', line: 2, column: 1 })
    expect(readFileSync(path.join(root, 'routes.d.ts'), 'utf8')).toContain('conditional: true')
  })

  test('of an application are taken by a build that matches, mounts and blocks included', async () => {
    const main = `import { match } from 'virtual:routes'\nconsole.log(match('GET', location.pathname))`
    const root = makeProject({ ...files, 'config/routes.json': recorded('gumroad', '7.2'), 'src/main.ts': main })
    await build(viteConfig(root, options))
    expect((await runCommand(['routes', '-g', 'sidekiq'], root, options)).out).toContain('/sidekiq')
  })

  test('are known to the command', async () => {
    const root = makeProject(files)
    expect(await runCommand(['routes'], root, options)).toMatchObject({
      code: 0,
      out: expect.stringContaining('/office'),
    })
    const { out } = await runCommand(['explain', 'GET', '/office'], root, options)
    expect(out).toContain('config/routes.rb:3')
    expect(out).toContain('if the Rails server agrees')
    // What a route has come to depend on may refuse what it answered.
    const old = path.join(root, 'old.json')
    const now = JSON.parse((await runCommand(['routes', '--json'], root, options)).out) as { routes: object[] }
    writeFileSync(
      old,
      JSON.stringify({ ...now, routes: now.routes.map((each) => ({ ...each, conditional: undefined })) }),
    )
    const diff = await runCommand(['diff', old], root, options)
    expect([diff.code, diff.out]).toEqual([1, expect.stringContaining('requests that do not satisfy the Rails server')])
    expect((await runCommand(['export', 'openapi'], root, options)).err).toContain(
      '/office: code of the Rails server also decides whether it matches',
    )
    expect((await runCommand(['check', '--max-warnings', '0'], root, options)).code).toBe(0)
  })

  test('show a mistake with the entry and its line', async () => {
    const root = makeProject({ ...files, 'config/routes.json': json(route('/one'), route('/two', { verbs: ['get'] })) })
    const { out } = await runCommand(['check'], root, options)
    expect((await runCommand(['check', '--max-warnings', '0'], root, options)).code).toBe(1)
    expect(out).toContain(
      'warning[invalid-rails-json] `routes[1].verbs` in the routes of Rails must be an array of verbs',
    )
    expect(out).toMatch(/ at config\/routes\.json:3:\d+/)
    expect(out).toMatch(/> 3 \| \{"name":"two"/)
  })

  test.each([
    ['with digests, after an edit', true, 'config/routes.rb', ['config/routes.rb']],
    ['with digests, after a new file', true, 'config/routes/api.rb', ['config/routes/api.rb']],
    ['with digests, after no edit', true, null, []],
    ['without digests, after an edit', false, 'config/routes.rb', ['config/routes.rb']],
    ['without digests, after no edit', false, null, []],
  ] as const)('are stale if the server changed its route files: %s', async (_when, hasDigests, edited, stale) => {
    const source = files['config/routes.rb']
    const digest = createHash('sha256').update(source).digest('hex')
    const head = hasDigests ? `"files":{"config/routes.rb":"${digest}"},` : ''
    const root = makeProject({ ...files, 'config/routes.json': `{${head}${json(route('/one')).slice(1)}` })
    const checked = async () => {
      const { code, out } = await runCommand(['check', '--max-warnings', '0'], root, options)
      return { code, stale: /\[stale-rails-json\] (.*) changed since/.exec(out)?.[1] ?? null }
    }
    expect(await checked()).toEqual({ code: 0, stale: null })
    if (edited !== null) {
      writeFiles(root, { [edited]: 'get "two"' })
      const later = new Date(Date.now() + 10_000)
      utimesSync(path.join(root, edited), later, later)
    }
    const names = stale.map((file) => `\`${file}\` has`)
    expect(await checked()).toEqual({ code: stale.length, stale: names[0] ?? null })
  })

  test('are stale in dev as soon as a route file of the server is edited', async () => {
    const digest = createHash('sha256').update(files['config/routes.rb']).digest('hex')
    const head = `{"files":{"config/routes.rb":"${digest}","../outside.rb":"${digest}","__proto__":"${digest}"},`
    const server = await devServer(
      makeProject({ ...inNode, 'config/routes.json': head + json(route('/one')).slice(1) }),
      options,
    )
    const warn = vi.spyOn(server.config.logger, 'warn')
    await run(server)
    expect(warn.mock.calls.join()).not.toContain('stale-rails-json')
    writeFiles(server.config.root, { 'config/routes.rb': 'get "two"' })
    await expect.poll(() => warn.mock.calls.join()).toContain('stale-rails-json')
  })

  test('are missed where the file is not there, and found when it comes', async () => {
    const { 'config/routes.json': _routes, ...others } = inNode
    const server = await devServer(makeProject(others), options)
    await expect(server.ssrLoadModule('/src/main.ts')).rejects.toThrow('config/routes.json')
    writeFiles(server.config.root, { 'config/routes.json': json(route('/one')) })
    await expect.poll(async () => (await run(server).catch(() => null))?.names() ?? null).toEqual(['one'])
  })

  test('lead to no file outside of the project', async () => {
    const root = makeProject({ ...files, 'app/.keep': '', 'secret.rb': 'secret' })
    const inner = path.join(root, 'app')
    mkdirSync(path.join(inner, 'config'))
    symlinkSync(path.join(root, 'secret.rb'), path.join(inner, 'linked.rb'))
    const sources = ['../secret.rb:1', `${root}/secret.rb:1`, 'linked.rb:1', 'config:1', 'a\0.rb:1']
    const routes = sources.map((source, index) => route(`/r${index}`, { source }))
    writeFileSync(path.join(inner, 'config/routes.json'), json(...routes))
    writeFileSync(path.join(inner, 'package.json'), '{ "type": "module" }')
    const { out } = await runCommand(['routes', '--json'], inner, options)
    const places = JSON.parse(out).routes.map((each: { location: { file: string } }) => each.location.file)
    expect(places).toEqual(sources.map(() => 'config/routes.json'))
  })
})
