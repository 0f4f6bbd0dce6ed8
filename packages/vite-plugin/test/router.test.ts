import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import type { TurnoutOptions } from '../src/index.ts'
import { writeTypes } from '../src/types/write-types.ts'
import {
  devServer,
  loadedProject,
  makeProject as makeFolder,
  routesFile,
  viteConfig,
  writeFiles,
  type Files,
} from './fixture.ts'

const ROUTES = `
  r.root('photos#index')
  r.resources('photos', { only: ['index', 'show'] })
  r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))`
const files: Files = {
  'config/routes.ts': routesFile(ROUTES),
  'src/pages/application.ts': `export const layout = ({ children }) => children`,
  'src/pages/photos.ts': `export const Index = () => 'all photos'\nexport const Show = () => 'a photo'`,
  'src/pages/admin/users.ts': `export const Index = () => 'users'`,
  'src/main.ts': `import { routes } from 'virtual:routes/react-router'\nconsole.log(routes)`,
}
const options: TurnoutOptions = { pages: 'src/pages', router: 'react-router' }

/** Makes a project in which React, Vue and the routers are installed. */
function makeProject(content: Files): string {
  const root = makeFolder(content)
  const adapters = createRequire(path.resolve(import.meta.dirname, '../../adapters/package.json'))
  mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  for (const name of ['react', 'react-router', 'vue', 'vue-router']) {
    symlinkSync(path.dirname(adapters.resolve(`${name}/package.json`)), path.join(root, 'node_modules', name))
  }
  return root
}

test('a build has the table of the router, and a chunk for each module of pages', async () => {
  const root = makeProject(files)
  await build(viteConfig(root, options, { build: { rollupOptions: { input: path.join(root, 'src/main.ts') } } }))
  const chunks = readdirSync(path.join(root, 'dist/assets')).map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
  expect(chunks.toSorted()).toEqual(['application', 'main', 'photos', 'users'])
})

test('a dev server has the module of the router in the option, with the base path', async () => {
  const server = await devServer(makeProject(files), { ...options, base: '/app' })
  const { code } = (await server.environments.client.transformRequest('virtual:routes/react-router'))!
  expect(code).toContain('/src/pages/photos.ts')
  expect(code).toContain("basename = '/app'")
  await expect(server.environments.client.transformRequest('virtual:routes/vue-router')).rejects.toThrow(
    'A module imports `virtual:routes/vue-router`, but the options do not name this router. [router-not-set]',
  )
  const vue = await devServer(makeProject(files), { ...options, router: 'vue-router' })
  expect((await vue.environments.client.transformRequest('virtual:routes/vue-router'))!.code).toContain('createGuard')
})

test('an edit of the routes changes the table', async () => {
  const root = makeProject(files)
  const server = await devServer(root, options)
  const source = async () => (await server.environments.client.transformRequest('virtual:routes/react-router'))!.code
  expect(await source()).not.toContain('albums')
  writeFiles(root, {
    'config/routes.ts': routesFile(`${ROUTES}\n  r.get('albums', { to: 'photos#index' })`),
  })
  await expect.poll(source).toContain('"albums"')
})

test('a difference fails the build, and is reported by its place', async () => {
  const content = {
    ...files,
    'config/routes.ts': routesFile(`
  r.get('photos/:id', { to: 'photos#show', id: /\\d+/ })
  r.get('photos/:name', { to: 'photos#index' })`),
  }
  const root = makeProject(content)
  const { problems, manifest } = await (await loadedProject(root, options)).outcome()
  expect(manifest).toBeNull()
  expect(problems.map(({ code, location }) => [code, location?.line])).toEqual([['other-route-wins', 6]])
  const allowed = await loadedProject(root, { ...options, severities: { 'other-route-wins': 'warning' } })
  expect((await allowed.outcome()).manifest).not.toBeNull()
})

test('the declarations have the routes of the router', async () => {
  const root = makeProject(files)
  const project = await loadedProject(root, { ...options, types: 'types/routes.d.ts' })
  const { manifest } = await project.outcome()
  writeTypes(project, manifest!)
  const text = readFileSync(path.join(root, 'types/routes.d.ts'), 'utf8')
  expect(text).toContain(`declare module 'virtual:routes/react-router' {`)
  expect(text).toContain(`photo: Page<'photo', typeof import('../src/pages/photos.js'), 'show' | 'show_' | 'Show'>`)
  expect(text).not.toContain('vue-router')
})
