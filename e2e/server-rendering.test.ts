// The examples that draw pages on a server: in development, and built for production.
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { violations } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { copyProject } from './project.ts'
import { buildApplication, devHost, nodeHost, type Host } from './serving/hosts.ts'

beforeAll(buildPackages)

/** Changes an example: the data of album 500 fails, and the page of album 400 throws. */
const EDITS = {
  'ssr-react': {
    file: 'src/pages/albums.tsx',
    before: '<h1>{data.title}',
    after: '<h1>{data.id === 400 ? (data as any).a.b : data.title}',
  },
  'ssr-vue': {
    file: 'src/pages/albums/show.vue',
    before: '{{ route.data.title',
    after: '{{ route.data.id === 400 ? route.data.a.b : route.data.title',
  },
}

async function start(example: keyof typeof EDITS, isBuilt: boolean): Promise<Host> {
  const { root, edit } = copyProject(`examples/${example}`)
  const { file, before, after } = EDITS[example]
  edit(file, before, after)
  edit(
    'src/albums.ts',
    'albums.find((',
    `id === 500 ? Promise.reject(new Error('a secret')) : id === 400 ? { id, title: '' } : albums.find((`,
  )
  if (isBuilt) await buildApplication(root)
  const host = await (isBuilt ? nodeHost : devHost)(root)
  onTestFinished(host.close)
  return host
}

const askFor = (port: number, path: string) => ask(port, path, { headers: { accept: 'text/html,*/*;q=0.8' } })

async function testResponses({ port, printed }: Host, isBuilt: boolean): Promise<void> {
  const album = await askFor(port, '/albums/1')
  expect([album.status, album.headers['transfer-encoding']]).toEqual([200, 'chunked'])
  expect(album.body).toContain('<title>A week by the sea</title>')
  expect(album.body).toMatch(/<main>(?:<!--.*?-->)*<h1>A week by the sea<\/h1>/)
  const { body } = await askFor(port, '/albums/3')
  expect(body).toContain('<title>&lt;/script&gt;&lt;!-- Snow &amp; fog</title>')
  const [, payload] = /<script type="application\/json" id="payload">(.*?)<\/script><\/body>/.exec(body)!
  expect(payload).not.toMatch(/[<>]/)
  expect(JSON.parse(payload!)).toEqual({ data: { id: 3, title: '</script><!-- Snow & fog' } })
  const latest = await askFor(port, '/latest')
  expect([latest.status, latest.headers['location']]).toEqual([302, '/albums/2'])
  const picture = await askFor(port, '/pictures/1')
  expect([picture.status, picture.headers['location']]).toEqual([301, '/albums/1'])
  // A dev server shows the table of routes instead of the second page.
  for (const path of isBuilt ? ['/albums/9', '/nowhere'] : ['/albums/9']) {
    const missing = await askFor(port, path)
    expect([missing.status, missing.body]).toEqual([404, expect.stringContaining('<h1>Page not found</h1>')])
  }
  const failed = await askFor(port, '/albums/500')
  expect([failed.status, failed.body]).toEqual([500, expect.stringContaining('<h1>Something went wrong</h1>')])
  expect(failed.body).not.toContain('secret')
  await expect.poll(printed).toContain('a secret')
  expect((await askFor(port, '/albums/400')).status).toBe(500)
}

/** Opens a document, and marks its heading before scripts run. */
async function openMarked(page: Page, url: string, entry: RegExp): Promise<void> {
  let release = () => {}
  const isMarked = new Promise<void>((resolve) => (release = resolve))
  await page.route(entry, async (route) => {
    await isMarked
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  await page.evaluate(() => Object.assign(document.querySelector('h1')!, { isMarked: true }))
  release()
}

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('#app')!).some((name) => /^__(?:react|vue)/.test(name)))

async function testBrowser(page: Page, url: string, entry: RegExp): Promise<void> {
  const fetched: string[] = []
  const problems: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url().slice(url.length)))
  page.on('console', (message) => /error|warning/.test(message.type()) && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await openMarked(page, `${url}/albums/1`, entry)
  await expect.poll(() => isHydrated(page)).toBe(true)
  const marks = () => page.evaluate(() => 'isMarked' in document.querySelector('h1')!)
  expect([await marks(), await page.title()]).toEqual([true, 'A week by the sea'])
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.getByRole('link', { name: 'Albums' }).click()
  await page.getByRole('link', { name: 'Over the pass' }).click()
  await page.getByRole('heading', { name: 'Over the pass' }).waitFor()
  expect(fetched).toEqual(['/albums', '/albums/2'])
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  expect(problems).toEqual([])
  await page.goto(`${url}/`)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.getByRole('button', { name: 'Clicked' }).click()
  await page.getByText('Clicked 1 times').waitFor()
  expect(problems).toEqual([])
  // The browser reports the status of the document.
  await page.goto(`${url}/albums/9`)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Clicked' }).waitFor()
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  expect(fetched).toEqual(['/albums', '/albums/2'])
}

describeInBrowser('pages that a server draws', (newPage) => {
  test.each([
    ['ssr-react', 'in development', false, /main\.tsx/],
    ['ssr-react', 'built', true, /assets\/index.*\.js/],
    ['ssr-vue', 'in development', false, /main\.ts/],
    ['ssr-vue', 'built', true, /assets\/index.*\.js/],
  ] as const)('%s, %s', async (example, _mode, isBuilt, entry) => {
    const host = await start(example, isBuilt)
    await testResponses(host, isBuilt)
    await testBrowser(await newPage(), `http://127.0.0.1:${host.port}`, entry)
  })
})
