// An application that routes in the browser: while it is developed, and built.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { createLogger, type Logger } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { buildAndPreview, copyProject, serve } from './project.ts'

const ROUTES = 'config/routes.ts'
const ROUTER = 'src/router.ts'
const ABOUT = `r.get('about', { to: 'pages#about' })`

beforeAll(buildPackages)

/** The address of the link of that name in the header. */
const link = (page: Page, name: string) => page.locator('#header').getByRole('link', { name, exact: true })
const hrefOf = (page: Page, name: string) => link(page, name).getAttribute('href')
const title = (page: Page) => page.locator('h1').textContent()

/** Marks the page, and tells if it is still the same one: a reload would take the mark away. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  return () => page.evaluate(() => 'isMarked' in window)
}

const overlay = (page: Page) => page.locator('vite-error-overlay')

describeInBrowser('an application in the browser, in development', (newPage) => {
  test('shows an edit of a route without a reload', async () => {
    const copy = copyProject('examples/browser')
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    expect(await hrefOf(page, 'About')).toBe('/about')
    const isSame = await mark(page)
    const aboutAt = (segment: string) => `r.get('${segment}', { to: 'pages#about', as: 'about' })`
    for (const [before, segment] of [
      [ABOUT, 'about-us'],
      [aboutAt('about-us'), 'who-we-are'],
    ] as const) {
      copy.edit(ROUTES, before, aboutAt(segment))
      await expect.poll(() => hrefOf(page, 'About')).toBe(`/${segment}`)
    }
    // `match`, which the router holds, knows the path as well.
    await link(page, 'About').click()
    await expect.poll(() => page.url()).toBe(new URL('/who-we-are', url).href)
    expect(await title(page)).not.toBe('Not found')
    // An edit of a drawn file, of which the page holds a link.
    copy.edit(
      'config/routes/admin.ts',
      `admin.root('dashboard#show')`,
      `admin.get('home', { to: 'dashboard#show', as: 'root' })`,
    )
    await expect.poll(() => hrefOf(page, 'Admin')).toBe('/admin/home')
    expect(await isSame()).toBe(true)
  })

  test('shows an error in an overlay, and takes it away when it is mended, without a reload', async () => {
    const copy = copyProject('examples/browser')
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    const isSame = await mark(page)
    copy.edit(ROUTES, ABOUT, `r.match('about', { to: 'pages#about' })`)
    await overlay(page).waitFor()
    const text = (await overlay(page).locator('.window').textContent())!
    expect(text).toContain('[missing-via]')
    expect(text).toContain('config/routes.ts:6:5')
    expect(text).toMatch(/6 \|\s+r\.match\('about'/)
    // A click opens what the error is explained in.
    const links = await overlay(page).locator('.stack a').allTextContents()
    expect(links).toContainEqual(expect.stringMatching(/vite-plugin-turnout\/docs\/diagnostics\/missing-via\.md:1:1$/))
    // Until then the last good table answers.
    expect(await hrefOf(page, 'About')).toBe('/about')
    copy.edit(ROUTES, 'r.match(', 'r.get(')
    await overlay(page).waitFor({ state: 'detached' })
    // Mended with another table: the overlay goes, and the page shows it.
    copy.edit(ROUTES, ABOUT, `boom()`)
    await overlay(page).waitFor()
    copy.edit(ROUTES, 'boom()', `r.get('us', { to: 'pages#about', as: 'about' })`)
    await overlay(page).waitFor({ state: 'detached' })
    await expect.poll(() => hrefOf(page, 'About')).toBe('/us')
    expect(await isSame()).toBe(true)
  })

  test('recovers by itself where the first load failed', async () => {
    const copy = copyProject('examples/browser')
    copy.edit(ROUTES, ABOUT, `r.match('about', { to: 'pages#about' })`)
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    await overlay(page).waitFor()
    expect(await overlay(page).locator('.window').textContent()).toContain('config/routes.ts:6:5')
    copy.edit(ROUTES, 'r.match(', 'r.get(')
    await link(page, 'About').waitFor()
    await overlay(page).waitFor({ state: 'detached' })
  })

  test('shows an error that reads like HTML as text', async () => {
    const copy = copyProject('examples/browser')
    const { url } = await serve(copy.root)
    const page = await newPage()
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await openConnected(page, url)
    copy.edit(ROUTES, ABOUT, `throw new Error('</script><img src=x onerror=alert(1)>')`)
    await overlay(page).waitFor()
    expect(await overlay(page).locator('.window').textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await overlay(page).locator('img').count()).toBe(0)
    expect(dialogs).toEqual([])
  })

  test('shows in an overlay that routes have lost a helper, and heals when it is back', async () => {
    const copy = copyProject('examples/browser')
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    const isSame = await mark(page)
    copy.edit(ROUTES, ABOUT, `r.get('abuot', { to: 'pages#about' })`)
    // The module that imports it has no boundary of its own, so the page is reloaded.
    await expect.poll(() => isSame().catch(() => null)).toBe(false)
    await overlay(page).waitFor()
    const text = await overlay(page).locator('.window').textContent()
    expect(text).toContain('`virtual:routes` does not export `aboutPath`. It is `abuotPath` now.')
    copy.edit(ROUTES, 'abuot', 'about')
    await expect.poll(() => link(page, 'About').count()).toBe(1)
    await overlay(page).waitFor({ state: 'detached' })
  })

  test('shows a misspelt helper in an overlay, on the first load and after an edit, and heals', async () => {
    const copy = copyProject('examples/browser')
    const misspell = (right: string, wrong: string) => {
      // TypeScript drops an import that nothing uses.
      copy.edit(ROUTER, `adminRootPath, ${right},`, `adminRootPath, ${wrong},`)
      copy.edit(ROUTER, `link(${right}()`, `link(${wrong}()`)
    }
    misspell('aboutPath', 'abuotPath')
    const { url } = await serve(copy.root)
    const page = await newPage()
    await openConnected(page, url)
    const text = () => overlay(page).locator('.window').textContent()
    await overlay(page).waitFor()
    expect(await text()).toContain('Did you mean `aboutPath`?')
    expect(await text()).toContain(ROUTER)
    misspell('abuotPath', 'aboutPath')
    await link(page, 'About').waitFor()
    await overlay(page).waitFor({ state: 'detached' })
    misspell('aboutPath', 'abuotPath')
    await overlay(page).waitFor()
    expect(await text()).toContain('Did you mean `aboutPath`?')
    misspell('abuotPath', 'aboutPath')
    await link(page, 'About').waitFor()
    await overlay(page).waitFor({ state: 'detached' })
  })
})

describeInBrowser('an application in the browser, in development by a bundler', (newPage) => {
  const bundled = { experimental: { bundledDev: true } }

  /** Vite reloads the first page once, when the bundle is there. */
  async function openBundled(page: Page, url: string): Promise<void> {
    await page.goto(url)
    await link(page, 'About').waitFor()
  }

  test('shows an edit of a route and of a drawn file without a reload, and errors in an overlay', async () => {
    const copy = copyProject('examples/browser')
    const { url } = await serve(copy.root, bundled)
    const page = await newPage()
    await openBundled(page, url)
    const isSame = await mark(page)
    copy.edit(ROUTES, ABOUT, `r.get('about-us', { to: 'pages#about', as: 'about' })`)
    await expect.poll(() => hrefOf(page, 'About')).toBe('/about-us')
    copy.edit(
      'config/routes/admin.ts',
      `admin.root('dashboard#show')`,
      `admin.get('home', { to: 'dashboard#show', as: 'root' })`,
    )
    await expect.poll(() => hrefOf(page, 'Admin')).toBe('/admin/home')
    copy.edit(ROUTES, `r.get('about-us'`, `r.match('about-us'`)
    await overlay(page).waitFor()
    expect(await overlay(page).locator('.window').textContent()).toContain('[missing-via]')
    copy.edit(ROUTES, `r.match('about-us'`, `r.get('who'`)
    await overlay(page).waitFor({ state: 'detached' })
    await expect.poll(() => hrefOf(page, 'About')).toBe('/who')
    expect(await isSame()).toBe(true)
  })

  test('recovers by itself where the first load failed', async () => {
    const copy = copyProject('examples/browser')
    copy.edit(ROUTES, ABOUT, `r.match('about', { to: 'pages#about' })`)
    const errors: string[] = []
    const customLogger: Logger = { ...createLogger('silent'), error: (text) => void errors.push(text) }
    const { url } = await serve(copy.root, { ...bundled, customLogger })
    const page = await newPage()
    await openConnected(page, url)
    await overlay(page).waitFor()
    // The bundler watches the files from the end of its first bundle.
    await expect.poll(() => errors.join('\n')).toContain('Build error')
    copy.edit(ROUTES, 'r.match(', 'r.get(')
    // It can begin to watch after this edit, so the file is saved again until the bundler notices.
    const saveAgain = async () => {
      copy.edit(ROUTES, 'r.get(', 'r.get(')
      return link(page, 'About').count()
    }
    await expect.poll(saveAgain, { interval: 2_000 }).toBe(1)
    await overlay(page).waitFor({ state: 'detached' })
  })
})

describeInBrowser('an application in the browser, built', (newPage) => {
  test('leads from link to link', async () => {
    const { root } = copyProject('examples/browser')
    const url = await buildAndPreview(root)
    const page = await newPage()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(url)
    await link(page, 'Albums').click()
    await expect.poll(() => page.url()).toBe(new URL('/albums', url).href)
    await page.locator('#main a[href^="/albums/"]').first().click()
    await expect.poll(() => page.url()).toMatch(/\/albums\/\d+$/)
    await page.locator('#main a[href^="/photos/"]').first().click()
    await expect.poll(() => page.url()).toMatch(/\/photos\/\d+$/)
    await page.goto(new URL('/pictures/1', url).href)
    // A redirect of the route table.
    await expect.poll(() => page.url()).toBe(new URL('/photos/1', url).href)
    await page.goto(new URL('/nowhere', url).href)
    await expect.poll(() => title(page)).toBe('Not found')
    // It shows places in the route files, and everything in this folder may be published.
    expect(existsSync(path.join(root, 'dist/.vite/routes-manifest.json'))).toBe(false)
    expect(errors).toEqual([])
  })
})
