import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { describe, expect, test, vi } from 'vitest'
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
      '`virtual:routes/pages` is imported, and the option `pages` is not set. [pages-not-set]',
    )
  })
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
  expect(text).toContain(`'photos#show': Exported<typeof import('../src/pages/photos.js'), 'show' | 'show_'>`)
  expect(text).toContain(
    `'admin/users#index': Exported<typeof import('../src/pages/admin/users.js'), 'index' | 'index_'>`,
  )
  expect(text).not.toContain('unused')
})
