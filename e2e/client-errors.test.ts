// A page that throws in a browser, in dev: the overlay and the terminal name the place, and the page recovers after the fix.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages, VITE } from '../packages/vite-plugin/test/built.ts'
import { describeInBrowser, openConnected } from './browser.ts'
import { startVite } from './dev-process.ts'
import { createStarter } from './starter.ts'

beforeAll(buildPackages)

/** An error of a component. */
const COMPONENT = [`{title} <small>`, `{(title as any).nope.length} <small>`] as const
const LOAD = [
  `if (album === undefined) throw`,
  `if (params.id === '2') throw new Error('no database')\n    if (album === undefined) throw`,
] as const

const KINDS = [
  {
    kind: 'react',
    name: 'a component of React',
    file: 'src/pages/albums.tsx',
    edit: COMPONENT,
    target: '/albums',
    message: /Cannot read properties of undefined \(reading 'length'\)/,
    page: '/albums (albums#index)',
    line: 25,
    heading: 'Albums',
  },
  {
    kind: 'vue',
    name: '`load`',
    file: 'src/pages/albums.ts',
    edit: LOAD,
    target: '/albums/2',
    message: /no database/,
    page: '/albums/2 (albums#show)',
    line: 7,
    heading: 'Over the pass',
  },
  {
    kind: 'vue',
    name: 'a template of Vue',
    file: 'src/pages/albums/index.vue',
    edit: [`{{ title }} <small>`, `{{ (title as any).nope.length }} <small>`],
    target: '/albums',
    message: /Cannot read properties of undefined \(reading 'length'\)/,
    page: '/albums (albums#index)',
    line: 13,
    heading: 'Albums',
  },
  {
    kind: 'vue',
    name: '`setup` of Vue, in a helper',
    file: 'src/pages/albums/index.vue',
    edit: [
      `import { albums } from '../../albums.ts'`,
      `import { albums } from '../../albums.ts'\nalbumPath('' as never)`,
    ],
    target: '/albums',
    message: /albumPath/,
    page: '/albums (albums#index)',
    line: 5,
    heading: 'Albums',
  },
] as const

describeInBrowser('an error in a page', (newPage) => {
  test.each(KINDS)('of $name is shown, printed once, and gone after the fix', async (example) => {
    const { kind, file, edit, target, message, line, heading } = example
    const root = createStarter({ kind, isTypeScript: true, hasDatabase: false })
    const { url, printed } = await startVite(`"${process.execPath}" "${VITE}"`, root)
    const source = path.join(root, file)
    const text = readFileSync(source, 'utf8')
    expect(text).toContain(edit[0])
    const page = await newPage()
    await openConnected(page, url)
    // Vite may reload the document for dependencies that it discovers on the way.
    await page.getByRole('link', { name: 'Albums', exact: true }).click()
    await page.getByRole('link', { name: /^Over the pass/ }).waitFor()
    await page.goBack()
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    await Promise.all([
      page.waitForEvent('console', (shown) => shown.text().includes('hot updated')),
      writeFileSync(source, text.replace(edit[0], edit[1])),
    ])
    await page.getByRole('link', { name: 'Albums', exact: true }).click()
    if (target !== '/albums') await page.getByRole('link', { name: /^Over the pass/ }).click()

    const overlay = page.locator('vite-error-overlay .window')
    const place = `${file}:${line}`
    await expect.poll(() => overlay.innerText()).toMatch(message)
    const shown = await overlay.innerText()
    expect(shown).toContain(`Page: ${example.page}`)
    expect(shown).toContain(place)
    expect(shown).toMatch(new RegExp(`\\b${line} +\\| `))
    // The rest of the document stays.
    expect(await page.locator('nav').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Something went wrong')
    await expect.poll(printed).toContain(place)
    expect(printed().split(example.page)).toHaveLength(2)

    writeFileSync(source, text)
    await expect.poll(() => page.locator('main h1').innerText()).toBe(heading)
    await expect.poll(() => overlay.allInnerTexts()).toEqual([])
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
  })
})

describeInBrowser('a renamed resource', (newPage) => {
  test.each(['react', 'vue'])('is reported once with all helpers and their new names in %s', async (kind) => {
    const root = createStarter({ kind, isTypeScript: true, hasDatabase: false })
    const { url } = await startVite(`"${process.execPath}" "${VITE}"`, root)
    const page = await newPage()
    await openConnected(page, url)
    await page.getByRole('heading', { name: 'Turnout + ' }).waitFor()
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    const routes = path.join(root, 'config/routes.ts')
    const text = readFileSync(routes, 'utf8')
    writeFileSync(routes, text.replace(`'albums'`, `'records'`))
    const overlay = page.locator('vite-error-overlay .window')
    await expect.poll(() => overlay.innerText()).toContain('`recordsPath` now.')
    const shown = await overlay.innerText()
    for (const [before, after] of [
      ['albumsPath', 'recordsPath'],
      ['albumPath', 'recordPath'],
      ['albumPhotoPath', 'recordPhotoPath'],
    ]) {
      expect(shown).toContain(`does not export \`${before}\`. It is \`${after}\` now.`)
    }
    // The document stays, and with it the overlay.
    await page.waitForTimeout(1000)
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)
    expect(await overlay.innerText()).toContain('`recordPath` now.')

    writeFileSync(routes, text)
    await page.getByRole('heading', { name: 'Turnout + ' }).waitFor()
    await expect.poll(() => overlay.allInnerTexts()).toEqual([])
    await page.getByRole('link', { name: 'Albums', exact: true }).click()
    await page.getByRole('heading', { name: 'Albums' }).waitFor()
  })
})
