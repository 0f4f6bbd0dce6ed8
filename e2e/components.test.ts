// The examples for React and Vue in a browser, as projects that install the packed packages: Vite's optimizer bundles the
// packages that an application installs, and the navigation must stay one instance.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser } from './browser.ts'
import { outside, pnpm, usePacked } from './packed.ts'
import { configOf, serve } from './project.ts'

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url))
const made = outside('components')

/** Installs a copy of an example outside of the repository. */
async function install(name: string): Promise<string> {
  const root = path.join(made.folder, name)
  cpSync(path.join(EXAMPLES, name), root, {
    recursive: true,
    filter: (file) => !/^(?:node_modules|dist)\b/.test(path.relative(path.join(EXAMPLES, name), file)),
  })
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), 'packages: []\n')
  usePacked(root, made.tarballs)
  await pnpm(root, 'install', '--prefer-offline', '--no-frozen-lockfile')
  return root
}

describeInBrowser('components', (newPage) => {
  test.each(['react', 'vue'])('the example %s shows its pages in dev and in a build', async (name) => {
    const root = await install(name)
    /** Clicks through the pages. Returns the errors. */
    const visitPages = async (url: string): Promise<readonly string[]> => {
      const page = await newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
      })
      const heading = () => page.locator('h1').innerText()
      await page.goto(url)
      await expect.poll(heading, { timeout: 60_000 }).toMatch(/^Turnout \+ /)
      await page.evaluate(() => Object.assign(window, { isMarked: true }))
      await page.getByRole('link', { name: 'Albums', exact: true }).click()
      await expect.poll(heading).toBe('Albums')
      expect(await page.locator('[aria-current=page]').innerText()).toBe('Albums')
      await page.getByText('Over the pass').click()
      await expect.poll(heading).toBe('Over the pass')
      await page.getByText('Larches').click()
      await expect.poll(heading).toBe('Larches')
      expect(new URL(page.url()).pathname).toBe('/albums/2/photos/1')
      await page.goBack()
      await expect.poll(heading).toBe('Over the pass')
      expect(await page.title()).toBe('Over the pass')
      expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
      await page.goto(new URL('/albums/7', url).href)
      await expect.poll(heading).toBe('Page not found')
      return errors
    }

    const { url, server } = await serve(root)
    expect(await visitPages(url)).toEqual([])
    const prebundled = Object.keys(server.environments.client.depsOptimizer!.metadata.optimized)
    expect(prebundled).toContain(name)
    expect(prebundled.filter((dependency) => dependency.includes('turnout'))).toEqual([])

    await build(configOf(root))
    const built = await preview(configOf(root))
    onTestFinished(() => built.close())
    expect(await visitPages(built.resolvedUrls!.local[0]!)).toEqual([])
    const { stdout } = await pnpm(root, 'run', 'test')
    expect(stdout).toMatch(/3 passed/)
    expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('<div id="app">')
  })
})
