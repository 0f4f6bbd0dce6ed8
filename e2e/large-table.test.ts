// A page of a dev server with a large table: edits reach the page without a reload.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeInBrowser, openConnected } from './browser.ts'
import { emptyProject, serve } from './project.ts'

const routeFile = (lines: readonly string[], imports = '') =>
  `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n${imports}\nexport default defineRoutes((r) => {\n${lines.join('\n')}\n})\n`

const widgets = (prefix: string) => Array.from({ length: 80 }, (_, index) => `  r.resources('${prefix}${index}s')`)

/** Routes of which one has a constraint of this name. */
const gadgets = (constraint: string) =>
  routeFile(
    [...widgets('gadget'), `  r.get('checked', { to: 'edits#checked', constraints: ${constraint} })`],
    `import { ${constraint} } from '../../src/checks.ts'\n`,
  )

const FILES = {
  'package.json': '{ "type": "module" }',
  'vite.config.js': `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }`,
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'config/routes.ts': routeFile([`  r.draw('widgets')`, `  r.draw('edited')`]),
  'config/routes/widgets.ts': routeFile(widgets('widget')),
  'config/routes/edited.ts': routeFile([`  r.get('first', { to: 'edits#show' })`]),
  'src/main.js': `import routes, { match } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
import './view.js'
globalThis.page = {
  finds: (path) => match('GET', path) !== null,
  names: () => manifest.routes.map(({ name }) => name),
  constraints: () => manifest.routes.flatMap(({ constraints }) => constraints.map(({ export: name }) => name)),
  widgets: () => { try { return routes['widget' + '1sPath']() } catch (error) { return error.message } },
}
// This module handles updates itself.
void import.meta.hot`,
  // Like a component: Vite evaluates it again after each edit, and it must then see the new table.
  'src/view.js': `import manifest from 'virtual:routes/manifest'
globalThis.viewed = manifest.routes.at(-1).pattern
import.meta.hot.accept()`,
}

interface PageGlobals {
  readonly viewed: string
  readonly page: { finds(path: string): boolean; names(): readonly (string | null)[]; widgets(): string }
}

describeInBrowser('a table of 640 routes', (newPage) => {
  test('continues in a page after edits', async () => {
    const { root } = emptyProject(FILES)
    const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
    const { url, server } = await serve(root)
    const page = await newPage()
    await openConnected(page, url)
    const inPage = async (name: string, ...args: readonly unknown[]) =>
      page.evaluate(
        ([name, args]) =>
          (globalThis as unknown as { page: Record<string, (...args: unknown[]) => unknown> }).page[name]!(...args),
        [name, args] as const,
      )
    await expect.poll(() => inPage('finds', '/first')).toBe(true)
    expect(await inPage('widgets')).toBe('/widget1s')
    // A reload would lose this.
    await page.evaluate(`globalThis.isMarked = true`)

    const viewed = () => page.evaluate(() => (globalThis as unknown as PageGlobals).viewed)
    write('config/routes/edited.ts', routeFile([`  r.get('second', { to: 'edits#show' })`]))
    await expect.poll(viewed).toBe('/second(.:format)')
    expect(await inPage('finds', '/second')).toBe(true)
    expect(await inPage('finds', '/first')).toBe(false)
    expect(await inPage('names')).toEqual(expect.arrayContaining(['widget1s', 'second']))
    expect(await inPage('names')).not.toContain('first')

    const third = `  r.get('third', { to: 'edits#show' })`
    // A mistake keeps the last good table.
    write('config/routes/edited.ts', routeFile([`  r.get(7)`]))
    await expect.poll(() => page.locator('vite-error-overlay').count()).toBe(1)
    expect(await inPage('finds', '/second')).toBe(true)
    write('config/routes/edited.ts', routeFile([third]))
    await expect.poll(viewed).toBe('/third(.:format)')
    await expect.poll(() => page.locator('vite-error-overlay').count()).toBe(0)

    // A module that is loaded later imports a helper that the first table lacks.
    write(
      'src/later.js',
      `import routes, { thirdPath } from 'virtual:routes'\nexport const paths = [thirdPath(), routes.thirdPath()]\nvoid import.meta.hot`,
    )
    const paths = await page.evaluate(`import('/src/later.js').then(({ paths }) => paths)`)
    expect(paths).toEqual(['/third', '/third'])

    // All routes change.
    write('src/checks.ts', 'export const before = () => true')
    write('config/routes/widgets.ts', gadgets('before'))
    await expect.poll(() => inPage('finds', '/gadget1s')).toBe(true)
    expect(await inPage('finds', '/third')).toBe(true)
    expect(await inPage('widgets')).toBe('widget1sPath: no route has this helper any more')
    write('config/routes/edited.ts', routeFile([third, `  r.get('fourth', { to: 'edits#show' })`]))
    await expect.poll(viewed).toBe('/fourth(.:format)')
    expect(await inPage('finds', '/gadget1s')).toBe(true)
    expect(await page.evaluate('globalThis.isMarked')).toBe(true)

    // A page that is opened now imports no function that was removed.
    write('src/checks.ts', 'export const after = () => true')
    write('config/routes/widgets.ts', gadgets('after'))
    await expect.poll(async () => (await inPage('constraints')) as unknown).toEqual(['after'])
    const second = await newPage()
    await openConnected(second, url)
    await expect
      .poll(() => second.evaluate(() => (globalThis as unknown as PageGlobals).viewed))
      .toBe('/fourth(.:format)')
    await server.close()
  })
})
