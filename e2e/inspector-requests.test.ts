// The inspector's recent requests in a browser: what they show, and what other sites try.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violationsInBothThemes } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { emptyProject, serve } from './project.ts'

const MARKUP = '<img src=x onerror=alert(1)></script><svg onload=alert(1)>'

/** The same in a path, in which Node allows no spaces. */
const RAW_MARKUP = '/<img/src=x/onerror=alert(1)>?<svg/onload=alert(1)>'

const FILES = {
  'package.json': '{ "name": "requests", "type": "module" }',
  'vite.config.js': `import { turnout } from 'vite-plugin-turnout'
    export default { appType: 'custom', plugins: [turnout({ server: true, controllers: 'src/controllers', types: false })] }`,
  'config/routes.js': `export default (r) => {
    r.resources('notes')
    r.get('odd/:id', { to: 'notes#show', id: /<svg onload=alert\\(1\\)>/ })
  }`,
  'src/controllers/notes.js': `let count = 0
    export const index = () => new Response('notes ' + count)
    export const show = ({ params }) => Response.json({ id: params.id, markup: ${JSON.stringify(MARKUP)} }, { headers: { 'x-odd': '<b>bold</b>' } })
    export const create = () => { count += 1; return new Response(null, { status: 303, headers: { location: '/notes/1' } }) }
    export const update = () => new Response('updated')
    export const destroy = () => { count += 1; return new Response('destroyed') }
    export { show as edit }
    const add = () => new Response('new')
    export { add as new }`,
}

let url: string

beforeAll(() => buildPackages())

/** Starts the application, for one test. */
async function start(): Promise<void> {
  ;({ url } = await serve(emptyProject(FILES).root))
}

const open = (page: Page, address: string) => page.goto(`${url}__turnout/#/${address}`)
const ask = (path: string, options?: RequestInit) => fetch(new URL(path, url), { redirect: 'manual', ...options })

/** Sends a path that no client has encoded. */
const askRaw = (path: string) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    get({ hostname, port, path }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })
const countOf = async () => Number((await (await ask('/notes')).text()).split(' ')[1])

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  // The browser logs each response with an error status.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}

describeInBrowser('the requests of the inspector', (newPage) => {
  test('lists requests live, with their routes and the reasons of similar routes', async () => {
    await start()
    const page = await newPage()
    const complaints = complaintsOf(page)
    await open(page, 'requests')
    await page.getByText('No requests yet').waitFor()
    await ask('/notes/7?token=1', { headers: { cookie: 'session=secret', authorization: 'secret' } })
    await ask('/notse')
    await ask('/notes/7', { method: 'POST', body: 'secret' })
    await askRaw(RAW_MARKUP)
    const list = page.locator('.item')
    await expect.poll(() => list.count()).toBe(4)
    const texts = await list.allTextContents()
    expect(texts[3]).toMatch(/^GET\/notes\/7[\d.]+ m?s200notes#show$/)
    expect(texts[2]).toMatch(/^GET\/notse[\d.]+ m?s404no route/)
    expect(texts[1]).toMatch(/^POST\/notes\/7[\d.]+ m?s405no route/)

    const detail = page.getByRole('region', { name: 'The selected request' })
    await list.nth(1).click()
    await expect.poll(() => detail.textContent()).toMatch(/No route matches.*\/notes\/:id.*is for GET, not for POST/)
    await list.nth(2).click()
    await expect.poll(() => detail.textContent()).toMatch(/Did you mean\?GET \/notes notes#index/)
    await list.nth(3).click()
    await expect.poll(() => detail.textContent()).toContain('notes#show')
    expect(await detail.getByRole('button', { name: /notes\.js/ }).count()).toBe(1)
    await list.first().click()
    await expect.poll(() => detail.textContent()).toContain(RAW_MARKUP)
    expect(await page.locator('main img, main svg[onload]').count()).toBe(0)

    await page.getByLabel('Search the requests').fill('405')
    expect(await list.count()).toBe(1)
    await page.getByLabel('Search the requests').fill('')
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await list.count()).toBe(0)
    await ask('/notes')
    await expect.poll(() => list.count()).toBe(1)
    const json = await (await ask('/__turnout/requests.json')).text()
    expect(json).toContain('/notes/7?token=1')
    expect(json).not.toContain('secret')
    expect(complaints).toEqual([])
  })

  test('filters requests by status, and pauses, with the keyboard on a phone', async () => {
    await start()
    const page = await newPage()
    await page.setViewportSize({ width: 375, height: 812 })
    await open(page, 'requests')
    for (const path of ['/notes', '/notes/7', '/notse']) await ask(path)
    await ask('/notes', { method: 'POST' })
    const list = page.locator('.item')
    await expect.poll(() => list.count()).toBe(4)
    const filters = page.locator('.list .tools button')
    expect(await filters.allTextContents()).toEqual(['Pause', 'Clear', '2xx 2', '3xx 1', '4xx 1'])
    const press = async (name: string) => {
      await page.getByRole('button', { name }).press('Enter')
      return page.getByRole('button', { name, pressed: true }).count()
    }
    expect(await press('4xx')).toBe(1)
    expect(await list.allTextContents()).toEqual([expect.stringContaining('/notse')])
    expect(await press('3xx')).toBe(1)
    await expect.poll(() => page.locator('.found').textContent()).toBe('2 of 4 requests')
    expect(page.url()).toContain('status=4xx%2C3xx')
    await page.getByLabel('Search the requests').fill('nothing')
    await page.getByText('No request matches the search').waitFor()
    await page.getByLabel('Search the requests').fill('')
    expect([await press('3xx'), await press('4xx'), await press('Pause')]).toEqual([0, 0, 1])
    const other = await newPage()
    await open(other, 'requests')
    await ask('/notes/8')
    await expect.poll(() => other.locator('.item').count()).toBe(5)
    expect(await list.count()).toBe(4)
    await press('Clear')
    await page.getByText('The list is paused').waitFor()
    expect(await press('Pause')).toBe(0)
    await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining('/notes/8')])
  })

  test('is closed to pages of other origins', async () => {
    await start()
    await ask('/notes/7?token=very-secret')
    const target = url.replace('127.0.0.1', 'localhost')
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>evil</title><iframe></iframe>')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const page = await newPage()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    for (const address of [url, target]) {
      const results = await page.evaluate(async (base) => {
        const read = async (mode: RequestMode) => {
          try {
            const response = await fetch(`${base}__turnout/requests.json`, { mode, credentials: 'include' })
            return `${response.type} ${await response.text()}`
          } catch {
            return 'failed'
          }
        }
        const events = await new Promise((resolve) => {
          const source = new EventSource(`${base}__turnout/events`)
          source.addEventListener('open', () => resolve('open'))
          source.addEventListener('error', () => resolve('failed'))
        })
        return { cors: await read('cors'), noCors: await read('no-cors'), events }
      }, address)
      expect(results.cors).toBe('failed')
      expect(results.noCors).not.toContain('very-secret')
      expect(results.events).toBe('failed')
      // A frame of another origin shows no inspector, so that no click in it can be stolen.
      await page.evaluate((base) => {
        const frame = document.createElement('iframe')
        frame.src = `${base}__turnout/#/who?verb=DELETE&path=/notes/1`
        document.querySelector('iframe')!.replaceWith(frame)
      }, address)
      const frame = () => page.frames().find((candidate) => candidate.parentFrame() !== null && !candidate.isDetached())
      await expect.poll(() => frame()?.url()).toMatch(/^chrome-error:/)
      expect(await frame()!.locator('.question').count()).toBe(0)
    }
    expect(await countOf()).toBe(0)
  })

  test('breaks no rule of axe in either theme', async () => {
    await start()
    await ask('/notes/7')
    await ask('/notse')
    for (const width of [1280, 700, 375]) {
      const page = await newPage()
      await page.setViewportSize({ width, height: 800 })
      for (const view of ['requests', 'requests?id=2', 'routes?route=PATCH /notes/:id', 'who?verb=GET&path=/notes/7']) {
        await open(page, view)
        await page.locator('main > section').waitFor()
        expect([view, await violationsInBothThemes(page)]).toEqual([view, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }
  })
})
