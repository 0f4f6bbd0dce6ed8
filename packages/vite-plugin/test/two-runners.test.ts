// Several module runners of one process under edits: each sees the current table, although Vite evaluates a new module only
// in the runner that requests it first.
import { createServerModuleRunner, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { devServer, makeProject, routesFile, writeFiles } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`r.resources('photos', { only: 'index' })`),
  'src/server.ts': `import { match } from 'virtual:routes'\nexport { match }`,
  'src/main.ts': `import routes, { manifest, match } from 'virtual:routes'
export const state = () => [manifest.routes[0].name, match('GET', '/albums')?.name, routes.albumsPath?.()]`,
}

/** The ways in which plugins evaluate modules on a server. */
function importers(server: ViteDevServer): Readonly<Record<string, (url: string) => Promise<unknown>>> {
  const cold = createServerModuleRunner(server.environments.ssr, { hmr: false })
  onTestFinished(() => cold.close())
  const environment = (name: string) => {
    const found = server.environments[name]!
    if (!isRunnableDevEnvironment(found)) throw new TypeError(name)
    return found
  }
  return {
    ssrLoadModule: (url) => server.ssrLoadModule(url),
    'the runner of ssr': (url) => environment('ssr').runner.import(url),
    'the runner of another environment': (url) => environment('other').runner.import(url),
    'a runner without updates': (url) => cold.import(url),
  }
}

test('every module runner sees the table of an edit, and the helpers that it adds', async () => {
  const root = makeProject(files)
  const server = await devServer(root, {}, { environments: { other: {} } })
  const runners = Object.entries(importers(server))
  const states = (file: string) =>
    Promise.all(
      runners.map(async ([name, load]) => [name, ((await load(file)) as { state(): unknown }).state()] as const),
    ).then(Object.fromEntries)
  const all = (state: unknown) => Object.fromEntries(runners.map(([name]) => [name, state]))
  for (const [, load] of runners) await load('/src/server.ts')
  expect(await states('/src/main.ts')).toEqual(all(['photos', undefined, undefined]))

  writeFiles(root, { 'config/routes.ts': routesFile(`r.resources('albums', { only: 'index' })`) })
  await expect.poll(() => states('/src/main.ts')).toEqual(all(['albums', 'albums', '/albums']))

  // Each of these is new to one runner, which has an older instance of the routes.
  for (const [index, [name, load]] of runners.entries()) {
    const file = `src/new${index}.ts`
    writeFiles(root, { [file]: `import { albumsPath } from 'virtual:routes'\nexport const path = albumsPath()` })
    expect(await load(`/${file}`), name).toMatchObject({ path: '/albums' })
  }
})
