import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import type { TurnoutOptions } from '../src/index.ts'
import type { TurnoutApi } from '../src/plugin.ts'
import { writeTypes } from '../src/types/write-types.ts'
import { devServer, loadedProject, makeProject, routesFile, viteConfig, writeFiles, type Files } from './fixture.ts'

const files: Files = {
  'config/routes.ts': routesFile(`
  r.resources('photos', { only: ['index', 'show', 'new'] })
  r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))
  r.get('old', { to: redirect('/photos') })`),
  'src/pages/photos.ts': `export const index = 'all photos'\nexport const show = { title: 'a photo' }\nexport { index as new }`,
  'src/pages/admin/users.ts': `export const index = 'users'`,
  'src/pages/unused.ts': `export const index = 'unused'`,
}
const options = { pages: 'src/pages' }

interface Pages {
  load(path: string): Promise<{ match: { path: string }; page: unknown } | null>
  subscribe(listener: () => void): () => void
}

/** The module as a server has it, whose runner is in this process. */
async function pagesOf(server: ViteDevServer): Promise<Pages> {
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) return expect.fail()
  return ssr.runner.import<Pages>('virtual:routes/pages')
}

describe('in dev', () => {
  test('a path has its page', async () => {
    const { load } = await pagesOf(await devServer(makeProject(files), options))
    expect(await load('/photos/7')).toMatchObject({ match: { params: { id: '7' } }, page: { title: 'a photo' } })
    expect((await load('/photos/new'))?.page).toBe('all photos')
    expect((await load('/admin/users'))?.page).toBe('users')
    expect(await load('/old')).toMatchObject({ match: { redirect: { location: '/photos' } }, page: null })
    expect(await load('/nowhere')).toBeNull()
  })

  test('who has subscribed is told once of a new table and once of a new page, and sees them', async () => {
    const root = makeProject(files)
    const { load, subscribe } = await pagesOf(await devServer(root, options))
    const ended = vi.fn()
    const seen: Promise<unknown>[] = []
    subscribe(() => seen.push(load('/news')))
    subscribe(ended)()
    await load('/photos')
    expect(seen).toEqual([])
    writeFiles(root, {
      'config/routes.ts': files['config/routes.ts']!.replace(
        `r.get('old'`,
        `r.get('news', { to: 'news#index' })\n  r.get('old'`,
      ),
    })
    await expect.poll(() => Promise.all(seen)).toMatchObject([{ page: null }])
    writeFiles(root, { 'src/pages/news.ts': `export const index = 'news'` })
    await expect.poll(async () => (await Promise.all(seen)).at(-1)).toMatchObject({ page: 'news' })
    expect(await Promise.all(seen)).toMatchObject([{ page: null }, { page: 'news' }])
    expect(ended).not.toHaveBeenCalled()
  })

  test('a browser gets the pages that clients see, without the paths of the disk', async () => {
    const root = makeProject(files)
    const server = await devServer(root, { ...options, clientRoutes: { except: 'admin/*' } })
    const { code } = (await server.environments.client.transformRequest('virtual:routes/pages'))!
    expect(code).toContain('/src/pages/photos.ts')
    expect(code).not.toContain('admin')
    expect(code).not.toContain(root)
    expect(code).not.toMatch(/unused/)
  })

  test('it needs the option', async () => {
    const server = await devServer(makeProject(files))
    await expect(server.environments.client.transformRequest('virtual:routes/pages')).rejects.toThrow(
      'A module imports `virtual:routes/pages`, but the option `pages` is not set. [pages-not-set]',
    )
    writeFiles(server.config.root, { 'src/main.ts': `import { load } from 'virtual:routes/pages'\nload('/')` })
    await server.environments.client.transformRequest('/src/main.ts')
    await expect(server.environments.client.transformRequest('virtual:routes/pages')).rejects.toThrow(
      '`src/main.ts` imports `virtual:routes/pages`, but the option `pages` is not set. [pages-not-set]',
    )
  })
})

describe('a route without a page', () => {
  /** `code message` of each problem. */
  async function problemsOf(root: string, more: TurnoutOptions = {}): Promise<string[]> {
    const { problems } = await (await loadedProject(root, { ...options, ...more })).outcome()
    return problems.map(({ code, severity, message }) => `${code} ${severity} ${message}`)
  }
  const incomplete: Files = {
    ...files,
    'src/pages/photos.ts': `export const index = 1, shwo = 2\nexport { index as New }`,
    'src/pages/admin/users.ts': '',
    'config/routes.ts': files['config/routes.ts']!.replace(
      `r.get('old'`,
      `r.resources('albums')\n  r.get('albms', { to: 'admin/user#index' })\n  r.get('old'`,
    ),
  }

  test('is reported, if GET matches it', async () => {
    expect(await problemsOf(makeProject(incomplete))).toEqual([
      'unknown-page warning The route `GET /photos/:id(.:format)` has no page `photos#show`. Did you mean `shwo`?',
      'unknown-page warning The route `GET /admin/users(.:format)` has no page `admin/users#index`.',
      'unknown-page warning There are no pages for the controller `albums`.',
      'unknown-page warning There are no pages for the controller `admin/user`. Did you mean `admin/users`?',
    ])
    expect(await problemsOf(makeProject(files))).toEqual([])
  })

  test('is not, if clients do not see it, or its module may export anything', async () => {
    const root = makeProject({ ...incomplete, 'src/pages/photos.ts': `export * from './unused'` })
    expect(await problemsOf(root, { clientRoutes: { only: 'photos' } })).toEqual([])
  })

  test('is reported once that the folder is missing', async () => {
    expect(await problemsOf(makeProject(files), { pages: 'src/pagse' })).toEqual([
      'no-pages warning There is no folder `src/pagse`.',
    ])
  })

  test('is found again when a page is edited', async () => {
    const root = makeProject(incomplete)
    const server = await devServer(root, options)
    const project = (server.config.plugins.find(({ name }) => name === 'turnout')!.api as TurnoutApi).project()
    const messages = async () => (await project.outcome()).problems.map(({ message }) => message).join('\n')
    expect(await messages()).toContain('`photos#show`')
    writeFiles(root, { 'src/pages/photos.ts': `export const index = 1\nexport class Show {}\nexport const New = {}` })
    await expect.poll(messages).not.toContain('`photos#')
  })
})

test('components of Vue and Svelte are pages, each in a file of its own', async () => {
  const root = makeProject({
    ...files,
    'config/routes.ts': routesFile(`
  r.resources('photos', { only: ['index', 'show', 'edit'] })
  r.get('sign-in', { to: 'admin/sessions#sign_in' })
  r.get('sign-out', { to: 'admin/sessions#signOut' })`),
    'src/pages/photos.ts': `export const index = 'of the module', edit = 'of the module too'`,
    'src/pages/photos/index.vue': '',
    'src/pages/photos/Show.svelte': '',
    'src/pages/photos/_Part.vue': '',
    'src/pages/photos/show.test.vue': '',
    'src/pages/admin/sessions/SignIn.vue': '',
    'src/pages/admin/sessions/sign-out.vue': '',
    'src/pages/App.vue': '',
  })
  const component = {
    name: 'component',
    transform: (_: string, id: string) =>
      /\.(?:vue|svelte)$/.test(id) ? `export default ${JSON.stringify(path.basename(id))}` : null,
  }
  const server = await devServer(root, options, { plugins: [component] })
  const project = (server.config.plugins.find(({ name }) => name === 'turnout')!.api as TurnoutApi).project()
  expect((await project.outcome()).problems).toEqual([])
  const { load } = await pagesOf(server)
  const pageAt = async (at: string) => (await load(at))?.page
  expect(await pageAt('/photos')).toBe('index.vue')
  expect(await pageAt('/photos/7')).toBe('Show.svelte')
  expect(await pageAt('/photos/7/edit')).toBe('of the module too')
  expect(await pageAt('/sign-in')).toBe('SignIn.vue')
  expect(await pageAt('/sign-out')).toBe('sign-out.vue')
  const { manifest } = await project.outcome()
  writeTypes(await loadedProject(root, { ...options, types: 'routes.d.ts' }), manifest!)
  expect(readFileSync(path.join(root, 'routes.d.ts'), 'utf8')).toContain(
    `'admin/sessions#sign_in': Exported<typeof import('./src/pages/admin/sessions/SignIn.vue'), 'default'>`,
  )
})

describe('a load file', () => {
  const withLoadFiles: Files = {
    ...files,
    'src/pages/photos.ts': `export const index = 1, show = 2, New = 3`,
    'src/pages/photos.load.ts': `export const load = () => 'photos'`,
    'src/pages/photos/show.vue': '',
    'src/pages/photos/show.load.ts': `export const load = () => 'photo'`,
  }

  test('belongs to the page next to it', async () => {
    const root = makeProject(withLoadFiles)
    const server = await devServer(root, options)
    const project = (server.config.plugins.find(({ name }) => name === 'turnout')!.api as TurnoutApi).project()
    const { manifest, pages, problems } = await project.outcome()
    expect(problems).toEqual([])
    expect(Array.from(pages, ([name, file]) => [name, path.relative(root, file)])).toEqual([
      ['admin/users', 'src/pages/admin/users.ts'],
      ['photos', 'src/pages/photos.ts'],
      ['unused', 'src/pages/unused.ts'],
      ['photos#show', 'src/pages/photos/show.vue'],
      ['photos.load', 'src/pages/photos.load.ts'],
      ['photos#show.load', 'src/pages/photos/show.load.ts'],
    ])
    writeTypes(await loadedProject(root, { ...options, types: 'routes.d.ts' }), manifest!)
    const types = readFileSync(path.join(root, 'routes.d.ts'), 'utf8')
    expect(types).toContain(
      `'photos#index': PageTypes<typeof import('./src/pages/photos.js'), 'index' | 'index_' | 'Index', typeof import('./src/pages/photos.load.js'), 'index' | 'index_' | 'Index'>`,
    )
    expect(types).toContain(
      `'photos#show': PageTypes<typeof import('./src/pages/photos/show.vue'), 'default', typeof import('./src/pages/photos/show.load.js') & Omit<typeof import('./src/pages/photos.load.js'), keyof typeof import('./src/pages/photos/show.load.js')>, 'show' | 'show_' | 'Show'>`,
    )
  })

  test('has a chunk of its own in a build', async () => {
    const root = makeProject({
      ...withLoadFiles,
      'src/pages/photos/show.vue': `export default 'show'`,
      'src/main.ts': `import { start } from 'virtual:routes/navigation'\nstart()`,
    })
    await build(viteConfig(root, options, { build: { rollupOptions: { input: path.join(root, 'src/main.ts') } } }))
    const chunks = readdirSync(path.join(root, 'dist/assets')).map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
    expect(chunks.toSorted()).toEqual(['main', 'photos', 'photos.load', 'show', 'show.load', 'users'])
  })

  test('is reported without a page, and if its page exports `load` or `search` too', async () => {
    const root = makeProject({
      ...withLoadFiles,
      'config/routes.ts': files['config/routes.ts']!.replace(
        `r.get('old'`,
        `r.get('search', { to: 'photos#search' })\n  r.get('old'`,
      ),
      'src/pages/photos.ts': `export const index = 1, New = 3\nexport const search = 'a page'\nexport const load = 4`,
      'src/pages/photo.load.ts': '',
      'src/pages/application.ts': '',
      'src/pages/application.load.ts': '',
    })
    const { problems } = await (await loadedProject(root, options)).outcome()
    expect(problems.map(({ code, message, location }) => [code, message, location?.file, location?.line])).toEqual([
      ...['application', 'photo'].map((name) => {
        const file = `src/pages/${name}.load.ts`
        return ['unused-load', `There is no page next to \`${file}\`.`, file, 1]
      }),
      [
        'unused-load',
        '`load` of `src/pages/photos.ts` has no effect, because `src/pages/photos.load.ts` exists.',
        'src/pages/photos.ts',
        3,
      ],
    ])
  })
})

test('the navigation needs the option, and finds the runtime and its package', async () => {
  const server = await devServer(makeProject(files), options)
  const { client } = server.environments
  const { code } = (await client.transformRequest('virtual:routes/navigation'))!
  expect(code).toContain('/src/pages/photos.ts')
  expect(code).not.toMatch(/unused|from "@turnout/)
  const without = await devServer(makeProject(files))
  await expect(without.environments.client.transformRequest('virtual:routes/navigation')).rejects.toThrow(
    'A module imports `virtual:routes/navigation`, but the option `pages` is not set. [pages-not-set]',
  )
})

test('a build has a chunk for each module of pages that a route leads to', async () => {
  const root = makeProject({
    ...files,
    'src/main.ts': `import { load, subscribe } from 'virtual:routes/pages'\nsubscribe(() => {})\nload(location.pathname).then(console.log)`,
  })
  await build(viteConfig(root, options, { build: { rollupOptions: { input: path.join(root, 'src/main.ts') } } }))
  const chunks = readdirSync(path.join(root, 'dist/assets')).map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
  expect(chunks.toSorted()).toEqual(['main', 'photos', 'users'])
})

test('the declarations know what each page is', async () => {
  const root = makeProject(files)
  const project = await loadedProject(root, { ...options, types: 'types/routes.d.ts' })
  const { manifest } = await project.outcome()
  writeTypes(project, manifest!)
  const text = readFileSync(path.join(root, 'types/routes.d.ts'), 'utf8')
  expect(text).toContain(`'photos#show': Exported<typeof import('../src/pages/photos.js'), 'show' | 'show_' | 'Show'>`)
  expect(text).toContain(
    `'admin/users#index': Exported<typeof import('../src/pages/admin/users.js'), 'index' | 'index_' | 'Index'>`,
  )
  expect(text).not.toContain('unused')
})
