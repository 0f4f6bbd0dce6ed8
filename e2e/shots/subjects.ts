import type { Page } from 'playwright-core'
import { createBuilder, preview } from 'vite'
import { configOf, copyProject, emptyProject, serve } from '../project.ts'
import { serveStarter } from '../starter.ts'
import { clientErrors, STARTERS } from './starters.ts'
import type { Shot, Subject } from './subject.ts'
import { terminal } from './terminal.ts'

/** The inspector, with the routes of an example. */
const inspector: Subject = {
  name: 'inspector',
  async start(atEnd) {
    const { root } = copyProject('examples/browser', atEnd)
    return (await serve(root, {}, atEnd)).url
  },
  shots: [
    {
      name: 'routes',
      path: '/__turnout/#/routes',
      prepare: (page) => page.locator('tr.route').first().waitFor(),
      picture: { file: 'inspector-routes.jpg', width: 1120, height: 620 },
    },
    {
      name: 'drawer',
      path: '/__turnout/#/routes?route=GET /archive/:year(/:month)',
      prepare: (page) => page.locator('.drawer').waitFor(),
      picture: { file: 'inspector-drawer.jpg', width: 1120, height: 680 },
    },
    {
      name: 'match',
      path: '/__turnout/#/who?verb=GET&path=/albmus',
      prepare: (page) => page.getByRole('heading', { name: 'Did you mean?' }).waitFor(),
    },
    ...Object.entries({
      helpers: 'helpers?name=albumPath',
      diagnostics: 'diagnostics',
      empty: 'routes?q=nothing+here',
      gone: 'routes?route=GET /gone',
      'no-view': 'nonsense',
    }).map(([name, view]): Shot => ({
      name,
      path: `/__turnout/#/${view}`,
      prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    })),
  ],
}

/** The photo album, with the bar that shows the route of each page in dev. */
const playground: Subject = {
  name: 'playground',
  async start(atEnd) {
    const { root } = copyProject('playground', atEnd)
    return (await serve(root, {}, atEnd)).url
  },
  shots: [
    { name: 'albums', path: '/' },
    { name: 'album', path: '/albums/2' },
    { name: 'slideshow', path: '/albums/1/slideshow' },
    { name: 'photo', path: '/photos/1' },
    { name: 'archive', path: '/archive/2025' },
    { name: 'search', path: '/search?q=light' },
    { name: 'no-results', path: '/search?q=zebra' },
    { name: 'about', path: '/about' },
    { name: 'sign-in', path: '/session/new' },
    {
      name: 'invalid-comment',
      path: '/photos/1',
      async prepare(page) {
        await page.getByLabel('Your name').fill(' ')
        await page.getByLabel('Your comment').fill(' ')
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('#author-problem').waitFor()
      },
      // The response has the status 422, which the browser logs.
      isError: true,
    },
    {
      name: 'collapsed',
      path: '/albums/1',
      async prepare(page) {
        const bar = page.locator('turnout-bar details')
        await bar.waitFor()
        if (await bar.evaluate((details: HTMLDetailsElement) => details.open)) await bar.locator('summary').click()
      },
    },
    { name: 'invalid-upload', path: '/albums/1/photos/new', prepare: sendText, isError: true },
    {
      name: 'corrected-upload',
      path: '/albums/1/photos/new',
      async prepare(page) {
        await sendText(page)
        const buffer = await page.screenshot()
        await page.getByLabel('Picture').setInputFiles({ name: 'album-page.png', mimeType: 'image/png', buffer })
        await page.locator('img.preview').waitFor()
      },
      isError: true,
    },
  ],
}

/** Signs in, if nobody has, and sends a text as a picture. */
async function sendText(page: Page): Promise<void> {
  const { href } = new URL('/albums/1/photos/new', page.url())
  if (page.url() !== href) {
    await page.getByRole('button', { name: 'Use Ada' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.goto(href)
  }
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') }
  await page.getByLabel('Picture').setInputFiles(file)
  await page.getByRole('button', { name: 'Add photo' }).click()
  await page.locator('#picture-problem').waitFor()
}

/** The inspector of an application that the dev server serves: its recent requests. */
const requests: Subject = {
  name: 'inspector-requests',
  async start(atEnd) {
    const { root } = copyProject('playground', atEnd)
    const { url } = await serve(root, {}, atEnd)
    for (const path of ['/', '/albums', '/albums/1', '/albmus', '/photos/2?page=3', '/photos/2/edit/now']) {
      await (await fetch(new URL(path, url))).text()
    }
    return url
  },
  shots: [
    {
      name: 'requests',
      path: '/__turnout/#/requests?id=4',
      prepare: (page) => page.locator('.detail h2').first().waitFor(),
      picture: { file: 'inspector-requests.jpg', width: 1120, height: 620 },
    },
    {
      name: 'filtered',
      path: '/__turnout/#/requests?status=4xx',
      prepare: (page) => page.locator('.item').first().waitFor(),
    },
  ],
}

/** Vite's overlay with a mistake in a route file. Its markup is Vite's. */
const overlay: Subject = {
  name: 'overlay',
  async start(atEnd) {
    const { root, edit } = copyProject('examples/browser', atEnd)
    edit('config/routes.ts', `r.get('about', {`, `r.match('about', {`)
    return (await serve(root, {}, atEnd)).url
  },
  shots: [
    {
      name: 'diagnostic',
      path: '/',
      async prepare(page) {
        const overlay = page.locator('vite-error-overlay')
        await overlay.waitFor()
        // The paths of the machine that takes the picture.
        await overlay.evaluate((element) => {
          const folder = /(?:\/\S*\/)?e2e\/fixtures\/browser-[^/]+/g
          for (const part of element.shadowRoot!.querySelectorAll('.message-body, .file, .stack, .frame')) {
            const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
            for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
              node.nodeValue = node.nodeValue!.replaceAll(folder, (path) =>
                path.startsWith('/') ? '/home/ann/album' : '.',
              )
            }
          }
        })
      },
      picture: { file: 'error-overlay.jpg', width: 1120, height: 560 },
      isError: true,
      allowedViolations: ['region', 'scrollable-region-focusable'],
    },
  ],
}

/** An application with errors. */
const FAULTY = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true })] }`,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.resources('albums', (albums) => albums.resources('photos', { only: ['index', 'show', 'create'] }))
  r.get('broken/:id', { to: 'broken#show' })
  r.get('ghosts', { to: 'ghosts#index' })
})`,
  'src/controllers/albums.ts': `export const index = () => new Response('albums')\n`,
  'src/controllers/photos.ts': `export const index = () => {\n  const photos = <<;\n}\n`,
  'src/controllers/broken.ts': `import { readAlbum } from '../album.ts'

export async function show({ params }: any) {
  const album = await readAlbum(params.id)
  return new Response(album.title)
}
`,
  'src/album.ts': `export async function readAlbum(id: string): Promise<{ title: string }> {
  throw new Error('The album ' + id + ' is not in the database.', { cause: new TypeError('fetch failed') })
}
`,
} as const

/** The dev server's own pages: an unmatched request, and errors of an application. */
const devPages: Subject = {
  name: 'dev-pages',
  async start(atEnd) {
    // The test runner maps the modules of stacks in this process. A dev server leaves that to Node.
    const { prepareStackTrace } = Error
    atEnd(() => void (Error.prepareStackTrace = prepareStackTrace))
    Error.prepareStackTrace = undefined as never
    const { root } = emptyProject(FAULTY, atEnd)
    return (await serve(root, {}, atEnd)).url
  },
  shots: [
    { name: '404', path: '/albmus/7', isError: true },
    { name: '500-thrown', path: '/broken/7?tab=comments', isError: true },
    { name: '500-syntax', path: '/albums/7/photos', isError: true },
    { name: '500-missing-controller', path: '/ghosts', isError: true },
    { name: '500-missing-action', path: '/albums/new', isError: true },
    {
      name: '500-json',
      path: '/albums',
      async prepare(page) {
        const json = { title: 'Over the pass', photos: [{ id: 1, isHidden: false }], apiKey: 'a1b2c3d4e5' }
        await page.route('**/albums', (route) =>
          route.continue({
            method: 'POST',
            headers: { ...route.request().headers(), 'content-type': 'application/json' },
            postData: JSON.stringify(json),
          }),
        )
        await page.reload()
        await page.unroute('**/albums')
        await page.getByText('apiKey').scrollIntoViewIfNeeded()
      },
      isError: true,
    },
  ],
}

/** The pages of a production server without pages of its own for errors. */
const productionErrors: Subject = {
  name: 'production-errors',
  async start(atEnd) {
    const { 'src/controllers/photos.ts': _photos, 'src/controllers/albums.ts': _albums, ...files } = FAULTY
    const routes = `import { defineRoutes } from 'vite-plugin-turnout/dsl'
export default defineRoutes((r) => {
  r.get('broken/:id', { to: 'broken#show' })
})`
    const { root } = emptyProject({ ...files, 'config/routes.ts': routes }, atEnd)
    const config = configOf(root)
    await (await createBuilder(config)).buildApp()
    const server = await preview(config)
    atEnd(() => server.close())
    return server.resolvedUrls!.local[0]!
  },
  shots: [
    { name: '404', path: '/albmus', isError: true },
    { name: '500', path: '/broken/7', isError: true },
  ],
}

/** The first screens of the examples that are no starters, each with plain `vite`. */
const examples = ['browser', 'existing-router', 'rails', 'react-router', 'ssr-react', 'ssr-vue', 'vue-router'].map(
  (name): Subject => ({
    name: `example-${name}`,
    start(atEnd) {
      return serveStarter(copyProject(`examples/${name}`, atEnd).root)
    },
    shots: [{ name: 'first', path: '/', prepare: (page) => page.getByRole('heading', { level: 1 }).waitFor() }],
  }),
)

export const SUBJECTS: readonly Subject[] = [
  ...STARTERS,
  clientErrors,
  inspector,
  requests,
  playground,
  devPages,
  productionErrors,
  overlay,
  terminal,
  ...examples,
]
