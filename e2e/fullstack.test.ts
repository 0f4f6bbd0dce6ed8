// Pages and actions of one project in a browser: in development, and as the command in the documentation starts what was
// built. And links of components after an edit of the routes, in React, Vue and Svelte.
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { copyProject, emptyProject, serve, type Copy } from './project.ts'
import { buildApplication, nodeHost } from './serving/hosts.ts'
import { createStarter } from './starter.ts'

beforeAll(buildPackages)

/** Adds a note on the page, and looks at it in a new document. */
async function addNote(page: Page, url: string): Promise<void> {
  await page.goto(`${url}notes`)
  await page.getByLabel('Note').fill(' ')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('Write something first.')
  await page.getByLabel('Note').fill('Milk')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { name: 'Milk' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/notes/2')
  expect(await page.title()).toBe('Milk')
  // The list is loaded again, so it contains the new note.
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.getByRole('link', { name: 'Milk' }).click()
  await page.getByRole('heading', { name: 'Milk' }).waitFor()
  const response = (await page.reload())!
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  await page.getByRole('heading', { name: 'Milk' }).waitFor()
  await page.goto(`${url}notes`)
  await page.getByRole('link', { name: 'Milk' }).waitFor()
  // The address that the page has fetched as JSON: the browser has to keep the two apart.
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { name: 'About' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
  await page.goto(`${url}about`)
  await page.goBack()
  await page.getByRole('heading', { name: 'Notes' }).waitFor()
  const json = await page.evaluate(async () => (await fetch('/notes/2')).json())
  expect(json).toEqual({ id: 2, text: 'Milk' })
}

const PROJECTS = [
  ['React', () => copyProject('examples/fullstack').root],
  ['Vue', () => createStarter({ kind: 'fullstack-vue', isTypeScript: true, hasDatabase: false })],
] as const

describeInBrowser('pages and actions in one project', (newPage) => {
  test.each(PROJECTS)('of %s work in development', async (_name, write) => {
    const { url } = await serve(write())
    await addNote(await newPage(), url)
  })

  test.each(PROJECTS)('of %s work in production', async (_name, write) => {
    const root = write()
    await buildApplication(root)
    const { port, close } = await nodeHost(root)
    onTestFinished(close)
    const page = await newPage()
    await addNote(page, `http://127.0.0.1:${port}/`)
    // A file of that name would be sent for `/` before the server is asked.
    expect((await ask(port, '/', { headers: { accept: 'application/json' } })).status).toBe(406)
    expect((await ask(port, '/notes', { headers: { accept: 'application/json' } })).body).toContain(
      '{"id":2,"text":"Milk"}',
    )
    for (const path of ['nowhere', 'notes/99']) {
      const response = (await page.goto(`http://127.0.0.1:${port}/${path}`))!
      expect(response.status()).toBe(path === 'nowhere' ? 404 : 200)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
  })
})

/** An application of Svelte whose page has a link. */
function svelteProject(): Copy {
  return emptyProject({
    'package.json': '{ "type": "module", "private": true }',
    'vite.config.ts': `import { svelte } from '@sveltejs/vite-plugin-svelte'
import { turnout } from 'vite-plugin-turnout'
export default { plugins: [svelte(), turnout({ types: false })] }`,
    'index.html': `<!doctype html><html><body><script type="module" src="/src/main.ts"></script></body></html>`,
    'config/routes.ts': routesFile(`  r.root('albums#index')\n  r.resources('albums', { only: 'index' })`),
    'src/main.ts': `import { mount } from 'svelte'
import App from './App.svelte'
mount(App, { target: document.body })`,
    'src/App.svelte': `<script>
  import { links } from './links.ts'
  let clicks = $state(0)
</script>
<button onclick={() => (clicks += 1)}>{clicks}</button>
<a href={links().albums}>Albums</a>`,
    'src/links.ts': `import { albumsPath } from 'virtual:routes'\nexport const links = () => ({ albums: albumsPath() })`,
  })
}

describeInBrowser('links after an edit of the routes', (newPage) => {
  const albums = [`r.resources('albums', {`, (at: string) => `r.resources('albums', { path: '${at}',`] as const
  const about = [`r.get('about', {`, (at: string) => `r.get('${at}', { as: 'about',`] as const

  test.each([
    ['React', () => copyProject('examples/react'), 'Albums', ...albums] as const,
    ['React with pages', () => copyProject('examples/fullstack'), 'About', ...about] as const,
    ['Vue', () => copyProject('examples/vue'), 'Albums', ...albums] as const,
    ['Svelte', svelteProject, 'Albums', ...albums] as const,
  ])('%s updates them without a reload', async (_name, make, label, declaration, edited) => {
    const copy = make()
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    const href = () => page.getByRole('link', { name: label, exact: true }).getAttribute('href')
    await expect.poll(href).toBe(`/${label.toLowerCase()}`)
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    let before: string = declaration
    for (const segment of ['moved', 'again']) {
      const after = edited(segment)
      copy.edit('config/routes.ts', before, after)
      before = after
      await expect.poll(href).toBe(`/${segment}`)
    }
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
  })
})
