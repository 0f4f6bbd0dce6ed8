// Constraints and endpoints of modules that are named `*.server.*`.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type InlineConfig } from 'vite'
import { build as buildWithVite7 } from 'vite-7'
import { describe, expect, test } from 'vitest'
import { devServer, makeProject, routesFile, viteConfig } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(
    `  r.resources('photos')
  r.constraints(fromOffice, () => {
    r.get('office', { to: 'pages#office' })
    r.resources('desks', { only: ['index', 'show'] })
    r.get('lobby', { to: 'pages#lobby' })
  })
  r.mount(app, { at: '/app' })`,
    `import { fromOffice } from '../src/office.server'\nimport app from '../src/app'`,
  ),
  'src/office.server.ts': `import { readFileSync } from 'node:fs'
export const fromOffice = (request: { ip: string }) => 
  ['10.0.0.1', 'SECRET'].includes(request.ip) && typeof readFileSync === 'function'`,
  'src/app.ts': `export default () => 'app'`,
}
const MATCH = `import { match } from 'virtual:routes'
globalThis.answers = [match('GET', '/photos/7')?.action, match('GET', '/office', { ip: '10.0.0.1' })?.action]`

const client: InlineConfig = { build: { rollupOptions: { input: '/src/main.ts' } } }
const server: InlineConfig = { build: { ssr: 'src/main.ts' } }

/** All scripts of a build. */
function built(root: string): string {
  const found = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
  const scripts = found.filter((file) => file.endsWith('js'))
  return scripts.map((file) => readFileSync(path.join(root, 'dist', file), 'utf8')).join('\n')
}

describe.each([
  ['Vite 8', build],
  ['Vite 7', buildWithVite7 as unknown as typeof build],
])('a build with %s', (_, build) => {
  test('of a client that has `match` fails, with the routes that bring them', async () => {
    const root = makeProject({ ...files, 'src/main.ts': MATCH })
    const error = await build(viteConfig(root, {}, client)).catch((thrown: Error) => thrown.message)
    expect(error).toContain('server-module-in-client')
    expect(error).toContain(
      'The routes `office`, `desks`, `desk` and 1 more would add `fromOffice` of `office.server.ts` to a client bundle.',
    )
    expect(error).toContain('config/routes.ts:7:7')
  })

  test('of a client with helpers alone goes well, and has nothing of them', async () => {
    const main = `import { officePath, photosPath } from 'virtual:routes'\nconsole.log(officePath(), photosPath())`
    const root = makeProject({ ...files, 'src/main.ts': main })
    await build(viteConfig(root, {}, client))
    expect(built(root)).not.toMatch(/SECRET|fromOffice/)
  })

  test('of a server has them', async () => {
    const root = makeProject({ ...files, 'src/main.ts': MATCH })
    await build(viteConfig(root, {}, server))
    expect(built(root)).toContain('SECRET')
  })
})

describe('a build', () => {
  test.each([
    ['match', `match('GET', '/old')`, 'The route `old` would add `moved`'],
    ['basketPath', 'basketPath(7)', "The route `direct('basket')` would add `basketUrl`"],
  ])('fails for the function of a redirect or of a helper, too: %s', async (name, call, wanted) => {
    const root = makeProject({
      'config/routes.ts': routesFile(
        `  r.get('old', { to: redirect(moved) })\n  r.direct('basket', basketUrl)`,
        `import { basketUrl, moved } from '../src/urls.server'`,
      ),
      'src/urls.server.ts': `export const moved = () => '/SECRET'\nexport const basketUrl = (id: number) => \`/SECRET/\${id}\``,
      'src/main.ts': `import { ${name} } from 'virtual:routes'\nconsole.log(${call})`,
    })
    const error = await build(viteConfig(root, {}, client)).catch((thrown: Error) => thrown.message)
    expect(error).toContain(wanted)
  })

  test('that lets it pass has a function that throws, and nothing of the module', async () => {
    const root = makeProject({ ...files, 'src/main.ts': MATCH })
    await build(viteConfig(root, { severities: { 'server-module-in-client': 'warning' } }, client))
    const code = built(root)
    expect(code).not.toContain('SECRET')
    expect(code).toContain('`fromOffice` of `src/office.server.ts` runs on servers only')
  })

  test('of a worker fails as well', async () => {
    const main = `new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })`
    const root = makeProject({ ...files, 'src/main.ts': main, 'src/worker.ts': MATCH })
    const config = viteConfig(root, {}, { ...client, worker: { format: 'es' } })
    await expect(build(config)).rejects.toThrow('`fromOffice` of `office.server.ts`')
  })
})

describe('a dev server', () => {
  test('serves pages what throws when it is asked, and servers the constraint', async () => {
    const root = makeProject({ ...files, 'src/main.ts': MATCH })
    const server = await devServer(root)
    const { code } = (await server.environments.client.transformRequest('\0virtual:routes'))!
    // The manifest names the file, no import does.
    expect(code.replace(/JSON\.parse\('.*'\)/, '')).not.toContain('office.server.ts"')
    const [id] = /virtual:routes\/server-only\/[\w-]+/.exec(code)!
    const resolved = await server.environments.client.pluginContainer.resolveId(id, '\0virtual:routes')
    const standIn = await server.environments.client.transformRequest(resolved!.id)
    expect(standIn!.code).toContain('`fromOffice` of `src/office.server.ts` runs on servers only')
    await server.ssrLoadModule('/src/main.ts')
    expect((globalThis as { answers?: unknown }).answers).toEqual(['show', 'office'])
  })

  test('has no stand-in but those of its routes', async () => {
    const server = await devServer(makeProject({ ...files, 'src/main.ts': MATCH }))
    const hostile = Buffer.from(JSON.stringify(['src/other.server.ts', 'x'])).toString('base64url')
    const { pluginContainer } = server.environments.client
    const id = `virtual:routes/server-only/${hostile}`
    expect(await pluginContainer.load(id)).toBeNull()
    // A page cannot have it resolved, either.
    expect(await pluginContainer.resolveId(id, `${server.config.root}/src/main.ts`)).toBeNull()
  })
})
