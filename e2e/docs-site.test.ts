// The documentation as a site: it builds, each diagnostic has an address, and no link of any page leads nowhere.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { catalog } from '@turnout/compiler'
import type { Page } from 'playwright-core'
import { preview, runnerImport } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../packages/vite-plugin/test/built.ts'
import { violations, violationsInBothThemes } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { QUESTIONS } from './docs-questions.ts'
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
    for (const page of pages)
      expect(read(page.replace('.md', '.html')), page).toMatch(/<title>(?:[^<]* \| )?Turnout<\/title>/)
    expect(read('diagnostics/unreachable-route.html')).toContain('<title>unreachable-route | Turnout</title>')
    for (const router of ['react-router', 'vue-router'])
      expect(read(`reference/virtual-routes-${router}.html`)).toContain(
        `<title>virtual:routes/${router} | Turnout</title>`,
      )
  })

  test('has an element for every link to a heading', () => {
    const pages = new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => [`/${file.replace(/(?:index)?\.html$/, '')}`, read(file)]),
    )
    const idsOf = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id!))
    const ids = new Map([...pages].map(([address, html]) => [address, idsOf(html)]))
    const broken = [...pages].flatMap(([address, html]) =>
      Array.from(
        html.matchAll(/<a [^>]*?href="(\/[^"#]*)?#([^"]+)"/g),
        ([, page, id]) => [page ?? address, id!] as const,
      )
        .filter(([page, id]) => ids.get(page)?.has(decodeURIComponent(id)) === false)
        .map(([page, id]) => `${address} -> ${page}#${id}`),
    )
    expect(broken).toEqual([])
    expect(ids.get('/reference/virtual-routes')).toContain('match')
  })

  test('leads to every page from its sidebar', () => {
    const sidebar = read('ten-minutes.html')
    const left = readdirSync(DOCS)
      .filter((file) => file.endsWith('.md') && file !== 'index.md')
      .map((file) => file.replace('.md', ''))
      .filter((page) => !sidebar.includes(`href="/${page}"`))
    expect(left).toEqual([])
  })

  test('answers each question on a page that the search finds among the first three', async () => {
    const { module: settings } = await runnerImport<typeof import('../docs/.vitepress/search.ts')>(
      path.join(DOCS, '.vitepress/search.ts'),
      { configFile: false, logLevel: 'silent' },
    )
    const chunks = path.join(folder, 'assets/chunks')
    const index = readdirSync(chunks).find((file) => file.startsWith('@localSearchIndex'))!
    const { default: json } = (await import(path.join(chunks, index))) as { default: string }
    const { default: MiniSearch } = (await import(createRequire(VITEPRESS).resolve('minisearch'))) as {
      default: { loadJSON(json: string, options: object): { search(words: string): { id: string }[] } }
    }
    // The settings of VitePress, and those of the site.
    const { tokenize, ...ownOptions } = settings
    const searchOptions = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, ...ownOptions }
    const search = MiniSearch.loadJSON(json, { fields: ['title', 'titles', 'text'], tokenize, searchOptions })
    const unanswered = QUESTIONS.flatMap(([question, page, words]) => {
      const pages = new Set(search.search(question).map(({ id }) => id.replace(/#.*/, '')))
      const isFound = [...pages].slice(0, 3).includes(`/${page}`)
      const text = readFileSync(path.join(DOCS, `${page}.md`), 'utf8')
      return isFound && words.every((word) => text.includes(word)) ? [] : [[question, page]]
    })
    expect(unanswered).toEqual([])
    const codes = Object.keys(catalog)
    expect(codes.filter((code) => search.search(code)[0]!.id.split(/#/)[0] !== `/diagnostics/${code}`)).toEqual([])
  })

  test('can be searched, and read by a machine', () => {
    const index = readdirSync(path.join(folder, 'assets/chunks')).find((file) => file.startsWith('@localSearchIndex'))
    expect(index).toBeDefined()
    expect(read(`assets/chunks/${index}`)).toContain('shallow')
    expect(read('llms.txt')).toContain('[Get started in ten minutes](')
    expect(read('llms-full.txt')).toContain('r.resources(')
  })
})

/** Opens a page of the built site, on a server for the current test. */
async function openSite(newPage: () => Promise<Page>, address: string): Promise<Page> {
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

describeInBrowser('the site in a browser', (newPage) => {
  const read404 = () => readFileSync(path.join(folder, '404.html'), 'utf8')
  const open = (address: string) => openSite(newPage, address)

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
    expect(await violations(page)).toEqual([])
    const excess = () =>
      page.evaluate(async () => {
        const images = [...document.images].filter(({ loading }) => loading !== 'lazy')
        await Promise.all(images.map((image) => image.decode()))
        return document.documentElement.scrollWidth - innerWidth
      })
    const widths = [['index', await excess()]]
    // The playground has a layout of its own, and its own test.
    const names = PAGES.flatMap((file) => /^docs\/([\w-]+)\.md$/.exec(file)?.[1] ?? []).filter(
      (name) => name !== 'playground',
    )
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

  test('has no sample that is wider than its column at 1280 pixels, except on generated pages', async () => {
    const page = await open('/')
    await page.setViewportSize({ width: 1280, height: 800 })
    const names = PAGES.flatMap((file) => /^docs\/([\w-]+)\.md$/.exec(file)?.[1] ?? [])
    const wide: string[] = []
    for (const name of names.filter((name) => !/^(?:diagnostics|methods|options)$/.test(name))) {
      await page.goto(new URL(name === 'index' ? '/' : `/${name}`, page.url()).href, { waitUntil: 'domcontentloaded' })
      const found = await page.locator('.vp-doc pre').evaluateAll((samples) =>
        samples.flatMap((sample) => {
          const excess = sample.scrollWidth - sample.clientWidth
          return excess === 0 ? [] : `${excess} pixels: ${sample.textContent.slice(0, 200)}`
        }),
      )
      wide.push(...found.map((text) => `${name}: ${text}`))
    }
    expect(wide).toEqual([])
  }, 120_000)

  test.each([
    '/',
    '/helpers',
    '/diagnostics',
    '/diagnostics/unknown-option',
    '/reference/virtual-routes',
    '/playground',
  ])('has no violation of an accessibility rule on %s, in both themes', async (address) => {
    const page = await open(address)
    await page.waitForLoadState('networkidle')
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  test('filters the diagnostics', async () => {
    const page = await open('/diagnostics')
    const rows = page.locator('.vp-doc tr:visible', { hasText: 'error' })
    await page.getByRole('searchbox', { name: 'Filter' }).fill('misspelt')
    await expect.poll(() => page.locator('.filter [role=status]').textContent()).toBe('0 shown')
    await page.getByRole('searchbox', { name: 'Filter' }).fill('ony')
    await expect.poll(() => page.getByRole('link', { name: 'unknown-option' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'error' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'unknown-option' }).isVisible()).toBe(false)
    await page.getByRole('searchbox', { name: 'Filter' }).fill('')
    await expect.poll(() => rows.count()).toBeGreaterThan(50)
  })

  test('lists the nearest pages for an address that it does not have', async () => {
    const page = await open('/')
    const address = new URL('/helprs', page.url()).href
    // Hosts send this file for unknown addresses; the preview of Vite does not.
    const body = read404()
    await page.route(address, (route) => route.fulfill({ status: 404, contentType: 'text/html', body }))
    await page.goto(address)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no such page')
    await page.getByRole('link', { name: 'Build URLs' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/helpers')
  })

  test('compiles the route file of the first page, and shows the last good table next to an error', async () => {
    const page = await open('/')
    const routes = page.locator('.pair li')
    expect(await routes.count()).toBe(3)
    const file = page.getByRole('textbox', { name: 'Route file' })
    await file.fill(
      "import { defineRoutes } from 'vite-plugin-turnout/dsl'\nexport default defineRoutes((r) => {\n  r.resources('albums')\n})",
    )
    await expect.poll(() => routes.count()).toBe(8)
    await page.getByRole('textbox', { name: 'Request' }).fill('DELETE /albums/3')
    await expect.poll(() => page.locator('.answer').textContent()).toContain("albums#destroyid: '3'")
    await file.fill(
      "import { defineRoutes } from 'vite-plugin-turnout/dsl'\nexport default defineRoutes((r) => {\n  r.get('a/(b')\n})",
    )
    await expect.poll(() => page.locator('.problem').textContent()).toContain('the `(` is not closed')
    expect(await routes.count()).toBe(8)
  })
})

describeInBrowser('the playground', (newPage) => {
  const file = (body: string) =>
    `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n\nexport default defineRoutes((r) => {\n${body}\n})\n`

  test('shows the routes of a file in the inspector, marks mistakes, and fits on a phone', async () => {
    const page = await openSite(newPage, '/playground')
    const inspector = page.frameLocator('iframe[title="The routes of the file"]')
    const problems: string[] = []
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()))
    await page.reload()
    await inspector.getByText('/photos/:id/preview').first().waitFor()
    for (const frame of await page.locator('iframe').all())
      expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    expect(problems).toEqual([])
    await page.getByRole('textbox', { name: 'Route file' }).fill(file("  r.resources('books', { ony: 'index' })"))
    await inspector.getByText('/books/:id/edit').first().waitFor()
    await expect.poll(() => page.locator('.problems').textContent()).toContain('has no option `ony`')
    expect(await page.locator('.line.marked').textContent()).toContain('ony')
    await inspector.getByRole('link', { name: /^Diagnostics/ }).click()
    await inspector.getByText('unknown-option').first().waitFor()
    await page.setViewportSize({ width: 375, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })

  test('ends the compiler when the page is left', async () => {
    const page = await openSite(newPage, '/playground')
    const compilers = page.locator('iframe[title="Compiler"]')
    await expect.poll(() => compilers.count()).toBe(1)
    await page.getByRole('link', { name: 'Guide', exact: true }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ten-minutes')
    await expect.poll(() => compilers.count()).toBe(0)
    await page.goBack()
    await expect.poll(() => compilers.count()).toBe(1)
  })

  test('opens the link of a file, and says so if a link is broken', async () => {
    const page = await openSite(newPage, '/playground')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const text = page.getByRole('textbox', { name: 'Route file' })
    const shared = file("  r.get('写真', { to: 'photos#index' }) // ünïcödé 🎉")
    await text.fill(shared)
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.getByRole('button', { name: 'Copied the link' }).waitFor()
    const link = page.url()
    const other = await openSite(newPage, `/playground${new URL(link).hash}`)
    await expect.poll(() => other.getByRole('textbox', { name: 'Route file' }).inputValue()).toBe(shared)
    // Cut, not Base64, not compressed, and a text of 200 million characters in a link of 270,000.
    const bomb = deflateRawSync(Buffer.alloc(200_000_000, 'a')).toString('base64url')
    for (const fragment of ['#file=', '#file=%%%', '#file=YWJj', new URL(link).hash.slice(0, -9), `#file=${bomb}`]) {
      await other.evaluate((hash) => (location.hash = hash), fragment)
      await expect
        .poll(() => other.getByRole('alert').textContent())
        .toMatch(/^The (?:link contains no|file in the link)/)
      await other.evaluate(() => (location.hash = '#other'))
      await expect.poll(() => other.getByRole('alert').count()).toBe(0)
    }
  })

  test.each([
    ['an endless loop', file('  for (;;);'), /did not end within 3 seconds/],
    ['a syntax error', 'export default defineRoutes((', /./],
    ['another import', `import fs from 'node:fs'\n${file('  fs.rmSync(1)')}`, /cannot import 'node:fs'/],
    ['a value that is thrown', file('  throw { get message() { throw 1 } }'), /threw/],
    ['a file of 200,000 characters', file(`// ${'a'.repeat(200_000)}`), /more than 100000 characters/],
    ['code for the page', file('  document.title = parent.location.href'), /document is not defined/],
    ['hostile text', file("  r.get('<img src=x onerror=alert(1)>', { to: 'a#b', ony: 1 })"), /./],
  ])('shows %s as an error, and works afterwards', async (_, source, message) => {
    const page = await openSite(newPage, '/playground')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => void (dialogs.push(dialog.message()), dialog.dismiss()))
    const text = page.getByRole('textbox', { name: 'Route file' })
    await text.fill(source)
    const shown = page.locator('p.error, .problems')
    await expect.poll(async () => (await shown.allTextContents()).join('\n'), { timeout: 20_000 }).toMatch(message)
    await text.fill(file("  r.resources('books')"))
    const inspector = page.frameLocator('iframe[title="The routes of the file"]')
    await inspector.getByText('/books/:id/edit').first().waitFor()
    expect(dialogs).toEqual([])
  })

  test('runs a file where it cannot send anything, and cannot read the page', async () => {
    const page = await openSite(newPage, '/playground')
    const inspector = page.frameLocator('iframe[title="The routes of the file"]')
    await inspector.getByText('/photos/:id/preview').first().waitFor()
    await page.evaluate(() => localStorage.setItem('secret', 'here'))
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(request.url!)
      response.setHeader('access-control-allow-origin', '*').end()
    })
    receiver.on('upgrade', ({ url }, socket) => void (received.push(url!), socket.destroy()))
    receiver.listen(0, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    await once(receiver, 'listening')
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/sent`
    await page.getByRole('textbox', { name: 'Route file' }).fill(
      file(`
        const found = []
        try { found.push(typeof localStorage, typeof indexedDB.open('x')) } catch (error) { found.push(error.name) }
        for (const send of [
          () => fetch('${target}'),
          () => new WebSocket('${target.replace('http', 'ws')}'),
          () => { const request = new XMLHttpRequest(); request.open('GET', '${target}', false); request.send() },
          () => importScripts('${target}'),
          () => new EventSource('${target}'),
          () => new Worker('${target}'),
          () => (0, eval)("import('${target}')"),
          () => new Worker(URL.createObjectURL(new Blob(["fetch('${target}')"]))),
          () => navigator.sendBeacon('${target}'),
        ]) try { Promise.resolve(send()).catch(() => {}) } catch {}
        r.get('books-' + found.join('-'), { to: 'books#index' })`),
    )
    await inspector
      .getByText(/books-/)
      .first()
      .waitFor()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(received).toEqual([])
    await expect(
      inspector
        .getByText(/books-/)
        .first()
        .textContent(),
    ).resolves.not.toContain('object')
  })
})
