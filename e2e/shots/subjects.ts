import { copyProject, serve } from '../project.ts'
import { STARTERS } from './starters.ts'
import type { Shot, Subject } from './subject.ts'

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
      prepare: (page) => page.locator('.row.route').first().waitFor(),
      picture: { file: 'inspector-routes.jpg', width: 1120, height: 620 },
    },
    {
      name: 'drawer',
      path: '/__turnout/#/routes?route=GET /archive/:year(/:month)',
      prepare: (page) => page.locator('.drawer').waitFor(),
      picture: { file: 'inspector-drawer.jpg', width: 1120, height: 680 },
    },
    {
      name: 'palette',
      path: '/__turnout/#/routes',
      async prepare(page) {
        await page.locator('.row.route').first().waitFor()
        await page.keyboard.press('Control+k')
        await page.keyboard.type('album')
      },
    },
    ...['who?verb=GET&path=/albmus', 'shadows', 'helpers?name=albumPath', 'diagnostics', 'routes?q=nothing+here'].map(
      (view): Shot => ({
        name: view.replace(/\?.*/, '').replace('routes', 'empty'),
        path: `/__turnout/#/${view}`,
        prepare: (page) => page.locator('.content > *').first().waitFor(),
      }),
    ),
    {
      name: 'tree',
      path: '/__turnout/#/tree',
      prepare: (page) => page.locator('.content > *').first().waitFor(),
      picture: { file: 'inspector-tree.jpg', width: 1120, height: 620 },
    },
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
    { name: 'no-results', path: '/search?q=nothing' },
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
  ],
}

/** The inspector of an application that the dev server serves: its recent requests, and a request from the page. */
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
      prepare: (page) => page.locator('.request-title').waitFor(),
      picture: { file: 'inspector-requests.jpg', width: 1120, height: 620 },
    },
    {
      name: 'send',
      path: '/__turnout/#/who?verb=GET&path=/albums',
      async prepare(page) {
        await page.getByText('Send this request').click()
        // The page ignores clicks on a request that it has just shown.
        await page.waitForTimeout(700)
        await page.getByRole('button', { name: 'Send', exact: true }).click()
        await page.locator('.response').waitFor()
      },
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

export const SUBJECTS: readonly Subject[] = [...STARTERS, inspector, requests, playground, overlay]
