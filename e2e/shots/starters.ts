import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { KINDS, kindNamed } from '../../packages/create-turnout/src/kinds.ts'
import { createStarter, serveStarter, type Starter } from '../starter.ts'
import type { Shot, Subject } from './subject.ts'

const WELCOME: Shot = { name: 'welcome', path: '/' }

const FULLSTACK: readonly Shot[] = [
  { name: 'notes', path: '/notes', prepare: addNotes },
  { name: 'note', path: '/notes/1' },
  { name: 'about', path: '/about' },
  { name: 'missing', path: '/notes/99', isError: true },
]

/** The pages of each kind, besides the first. */
const PAGES: Readonly<Record<string, readonly Shot[]>> = {
  react: [
    { name: 'albums', path: '/albums' },
    { name: 'missing', path: '/nowhere', isError: true },
  ],
  vue: [{ name: 'albums', path: '/albums' }],
  fullstack: FULLSTACK,
  'fullstack-vue': FULLSTACK,
  node: [
    { name: 'notes', path: '/notes', prepare: addNotes },
    { name: 'invalid', path: '/notes', prepare: addInvalidNote, isError: true },
    { name: 'note', path: '/notes/1' },
    { name: 'missing', path: '/notes/abc', isError: true },
  ],
  library: [{ name: 'shop', path: '/shop/products' }],
  plain: [{ name: 'albums', path: '/albums' }],
}

/** Adds two notes to the first, and returns to the list. */
async function addNotes(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  const milk = page.getByRole('link', { name: 'Milk' })
  await page.getByRole('link', { name: 'Order paper' }).waitFor()
  if ((await milk.count()) > 0) return
  for (const text of ['Milk', 'Call the printer about the large frame']) {
    await page.getByLabel('Note').fill(text)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: text }).waitFor()
    await page.goto(new URL(pathname, page.url()).href)
  }
  await milk.waitFor()
}

async function addInvalidNote(page: Page): Promise<void> {
  await page.getByLabel('Note').fill('   ')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('alert').waitFor()
}

/** Waits for the heading of a page, before anything else. */
function withHeading(shot: Shot): Shot {
  return {
    ...shot,
    async prepare(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await shot.prepare?.(page)
    },
  }
}

function subjectOf(starter: Starter): Subject {
  const { kind, isTypeScript, hasDatabase } = starter
  const isVariant = !isTypeScript && !kindNamed(kind)!.isJavaScript
  return {
    name: ['starter', kind, ...(hasDatabase ? ['database'] : []), ...(isVariant ? ['javascript'] : [])].join('-'),
    start(atEnd) {
      return serveStarter(createStarter(starter, atEnd))
    },
    shots: [WELCOME, ...(PAGES[kind] ?? [])].map(withHeading),
  }
}

/** The errors of a client application in dev: Vite's overlay, and the page for missing routes. */
export const clientErrors: Subject = {
  name: 'client-errors',
  async start(atEnd) {
    const root = createStarter({ kind: 'react', isTypeScript: true, hasDatabase: false }, atEnd)
    const application = path.join(root, 'src/pages/application.tsx')
    const text = readFileSync(application, 'utf8')
    writeFileSync(application, text.replace(/^export \{ NotFound .*$/m, ''))
    albumsFile = path.join(root, 'src/pages/albums.tsx')
    return serveStarter(root)
  },
  shots: [
    withHeading({ name: 'missing', path: '/albmus?__turnout-own-page' }),
    {
      name: 'thrown',
      path: '/albums',
      prepare: breakAlbums,
      isError: true,
      allowedViolations: ['region', 'scrollable-region-focusable'],
    },
    {
      name: 'fixed',
      path: '/albums',
      async prepare(page) {
        await breakAlbums(page)
        await page.evaluate(() => Object.assign(window, { isMarked: true }))
        editAlbums(BROKEN, RIGHT)
        await page.getByRole('heading', { name: 'Albums' }).waitFor()
        await page.locator('vite-error-overlay').waitFor({ state: 'detached' })
        if (!(await page.evaluate(() => 'isMarked' in window))) throw new Error('The document was loaded again.')
      },
      isError: true,
    },
  ],
}

let albumsFile = ''
const RIGHT = '{title} <small>'
const BROKEN = '{(title as any).nope.length} <small>'

function editAlbums(before: string, after: string): void {
  const text = readFileSync(albumsFile, 'utf8')
  if (text.includes(before)) writeFileSync(albumsFile, text.replace(before, after))
}

/** Makes the page of the albums throw, and waits for the overlay. */
async function breakAlbums(page: Page): Promise<void> {
  editAlbums(RIGHT, BROKEN)
  await page.reload()
  await page.locator('vite-error-overlay').waitFor()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
}

/** Every starter in TypeScript if it has that form, and two variants. */
export const STARTERS: readonly Subject[] = [
  ...KINDS.map(({ name, isJavaScript = false }) => ({
    kind: name,
    isTypeScript: !isJavaScript,
    hasDatabase: false,
  })),
  { kind: 'node', isTypeScript: true, hasDatabase: true },
  { kind: 'react', isTypeScript: false, hasDatabase: false },
].map(subjectOf)
