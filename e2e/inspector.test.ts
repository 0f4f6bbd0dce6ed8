// The inspector's page in a browser: every view, in both themes, and what hostile texts come to. One dev server, one page
// after the other.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPackages, run, TURNOUT } from '../packages/vite-plugin/test/built.ts'
import { violationsInBothThemes } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { copyProject, serve, type Copy } from './project.ts'

const ROUTES = 'config/routes.ts'

/** A text that does something wherever it becomes markup. */
const MARKUP = `<img src=x onerror=alert(1)></script><svg onload=alert(1)>`

let copy: Copy
let url: string
let source: string
const ends: (() => unknown)[] = []

beforeAll(async () => {
  await buildPackages()
  copy = copyProject('examples/browser', (end) => ends.unshift(end))
  source = readFileSync(path.join(copy.root, ROUTES), 'utf8')
  // Nothing opens an editor on the machine of who runs the tests.
  process.env['LAUNCH_EDITOR'] = 'true'
  ;({ url } = await serve(copy.root, {}, (end) => ends.unshift(end)))
})
afterAll(async () => {
  for (const end of ends) await end()
})
beforeEach(() => writeFileSync(path.join(copy.root, ROUTES), source))

/** Writes lines at the end of the block of the route file. */
function declare(lines: string): void {
  writeFileSync(path.join(copy.root, ROUTES), source.replace(/\}\)\s*$/, `${lines}\n})\n`))
}

/** What the page has complained of: its policy, errors, dialogs. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

const open = (page: Page, address: string) => page.goto(`${url}__turnout/#/${address}`)
const rows = (page: Page) => page.locator('tr.route')
const found = (page: Page) => page.locator('.found').textContent()

describeInBrowser('the inspector', (newPage) => {
  test('shows the table, finds what is typed, and keeps it in the address', async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    await open(page, 'routes')
    await rows(page).first().waitFor()
    const all = await found(page)
    expect(all).toMatch(/^\d+ routes$/)
    expect(await page.locator('tr.group').first().textContent()).toMatch(/^pages \d+ routes/)

    await page.keyboard.press('/')
    await page.keyboard.type('slidesh')
    expect(await found(page)).toBe(`1 of ${all}`)
    expect(await rows(page).textContent()).toContain('/albums/:id/slideshow')
    expect(await rows(page).locator('mark').allTextContents()).toContain('slidesh')
    expect(page.url()).toContain('#/routes?q=slidesh')
    await page.reload()
    await expect.poll(() => found(page)).toBe(`1 of ${all}`)

    const search = page.getByRole('searchbox')
    for (const [text, path] of [
      ['photos#edit', '/photos/:id/edit'],
      ['editPhotoPath', '/photos/:id/edit'],
      ['delete albums', '/albums/:id'],
      ['/archive/2020/07', '/archive/:year(/:month)'],
    ] as const) {
      await search.fill(text)
      expect(await rows(page).locator('.pattern').allTextContents()).toContain(path)
    }
    await search.fill('')
    await page.getByRole('button', { name: 'DELETE' }).click()
    const verbs = await rows(page).locator('.verb').allTextContents()
    expect(new Set(verbs)).toEqual(new Set(['DELETE']))
    await page.getByRole('button', { name: 'DELETE' }).click()
    await page.getByRole('button', { name: /^unnamed/ }).click()
    expect(new Set(await rows(page).locator('.name').allTextContents())).toEqual(new Set(['unnamed']))
    expect(complaints).toEqual([])
  })

  test('follows the route files as they are edited, and leads to their lines', async () => {
    const page = await newPage()
    await open(page, 'routes?q=zebras')
    await page.getByText('No route matches the search').waitFor()
    declare(`  r.get('zebras', { to: 'zebras#index' })\n  r.get('zebras', { to: 'zebras#other', as: 'others' })`)
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await rows(page).nth(1).locator('.mark').allTextContents()).toEqual(['unreachable'])
    await page.getByRole('button', { name: /^unreachable 1$/ }).click()
    expect(await rows(page).count()).toBe(1)
    const request = page.waitForRequest(/__open-in-editor/)
    await rows(page).locator('button.place').click()
    const asked = new URL((await request).url()).searchParams.get('file')!
    const line = readFileSync(path.join(copy.root, ROUTES), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('zebras#other'))
    expect(path.resolve(asked)).toBe(`${path.join(copy.root, ROUTES)}:${line + 1}:5`)
  })

  test('opens a route in a drawer, with its sources and its request in forms to copy', async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    await open(page, 'routes?q=album')
    const drawer = page.getByRole('region', { name: 'The selected route' })
    await rows(page).filter({ hasText: 'albums#update' }).first().locator('.number').click()
    await drawer.waitFor()
    expect(page.url()).toMatch(/#\/routes\?q=album&route=PATCH/)
    expect(await drawer.textContent()).toMatch(/\/albums\/:id\(\.:format\).*albums#update/)
    expect(await drawer.evaluate((element) => element === document.activeElement)).toBe(true)
    // The controller opens at the line of the action.
    const request = page.waitForRequest(/__open-in-editor/)
    await drawer.getByRole('button', { name: /albums\.ts/ }).click()
    const place = new URL((await request).url()).searchParams.get('file')!
    const [, file, line] = /^(.*?):(\d+):/.exec(place)!
    expect(readFileSync(file!, 'utf8').split('\n')[Number(line) - 1]).toMatch(
      /export (?:const|function|async function) update\b/,
    )

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (label: string) => {
      await drawer.getByRole('button', { name: label, exact: true }).click()
      await drawer.getByRole('button', { name: 'Copied' }).waitFor()
      await drawer.getByRole('button', { name: 'Copied' }).waitFor({ state: 'hidden' })
      return page.evaluate(() => navigator.clipboard.readText())
    }
    await drawer.getByLabel('id', { exact: true }).fill(`a'b`)
    expect(await copied('Copy')).toBe(`/albums/a'b`)
    expect(await copied('Copy call')).toBe(`albumPath('a\\'b')`)
    expect(await copied('Copy curl')).toContain(`--request 'PATCH'`)
    await drawer.getByLabel('id', { exact: true }).fill('')
    expect(await drawer.locator('.value').textContent()).toContain('albumPath: id is missing')
    // A path that another route matches first.
    await open(page, 'routes?q=album&route=GET /albums/:id')
    await drawer.getByLabel('id', { exact: true }).fill('new')
    expect(await drawer.locator('.condition').textContent()).toContain('another route matches: albums#new')

    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('/albums/:id')
    await page.goBack()
    await drawer.waitFor()
    await drawer.getByRole('link', { name: 'albumPath' }).click()
    expect(await page.locator('.detail h2').textContent()).toContain('albumPath')
    // An edit of the route shows in the open drawer, which also says that a route is gone.
    await open(page, 'routes?route=GET /zebras')
    declare(`  r.get('zebras', { to: 'pages#home', as: null })`)
    await expect.poll(() => drawer.textContent()).toContain('pages#home')
    declare(`  r.get('zebras', { to: 'pages#about', as: null })`)
    await expect.poll(() => drawer.textContent()).toContain('pages#about')
    writeFileSync(path.join(copy.root, ROUTES), source)
    await expect.poll(() => drawer.textContent()).toMatch(/GET \/zebras.*The table has no such route/)
    expect(complaints).toEqual([])
  })

  test('lists the routes as declared, and lets the arrow keys lead from the search to the rows', async () => {
    const page = await newPage()
    await open(page, 'routes')
    await rows(page).first().waitFor()
    /** The first numbers; rows that are far from the visible area are not rendered. */
    const numbers = async () => (await rows(page).locator('.number').allTextContents()).map(Number).slice(0, 15)
    const byController = await numbers()
    await page.getByRole('button', { name: 'as declared' }).click()
    expect(await numbers()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(await page.locator('tr.group').count()).toBe(0)
    expect(page.url()).toContain('order=declared')
    await page.getByRole('button', { name: 'as declared' }).click()
    expect(await numbers()).toEqual(byController)
    expect(byController).not.toEqual(byController.toSorted((a, b) => a - b))

    const focused = () => page.evaluate(() => document.activeElement!.textContent)
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('/')
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown')
    // The focus passes the headings of groups, and the list scrolls with it.
    const { top, bottom } = await page.evaluate(() => document.activeElement!.getBoundingClientRect())
    expect(await focused()).toMatch(/^\//)
    expect([top > 0, bottom <= 800]).toEqual([true, true])
    for (let step = 0; step < 31; step += 1) await page.keyboard.press('ArrowUp')
    expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toBe('Search the routes')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'The selected route' }).waitFor()
  })

  test('searches with a slash, which is a character in a field', async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    await open(page, 'helpers')
    const search = page.getByLabel('Search the helpers')
    await search.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('/')
    expect(await search.inputValue()).toBe('/')
    await search.fill('album')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.detail h2.mono').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows nothing for an address without a view, and says that a helper is gone', async () => {
    const page = await newPage()
    await open(page, 'nonsense')
    await page.getByRole('heading', { name: 'Nothing to show' }).waitFor()
    await open(page, 'helpers?name=goneParrotPath')
    await page.getByRole('heading', { name: 'This helper is not in the list' }).waitFor()
  })

  test('says who answers, and why each earlier route does not', async () => {
    const page = await newPage()
    await open(page, 'who')
    await page.getByLabel('Path or URL').fill('/photos/7/edit')
    const verdict = page.locator('.verdict')
    expect(await verdict.textContent()).toContain('photos#edit')
    expect(await verdict.locator('dl').textContent()).toContain(':id"7"')
    expect(await page.locator('.misses li').first().textContent()).toContain('has "comments", not "edit"')
    expect(page.url()).toContain('#/who?path=/photos/7/edit')
    await page.reload()
    await expect.poll(() => verdict.locator('h2').textContent()).toBe('photos#edit')

    await page.getByLabel('Verb', { exact: true }).selectOption('DELETE')
    await page.getByLabel('Path or URL').fill('/about')
    expect(await verdict.textContent()).toMatch(/No route matches.*The path supports GET/)
    await page.getByLabel('Path or URL').fill('/%zz')
    expect(await verdict.textContent()).toContain('Refused with 400')

    await page.getByLabel('Verb', { exact: true }).selectOption('GET')
    await page.getByLabel('Path or URL').fill('/abuot')
    await page.getByRole('button', { name: 'GET /about' }).click()
    await expect.poll(() => verdict.textContent()).toContain('Matched by')
    expect(page.url()).toContain('#/who?verb=GET&path=/about')

    declare(`  r.constraints({ subdomain: 'api' }, () => r.get('zebras', { to: 'api#zebras' }))`)
    await open(page, 'who?verb=GET&path=/zebras')
    await expect
      .poll(() => page.locator('.misses li').allTextContents())
      .toContainEqual(expect.stringContaining('subdomain'))
    await page.getByText('Host, address and headers').click()
    await page.getByLabel('Host', { exact: true }).fill('api.example.org')
    expect(await verdict.textContent()).toContain('api#zebras')
    await page.getByLabel('Headers, one a line').fill('accept: text/html')
    expect(await page.locator('.question code').textContent()).toBe(
      `curl --include --header 'accept: text/html' '${url}zebras'`,
    )
    // The question as a colleague gets it.
    const other = await newPage()
    await other.goto(page.url())
    await expect.poll(() => other.locator('.verdict h2').textContent()).toBe('api#zebras')
  })

  test('has every helper with its signature, and a form to try it', async () => {
    const page = await newPage()
    await open(page, 'helpers')
    await page.getByLabel('Search the helpers').fill('archive')
    await page.getByRole('link', { name: /^archivePath/ }).click()
    const detail = page.locator('.detail')
    expect(await detail.locator('pre').textContent()).toContain(
      'archivePath(year: Param, month: Param, options?: FormatPathOptions): string',
    )
    // The form starts with a value that the requirement allows.
    expect(await detail.locator('.value').textContent()).toBe('/archive/7777')
    await detail.getByLabel('year', { exact: true }).fill('7')
    expect(await detail.locator('.output').textContent()).toMatch(/year "7" is not .*d\{4\}/)
    await detail.getByLabel('year', { exact: true }).fill('2020')
    expect(await detail.locator('.value').textContent()).toBe('/archive/2020')
    await detail.getByLabel('month (optional)').fill('07')
    await detail.getByLabel('query').fill('page=2&q=a b')
    await detail.getByLabel('host (for the URL)').fill('example.org')
    expect(await detail.locator('.value').allTextContents()).toEqual([
      '/archive/2020/07?page=2&q=a+b',
      'http://example.org/archive/2020/07?page=2&q=a+b',
    ])
    expect(await detail.locator('.copyable code').first().textContent()).toBe(
      "archivePath({ year: '2020', month: '07' }, { query: { page: '2', q: 'a b' } })",
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await detail.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await detail.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/archive/2020/07?page=2&q=a+b')
    await detail.getByRole('link', { name: 'Show the match' }).first().click()
    expect(await page.locator('.verdict h2').textContent()).toBe('albums#archive')

    declare(`  r.direct('year', ['archive', { year: 2020 }])\n  r.direct('site', 'https://example.org/a')`)
    await open(page, 'helpers?name=yearPath')
    await expect.poll(() => detail.locator('.value').allTextContents()).toEqual(['/archive/2020'])
    expect(await detail.locator('pre').textContent()).toContain('yearUrl(options: OpenUrlOptions): string')
    await detail.getByLabel('month (optional)').fill('07')
    expect(await detail.locator('.copyable code').first().textContent()).toBe("yearPath({ month: '07' })")
    expect(await detail.locator('.value').textContent()).toBe('/archive/2020/07')
    await open(page, 'helpers?name=sitePath')
    await expect.poll(() => detail.locator('.value').allTextContents()).toEqual(['/a', 'https://example.org/a'])
  })

  test('marks an unreachable route, and proves it with a request and the earlier route', async () => {
    declare(`  r.get(':page', { to: 'pages#show', as: 'page' })\n  r.get('imprint', { to: 'pages#imprint' })`)
    const page = await newPage()
    await open(page, 'routes?only=unreachable')
    const mark = rows(page).getByRole('link', { name: 'unreachable' })
    await mark.click()
    await expect.poll(() => page.locator('.verdict h2').textContent()).toBe('pages#show')
    expect(page.url()).toContain('#/who?verb=GET&path=/imprint')
    await open(page, 'routes?route=GET /imprint')
    const warning = page.locator('.drawer .note')
    await expect
      .poll(() => warning.textContent())
      .toMatch(/earlier routes match all of its requests.*GET \/imprint.*\/:page/s)
    expect(await violationsInBothThemes(page)).toEqual([])
    await warning.getByRole('link', { name: 'GET /imprint' }).click()
    await expect.poll(() => page.locator('.verdict h2').textContent()).toBe('pages#show')
  })

  test('is the same page in a file', async () => {
    const { code } = await run(TURNOUT, ['inspect', '--out', 'table.html'], copy.root)
    expect(code).toBe(0)
    const page = await newPage()
    const complaints = complaintsOf(page)
    const file = pathToFileURL(path.join(copy.root, 'table.html')).href
    await page.goto(`${file}#/who?path=/abuot`)
    await page.locator('.verdict').getByText('No route matches').waitFor()
    for (const view of ['Routes', 'Helpers', 'Diagnostics']) {
      await page.goto(`${file}#/${view.toLowerCase()}`)
      await page.getByRole('region', { name: view }).waitFor()
    }
    expect(await page.locator('.status').textContent()).toBe('A file, not live')
    expect(complaints).toEqual([])
  })

  test('shows diagnostics with their lines, and the last good table', async () => {
    const page = await newPage()
    await open(page, 'diagnostics')
    await page.getByText('There are no problems').waitFor()
    declare(`  r.match('zebras', { to: 'zebras#index' })`)
    const problem = page.locator('.problem')
    await problem.waitFor()
    expect(await problem.textContent()).toMatch(/missing-via.*why.*fix.*see: \S+missing-via\.md/s)
    expect(await problem.locator('.here').textContent()).toContain(`r.match('zebras'`)
    expect(await page.getByRole('alert').textContent()).toContain('the last good table')
    // A click on the place opens the file.
    const asked = page.waitForRequest(/__open-in-editor/)
    await problem.getByRole('button', { name: 'routes.ts' }).click()
    expect(new URL((await asked).url()).searchParams.get('file')).toContain(ROUTES)
    await page.getByRole('link', { name: /^Routes/ }).click()
    await rows(page).first().waitFor()
    writeFileSync(path.join(copy.root, ROUTES), source)
    await page.getByRole('alert').waitFor({ state: 'hidden' })
  })

  test('shows an edit that it is told of while it reads what it shows already', async () => {
    const page = await newPage()
    let asked = 0
    await page.route('**/data.json', async (route) => {
      asked += 1
      const response = await route.fetch()
      // The second one is of the moment at which the page begins to listen.
      if (asked === 2) {
        const listener = await page.evaluateHandle(async () => {
          const events = new EventSource('events')
          await new Promise((resolve) => events.addEventListener('open', resolve))
          return { told: new Promise((resolve) => events.addEventListener('change', resolve)) }
        })
        declare(`  r.match('zebras', { to: 'zebras#index' })`)
        await listener.evaluate(({ told }) => told.then(() => {}))
      }
      await route.fulfill({ response })
    })
    await open(page, 'diagnostics')
    await page.locator('.problem').waitFor()
    expect(await page.locator('.problem').textContent()).toContain('missing-via')
  })

  test('dev-009, dev-010, dev-012: shows hostile texts as texts', async () => {
    const page = await newPage()
    const complaints = complaintsOf(page)
    declare(
      `  r.get('x/:id', { to: 'pages#home', as: 'hostile', id: /<svg onload=alert\\(1\\)>/, defaults: { x: ${JSON.stringify(MARKUP)} } })`,
    )
    await open(page, `routes?q=${encodeURIComponent('hostile')}`)
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page).locator('.stop').click()
    expect(await page.locator('.drawer').textContent()).toContain('<img src=x onerror=alert(1)>')
    await page.keyboard.press('Escape')
    expect(await rows(page).textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await rows(page).textContent()).toContain('<svg onload=alert')
    for (const view of [
      'routes?q=',
      'who?verb=GET&path=/',
      `who?host=${encodeURIComponent(MARKUP)}&path=/about&verb=`,
    ]) {
      await open(page, view + encodeURIComponent(MARKUP))
      await page.reload()
      await page.locator('main > section').waitFor()
    }
    writeFileSync(path.join(copy.root, ROUTES), `throw new Error(${JSON.stringify(MARKUP)})\n`)
    await open(page, 'diagnostics')
    await expect.poll(() => page.locator('.problem').textContent()).toContain(MARKUP)
    expect(await page.locator('main img, main svg[onload], main script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('dev-013: opens no file for an event on the socket for hot updates', async () => {
    const page = await newPage()
    const answers = await page.evaluate(
      async (address) => {
        const client = await (await fetch(new URL('@vite/client', address))).text()
        const [, token] = /wsToken = "([^"]+)"/.exec(client)!
        const messages: string[] = []
        /** A connection, when it has its first message. */
        const connect = async () => {
          const socket = new WebSocket(`${address.replace('http', 'ws')}?token=${token}`, 'vite-hmr')
          socket.addEventListener('message', ({ data }) => messages.push(String(data)))
          await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
          return socket
        }
        const socket = await connect()
        for (const event of ['routes:open-file', 'turnout:open-file']) {
          socket.send(JSON.stringify({ type: 'custom', event, data: { file: '/etc/passwd' } }))
        }
        await connect()
        return messages
      },
      await page.goto(url).then(() => url),
    )
    expect(answers.map((answer) => (JSON.parse(answer) as { type: string }).type)).toEqual(['connected', 'connected'])
  })

  test('breaks no rule of axe in either theme', async () => {
    declare(`  r.get('zebras', { to: 'zebras#index' })\n  r.get('zebras', { to: 'zebras#other', as: 'others' })`)
    for (const width of [1280, 700, 375]) {
      const page = await newPage()
      await page.setViewportSize({ width, height: 800 })
      for (const view of [
        'routes',
        'routes?route=PATCH /albums/:id',
        'who?verb=GET&path=/photos/7/edit',
        'who?verb=PUT&path=/none',
        'who?verb=GET&path=/abuot',
        'helpers?name=albumPath',
        'diagnostics',
        'nonsense',
      ]) {
        await open(page, view)
        await page.locator('main > .about').waitFor({ state: 'attached' })
        expect([view, await violationsInBothThemes(page)]).toEqual([view, []])
        // Nothing is wider than the screen.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }
  })
})
