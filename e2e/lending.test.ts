// A user's walk through an application in Vue whose server answers after different times: with pages that the server draws,
// and with pages that only the browser draws.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { toNodeHandler } from 'srvx/node'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser } from './browser.ts'
import { lendingApplication } from './lending/application.ts'
import { emptyProject } from './project.ts'
import { buildApplication } from './serving/hosts.ts'

beforeAll(buildPackages)

/** The header with which a page chooses the time of the server, in milliseconds. */
const DELAY = 'x-delay'

const DELAYS = [0, 20, 60, 100, 400]

const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(1234, 'photo') }

/** Serves a built application in this process. Only its actions and documents are late. */
async function serve(root: string): Promise<{ url: string; close: () => void }> {
  const file = pathToFileURL(path.join(root, 'dist/server/index.js')).href
  const { default: application } = (await import(/* @vite-ignore */ file)) as {
    default: { fetch: (request: Request) => Promise<Response> }
  }
  const handle = toNodeHandler(application.fetch) as RequestListener
  const server = createServer(async (request, response) => {
    const asset = path.join(root, 'dist/client', new URL(request.url!, 'http://localhost').pathname)
    if (asset.endsWith('.js') && existsSync(asset)) {
      response.setHeader('content-type', 'text/javascript')
      createReadStream(asset).pipe(response)
      return
    }
    await wait(Number(request.headers[DELAY] ?? 0))
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Walks through the application as one user. No page shows a heading of another page, and no document is loaded again. */
async function walk(page: Page, url: string, delay: number, isDrawn: boolean): Promise<void> {
  const errors: string[] = []
  const printed: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => /error|warning/.test(message.type()) && printed.push(message.text()))
  await page.setExtraHTTPHeaders({ [DELAY]: String(delay) })
  const user = `User${delay}`
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const click = (name: string) => link(name).click()
  const button = (name: string) => page.getByRole('button', { name }).click()
  const alerts = async (...texts: string[]) => expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(texts)
  /** Waits for a page, and compares its URL, its title and what a screen reader says. */
  const arrive = async (heading: string, target: string, title: string) => {
    const seen = () =>
      page.evaluate(() => ({
        heading: document.querySelector('h1')?.textContent,
        target: location.pathname + location.search,
        title: document.title,
        announced: document.querySelector('[aria-live]')?.textContent,
        isSame: 'isMarked' in window,
      }))
    await expect.poll(seen).toEqual({ heading, target, title, announced: title, isSame: true })
  }
  const rows = (...titles: string[]) => expect.poll(() => page.locator('li').allInnerTexts()).toEqual(titles)
  const openDocument = async (target: string) => {
    const response = (await page.goto(url + target))!
    await page.locator('h1').waitFor()
    // The components have taken over the document.
    await page.waitForFunction(
      () => '__vue_app__' in document.querySelector('#app')! && document.querySelector('[aria-live]'),
    )
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    return response
  }

  // The list, its pages and the search.
  expect((await openDocument('/')).status()).toBe(200)
  await rows('Drill 1', 'Saw 2', 'Drill 3')
  await click('Next')
  await arrive('Items', '/items?page=2', 'Items')
  await rows('Saw 4', 'Drill 5', 'Saw 6')
  await page.getByLabel('Search').fill('saw')
  await button('Find')
  await arrive('Items', '/items?q=saw', 'Items')
  await rows('Saw 2', 'Saw 4', 'Saw 6')
  await click('Saw 4')
  await arrive('Saw 4', '/items/4', 'Saw 4')
  await page.goBack()
  await arrive('Items', '/items?q=saw', 'Items')
  await page.goBack()
  await arrive('Items', '/items?page=2', 'Items')
  await rows('Saw 4', 'Drill 5', 'Saw 6')

  // A missing record, a redirect of the table, and an error.
  await click('Lost')
  await arrive('Nothing here', '/items/999', 'Page not found')
  await click('Shelf')
  await arrive('Items', '/items', 'Items')
  expect(printed.filter((text) => !text.includes('404'))).toEqual([])
  await click('Broken')
  await arrive('Something went wrong', '/broken', 'Something went wrong')
  expect(await page.locator('#status').innerText()).toBe('500')
  expect(printed.filter((text) => !/\b(?:404|500) \(/.test(text))).toHaveLength(1)

  // The guard redirects as fast as the server answers. Then the pending page is gone for good.
  await click('Account')
  const signIn = '/session/new?back=%2Faccount'
  await arrive('Sign in', signIn, 'Sign in')
  await button('Enter')
  await alerts('name: The name is missing', 'password: The password is wrong')
  await page.getByLabel('Name').fill(user)
  await page.getByLabel('Password').fill('wrong')
  await button('Enter')
  await alerts('password: The password is wrong')
  await page.getByLabel('Password').fill('secret')
  await button('Enter')
  await arrive(`Account of ${user}`, '/account', 'Account')

  // The session survives documents, and the new cookie of each request reaches the browser.
  const cookie = async () => (await page.context().cookies()).map(({ value }) => value).join()
  const earlier = await cookie()
  const account = await openDocument('/account')
  expect((await account.text()).includes(`Account of ${user}</h1>`)).toBe(isDrawn)
  await expect.poll(() => page.locator('h1').innerText()).toBe(`Account of ${user}`)
  await expect.poll(cookie).not.toBe(earlier)

  // A form with an upload.
  await click('Add')
  await arrive('New item', '/items/new', 'New item')
  await button('Save')
  await alerts('title: The title is too short')
  const title = `Ladder of ${user}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Photo').setInputFiles(PHOTO)
  await button('Save')
  await expect.poll(() => page.locator('h1').innerText()).toBe(title)
  expect(await page.locator('#size').innerText()).toBe('1234')
  expect(await page.evaluate(async () => (await fetch(`${location.pathname}/photo`)).text())).toBe(String(PHOTO.buffer))

  // A later click replaces a navigation that is on its way.
  await click('Account')
  await click('Items')
  await arrive('Items', '/items', 'Items')
  await click('Account')
  await arrive(`Account of ${user}`, '/account', 'Account')
  await button('Sign out')
  await arrive('Items', '/', 'Items')
  await click('Account')
  await arrive('Sign in', signIn, 'Sign in')
  await page.goBack()
  await arrive('Items', '/', 'Items')

  expect(errors).toEqual([])
}

/** 100 users open their account at once, and 100 others without a session are sent to the page for signing in. */
async function openAccounts(url: string): Promise<void> {
  const signIn = async (name: string) => {
    const body = JSON.stringify({ name, password: 'secret' })
    const response = await fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return response.headers.get('set-cookie')!.split(';')[0]!
  }
  const open = (cookie: string, number: number) =>
    fetch(`${url}/account`, {
      headers: { accept: 'text/html', cookie, [DELAY]: String(number % 7) },
      redirect: 'manual',
    })
  const cookies = await Promise.all(Array.from({ length: 100 }, (_, number) => signIn(`Reader${number}`)))
  const [accounts, strangers] = await Promise.all([
    Promise.all(cookies.map(open)),
    Promise.all(cookies.map((_, number) => open(`session=unknown${number}`, number))),
  ])
  const renewed = new Set(cookies)
  for (const [number, account] of accounts.entries()) {
    expect(/Account of \w+/.exec(await account.text())?.[0]).toBe(`Account of Reader${number}`)
    // One new cookie, which no other user has.
    const [cookie, ...more] = account.headers.getSetCookie()
    expect(more).toEqual([])
    renewed.add(cookie!.split(';')[0]!)
  }
  expect(renewed.size).toBe(200)
  for (const { status, headers } of strangers) {
    expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([302, '/session/new?back=%2Faccount', []])
  }
}

/** Compares the documents of some pages for a user without a session. */
async function openDocuments(page: Page, url: string, isDrawn: boolean): Promise<void> {
  const open = async (target: string) => {
    const response = (await page.goto(url + target))!
    const seen = () =>
      page.evaluate(() => [location.pathname + location.search, document.querySelector('h1')?.textContent])
    return { status: response.status(), seen, title: () => page.title() }
  }
  for (const [target, end, heading, title, drawnStatus] of [
    ['/account', '/session/new?back=%2Faccount', 'Sign in', 'Sign in', 200],
    ['/items/999', '/items/999', 'Nothing here', 'Page not found', 404],
    ['/broken', '/broken', 'Something went wrong', 'Something went wrong', 500],
    ['/shelf', '/items', 'Items', 'Items', 200],
  ] as const) {
    const { status, seen, title: titleOf } = await open(target)
    await expect.poll(seen).toEqual([end, heading])
    await expect.poll(titleOf).toBe(title)
    expect(status).toBe(isDrawn ? drawnStatus : 200)
  }
}

describeInBrowser('a walk through a lending application, with a server of 0 to 400 ms', (newPage) => {
  const servers: { readonly url: string; readonly close: () => void }[] = []
  const ends: (() => unknown)[] = []

  beforeAll(async () => {
    const starts = [true, false].map(async (isDrawn) => {
      const { root } = emptyProject(
        { 'package.json': '{ "type": "module", "private": true }', ...lendingApplication(isDrawn) },
        (end) => ends.push(end),
      )
      await buildApplication(root)
      return serve(root)
    })
    servers.push(...(await Promise.all(starts)))
  })
  afterAll(async () => {
    for (const { close } of servers) close()
    for (const end of ends) await end()
  })

  test.each([
    ['pages that the server draws', true],
    ['pages that the browser draws', false],
  ])('%s', async (_, isDrawn) => {
    const { url } = servers[isDrawn ? 0 : 1]!
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => print.mockRestore())
    const walks = DELAYS.map(async (delay) => {
      const page = await newPage()
      await walk(page, url, delay, isDrawn).catch((cause: unknown) => {
        throw new Error(`with a server of ${delay} ms, at ${page.url()}: ${String(cause)}`, { cause })
      })
    })
    await Promise.all([...walks, openDocuments(await newPage(), url, isDrawn)])
    if (isDrawn) await openAccounts(url)
    // The server prints the error of the document that it draws, and no other.
    expect(print).toHaveBeenCalledTimes(isDrawn ? 1 : 0)
  })
})
