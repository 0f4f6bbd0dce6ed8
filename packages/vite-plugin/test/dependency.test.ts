// Packages from `node_modules` that import the routes of the application, in both versions of Vite.
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import * as vite8 from 'vite'
import * as vite7 from 'vite-7'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile, viteConfig, writeFiles, type Files } from './fixture.ts'
import { ask } from './serve.ts'

const files: Files = {
  'config/routes.ts': routesFile(`  r.resources('photos')`),
  'node_modules/album/package.json': `{ "name": "album", "version": "1.0.0", "type": "module", "exports": "./index.js",
    "peerDependencies": { "vite-plugin-turnout": "*" } }`,
  'node_modules/album/index.js': `import routes, { photoPath } from 'virtual:routes'
import { show } from 'virtual:routes/actions/photos'
export const link = () => [photoPath(7), routes.photosPath(), show(1).method].join(' ')
export const lazy = () => import('virtual:routes')`,
  'src/main.js': `import { link } from 'album'\nexport const shown = link()`,
}

/** A dependency that imports the routes without declaring the plugin, and one that only names them. */
const undeclared: Files = {
  ...files,
  'package.json': '{ "type": "module", "dependencies": { "album": "1.0.0", "plain": "1.0.0" } }',
  'node_modules/album/package.json': '{ "name": "album", "type": "module", "exports": "./lib/index.mjs" }',
  'node_modules/album/lib/index.mjs': `export { link } from './link.mjs'`,
  'node_modules/album/lib/link.mjs': `import { photosPath } from "virtual:routes"\nexport const link = () => photosPath()`,
  'node_modules/plain/package.json': '{ "name": "plain", "type": "module", "exports": "./index.js" }',
  'node_modules/plain/index.js': `export const hint = 'Import from "virtual:routes".'`,
  'src/controllers/photos.ts': `import { link } from 'album'
import { hint } from 'plain'
export const index = () => new Response(link() + hint)`,
  'config/routes.ts': routesFile(`r.resources('photos', { only: 'index' })`),
}
/** The same with a dependency that declares the plugin, so that the server bundles it. */
const bothKinds: Files = {
  ...undeclared,
  'package.json': '{ "type": "module", "dependencies": { "album": "1.0.0", "plain": "1.0.0", "declared": "1.0.0" } }',
  'node_modules/declared/package.json': `{ "name": "declared", "type": "module", "exports": "./index.js",
    "peerDependencies": { "vite-plugin-turnout": "*" } }`,
  'node_modules/declared/index.js': `export { photosPath } from 'virtual:routes'`,
}
const problem = "Add `ssr: { noExternal: ['album'] }` to the config of Vite."

/** Builds a server, and returns the links that it shows. */
async function shownByServer(root: string, vite: typeof vite8): Promise<string> {
  await vite.build(viteConfig(root, {}, { build: { ssr: 'src/main.js', minify: false } }))
  const file = path.join(root, 'dist/main.js')
  expect(readFileSync(file, 'utf8')).not.toContain("from 'album'")
  return ((await import(file)) as { shown: string }).shown
}

describe.each([
  ['Vite 7', vite7 as unknown as typeof vite8],
  ['Vite 8', vite8],
])('a dependency that imports the routes, in %s,', (_, vite) => {
  test('is optimised without them, so that the page has one table', async () => {
    const root = makeProject(files)
    const server = await vite.createServer(
      viteConfig(root, {}, { appType: 'custom', server: { middlewareMode: true, ws: false } }),
    )
    onTestFinished(() => server.close())
    const importOf = async (url: string, text: RegExp) => text.exec((await server.transformRequest(url))!.code)?.[1]
    const optimized = await importOf('/src/main.js', /from "(.*?deps\/album\.js.*?)"/)
    const table = await importOf(optimized!, /from "(.*?virtual:routes)"/)
    expect(table).toBe('/@id/__x00__virtual:routes')
  })

  test('is bundled for a server, where Node cannot import the routes', async () => {
    const root = makeProject({
      ...files,
      'package.json':
        '{ "type": "module", "dependencies": { "album": "1.0.0", "missing": "1.0.0", "../hostile": "1" } }',
    })
    expect(await shownByServer(root, vite)).toBe('/photos/7 /photos GET')
  })

  test('is bundled for a server if a workspace has installed it in its root', async () => {
    const workspace = makeProject(files)
    const root = path.join(workspace, 'apps/web')
    writeFiles(root, {
      'package.json': '{ "type": "module", "dependencies": { "album": "1.0.0" } }',
      'config/routes.ts': files['config/routes.ts']!,
      'src/main.js': files['src/main.js']!,
    })
    expect(await shownByServer(root, vite)).toBe('/photos/7 /photos GET')
  })

  test('fails the build of a server with the line to write, if it does not declare the plugin', async () => {
    const root = makeProject(undeclared)
    const build = (more: vite8.InlineConfig) =>
      vite.build(viteConfig(root, {}, { build: { ssr: 'src/controllers/photos.ts' }, ...more }))
    await expect(build({})).rejects.toThrow(/unbundled-package(?:.|\n)*Add `ssr: { noExternal: \['album'\] }`/)
    await expect(build({ ssr: { noExternal: ['album'] } })).resolves.toBeTruthy()
  })
})

test.each([
  ['alone', undeclared],
  ['next to one that declares it', bothKinds],
])('a dependency that does not declare the plugin, %s, is named by the error of a dev server', async (_, project) => {
  const root = makeProject(project)
  const server = await vite8.createServer(
    viteConfig(root, { server: true }, { server: { host: '127.0.0.1', port: 0, ws: false } }),
  )
  onTestFinished(() => server.close())
  await server.listen()
  const { port } = server.httpServer!.address() as AddressInfo
  const { status, body } = await ask(port, '/photos', { headers: { accept: 'application/json' } })
  expect([status, body]).toEqual([500, expect.stringContaining(problem)])
})
