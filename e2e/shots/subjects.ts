import { copyProject, serve } from '../project.ts'
import { STARTERS } from './starters.ts'
import type { Subject } from './subject.ts'

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
      name: 'tree',
      path: '/__turnout/#/tree',
      prepare: (page) => page.locator('.content > *').first().waitFor(),
      picture: { file: 'inspector-tree.jpg', width: 1120, height: 620 },
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

export const SUBJECTS: readonly Subject[] = [...STARTERS, inspector, overlay]
