// The documentation as a site: it builds, each diagnostic has an address, and no link of any page leads nowhere.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { catalog } from '@turnout/compiler'
import type { Page } from 'playwright-core'
import { preview } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { repositoryFiles, ROOT } from './pages.ts'

const DOCS = path.join(ROOT, 'docs')
const VITEPRESS = path.join(DOCS, 'node_modules/vitepress/bin/vitepress.js')

const PAGES = repositoryFiles().filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))

/** The links of a page, and the ids of its headings, by GitHub's rule. Code is not text. */
function readPage(file: string): { links: string[]; ids: Set<string> } {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/<!--[^]*?-->/g, '')
  const prose = text.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''))
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(([, inline, named]) => inline ?? named!)
  const ids = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return { links, ids: new Set(ids) }
}

describe('the links of', () => {
  test.each(PAGES)('%s lead somewhere', (page) => {
    const broken = readPage(page).links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [target = '', anchor] = link.split('#')
      // Starters name the documentation in the package that they install. `scripts/copy-docs.mjs` puts it there.
      const inPackage = /^node_modules\/vite-plugin-turnout\/(docs\/.*)$/.exec(target)?.[1]
      const file = target === '' ? page : (inPackage ?? path.posix.join(path.posix.dirname(page), target))
      // A page of the site is named without its ending.
      const found = [file, `${file}.md`].find((each) => existsSync(path.join(ROOT, each)))
      if (found === undefined) return true
      return anchor !== undefined && found.endsWith('.md') && !readPage(found).ids.has(anchor)
    })
    expect(broken).toEqual([])
  })
})

/** The site has about 200 pages. On a busy machine, a build takes minutes. */
const BUILD_TIMEOUT_MS = 900_000

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnout-site-'))
  // Dead links end a build of VitePress.
  const { code, out, err } = await run(VITEPRESS, ['build', DOCS, '--outDir', folder], ROOT)
  expect(code, out + err).toBe(0)
}, BUILD_TIMEOUT_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the site', () => {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

  test('has a page for every page, and every diagnostic', () => {
    const pages = PAGES.filter((file) => file.startsWith('docs/')).map((file) => file.slice('docs/'.length))
    for (const code of Object.keys(catalog)) expect(pages).toContain(`diagnostics/${code}.md`)
    for (const page of pages) expect(existsSync(path.join(folder, page.replace('.md', '.html'))), page).toBe(true)
    expect(read('diagnostics/unreachable-route.html')).toContain('<title>unreachable-route | Turnout</title>')
  })

  test('leads to every page from its sidebar', () => {
    const sidebar = read('ten-minutes.html')
    const left = readdirSync(DOCS)
      .filter((file) => file.endsWith('.md') && file !== 'index.md')
      .map((file) => file.replace('.md', ''))
      .filter((page) => !sidebar.includes(`href="/${page}"`))
    expect(left).toEqual([])
  })

  test('can be searched, and read by a machine', () => {
    const index = readdirSync(path.join(folder, 'assets/chunks')).find((file) => file.startsWith('@localSearchIndex'))
    expect(index).toBeDefined()
    expect(read(`assets/chunks/${index}`)).toContain('shallow')
    expect(read('llms.txt')).toContain('[Get started in ten minutes](')
    expect(read('llms-full.txt')).toContain('r.resources(')
  })
})

describeInBrowser('the site in a browser', (newPage) => {
  async function open(address: string): Promise<Page> {
    const server = await preview({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      appType: 'mpa',
      build: { outDir: '.' },
      preview: { host: '127.0.0.1', port: 0 },
    })
    onTestFinished(() => server.close())
    const page = await newPage()
    await page.goto(new URL(address, server.resolvedUrls!.local[0]).href)
    return page
  }

  test.each([
    ['shallow', 'Nest resources', '/nesting'],
    ['missing-via', 'missing-via', '/diagnostics/missing-via'],
  ])('finds %s', async (words, title, address) => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill(words)
    await page.locator('#localsearch-list a').filter({ hasText: title }).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    // The address changes before the page does.
    await expect.poll(() => page.locator('h1').textContent()).toContain(title)
  })

  test('fits on a phone', async () => {
    const page = await open('/')
    await page.setViewportSize({ width: 360, height: 740 })
    const isMounted = () => '__vue_app__' in document.querySelector('#app')!
    await page.waitForFunction(isMounted)
    const excess = () =>
      page.evaluate(async () => {
        const images = [...document.images].filter(({ loading }) => loading !== 'lazy')
        await Promise.all(images.map((image) => image.decode()))
        return document.documentElement.scrollWidth - innerWidth
      })
    const widths = [['index', await excess()]]
    const names = PAGES.flatMap((file) => /^docs\/([\w-]+)\.md$/.exec(file)?.[1] ?? [])
    for (const name of names.filter((name) => name !== 'index')) {
      // The site follows its links itself. Loading a document takes three times as long.
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href })
        document.querySelector('.VPContent')!.append(link)
        link.click()
        link.remove()
      }, `/${name}`)
      await page.locator(`.vp-doc._${name}`).waitFor()
      widths.push([name, await excess()])
    }
    expect(widths).toHaveLength(names.length)
    expect(widths.filter(([, beyond]) => beyond !== 0)).toEqual([])
  })
})
