// The samples of the pages about React, Vue, Svelte and Solid, as applications in a browser.
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { violations } from './axe.ts'
import { describeInBrowser } from './browser.ts'
import { filesOfPage } from './pages.ts'
import { buildAndPreview, emptyProject, serve } from './project.ts'

beforeAll(buildPackages)

async function start(root: string, isBuilt: boolean): Promise<string> {
  if (!isBuilt) return (await serve(root)).url
  return buildAndPreview(root)
}

const newApplication = (name: string) =>
  emptyProject({ 'package.json': '{ "type": "module", "private": true }', ...filesOfPage(name) }).root

describeInBrowser('applications with components of the plugin', (newPage) => {
  test.each(['react', 'vue'])('%s', async (name) => {
    const { url } = await serve(newApplication(name))
    const page = await newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.route('**/api/photos/*', (route) =>
      route.request().url().endsWith('/7') ? route.fulfill({ json: { title: 'Fog' } }) : route.fulfill({ status: 404 }),
    )
    await page.goto(new URL('/photos/7', url).href)
    await page.getByRole('heading', { name: '7: Fog' }).waitFor()
    expect(await page.title()).toBe('Fog')
    await page.getByRole('navigation').getByRole('link', { name: 'Photos' }).click()
    await expect.poll(() => page.title()).toBe('Photos')
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Photos')
    expect(await violations(page, ['link-name', 'html-has-lang', 'document-title'])).toEqual([])
    await page.goto(new URL('/photos/8', url).href)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(errors).toEqual([])
  })
})

describeInBrowser('applications without components of the plugin', (newPage) => {
  test.each([
    ['svelte', 'in development', false],
    ['svelte', 'built', true],
    ['solid', 'in development', false],
    ['solid', 'built', true],
  ] as const)('%s, %s', async (name, _mode, isBuilt) => {
    const url = await start(newApplication(name), isBuilt)
    const page = await newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url)
    await page.getByRole('heading', { name: 'Photos' }).waitFor()
    expect(await page.locator('[aria-current]').innerText()).toBe('Photos')
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => Object.assign(document.querySelector('nav')!, { isMarked: true }))
    await page.getByRole('link', { name: 'Photo 7' }).click()
    await page.getByRole('heading', { name: 'Photo 7' }).waitFor()
    expect([new URL(page.url()).pathname, await page.title()]).toEqual(['/photos/7', 'Photo 7'])
    expect(await page.locator('[aria-current]').count()).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: 'An unknown photo' }).click()
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    // The layout has stayed mounted.
    expect(await page.evaluate(() => 'isMarked' in document.querySelector('nav')!)).toBe(true)
    expect(errors).toEqual([])
  })
})
