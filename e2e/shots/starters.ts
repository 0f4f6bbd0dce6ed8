// The projects that `npm create turnout` writes. Their packages are links to those of this repository.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { KINDS, kindNamed } from '../../packages/create-turnout/src/kinds.ts'
import { writeProject } from '../../packages/create-turnout/src/write-project.ts'
import { VITE } from '../../packages/vite-plugin/test/built.ts'
import { startVite } from '../dev-process.ts'
import type { Shot, Subject } from './subject.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FIXTURES = path.join(ROOT, 'e2e/fixtures')

interface Starter {
  readonly kind: string
  readonly isTypeScript: boolean
  readonly hasDatabase: boolean
}

/** Writes the project of a starter, with links in place of an installation. Returns its folder. */
function createStarter({ kind, isTypeScript, hasDatabase }: Starter, atEnd: (end: () => unknown) => void): string {
  mkdirSync(FIXTURES, { recursive: true })
  const parent = mkdtempSync(path.join(FIXTURES, 'starter-'))
  atEnd(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
  const root = path.join(parent, 'my-app')
  writeProject({ folder: root, kind: kindNamed(kind)!, isTypeScript, hasDatabase })
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = path.join(root, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(findPackage(name, root, kind), link)
  }
  return root
}

/** Returns the folder of a package: in the project's own workspace, or as an example or the playground has installed it. */
function findPackage(name: string, root: string, kind: string): string {
  const example = kind === 'plain' ? 'javascript' : kind
  const folders = [
    ...(name === 'example-library-shop' ? [path.join(root, 'shop')] : []),
    path.join(ROOT, 'examples', example, 'node_modules', name),
    path.join(ROOT, 'playground/node_modules', name),
  ]
  const folder = folders.find((candidate) => existsSync(candidate))
  if (folder === undefined) throw new Error(`${name}, of the starter ${kind}, is not installed in this repository.`)
  return folder
}

const WELCOME: Shot = { name: 'welcome', path: '/' }

/** The pages of each kind, besides the first. */
const PAGES: Readonly<Record<string, readonly Shot[]>> = {
  react: [
    { name: 'albums', path: '/albums' },
    { name: 'missing', path: '/nowhere', isError: true },
  ],
  vue: [{ name: 'albums', path: '/albums' }],
  fullstack: [
    { name: 'notes', path: '/notes', prepare: addNotes },
    { name: 'about', path: '/about' },
  ],
  node: [
    { name: 'notes', path: '/notes', prepare: addNotes },
    { name: 'invalid', path: '/notes', prepare: addInvalidNote, isError: true },
    { name: 'note', path: '/notes/1' },
    { name: 'missing', path: '/notes/abc', isError: true },
  ],
  library: [{ name: 'shop', path: '/shop/products' }],
  plain: [{ name: 'albums', path: '/albums' }],
}

/** Adds two notes if there are none, and returns to the list. */
async function addNotes(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  const milk = page.getByRole('link', { name: 'Milk' })
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

function subjectOf(starter: Starter): Subject {
  const { kind, isTypeScript, hasDatabase } = starter
  const isVariant = !isTypeScript && !kindNamed(kind)!.isJavaScript
  return {
    name: ['starter', kind, ...(hasDatabase ? ['database'] : []), ...(isVariant ? ['javascript'] : [])].join('-'),
    async start(atEnd) {
      const root = createStarter(starter, atEnd)
      return (await startVite(`"${process.execPath}" "${VITE}"`, root)).url
    },
    shots: [WELCOME, ...(PAGES[kind] ?? [])],
  }
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
