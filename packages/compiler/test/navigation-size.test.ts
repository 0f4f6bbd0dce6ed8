// The bytes of `virtual:routes/navigation` in a bundle.
import { expect, test } from 'vitest'
import { defineRoutes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { writeOutput } from '../src/phases/5-emit/outputs.ts'
import { bundleWithVite, gzipped, type EmittedModules } from './bundle.ts'

const { manifest } = compileRoutes(defineRoutes((r) => r.resources('photos', { only: ['index', 'show'] })))
const settings = {
  positions: false,
  pages: { pages: new Map([['photos', '/src/pages/photos.ts']]) },
  actionsWithPage: new Set(['photos#index', 'photos#show']),
}
const modules: EmittedModules = Object.fromEntries(
  (['module', 'pages', 'navigation'] as const).map((output) => {
    const [{ name, content }] = writeOutput(output, manifest!, settings)
    return [name, content]
  }),
)

const bundle = (entry: string) => bundleWithVite(entry, modules, true)
const navigation = (names: string) =>
  bundle(`export { match } from 'virtual:routes'\nexport { ${names} } from 'virtual:routes/navigation'`)

test('the navigation adds less than 4,450 bytes (gzip) to `match` and the loading of pages', async () => {
  const pages = await bundle(
    `export { match } from 'virtual:routes'\nexport { load, subscribe } from 'virtual:routes/pages'`,
  )
  const core = gzipped(await navigation('current, navigate, start, subscribe'))
  expect(core - gzipped(pages)).toBeLessThan(4_450)
})

test('a bundle has nothing of the functions that it does not import', async () => {
  const code = await navigation('current, navigate, start, subscribe')
  expect(code).not.toMatch(
    /IntersectionObserver|startViewTransition|beforeunload|confirm|searchParams\.delete|localhost/,
  )
  const whole = await navigation(
    'beforeLeave, current, navigate, open, prefetchLinks, setSearch, start, subscribe, viewTransition',
  )
  for (const name of [
    'IntersectionObserver',
    'startViewTransition',
    'beforeunload',
    'confirm',
    'searchParams.delete',
    'localhost',
  ]) {
    expect(whole).toContain(name)
  }
  const unused = await bundle(`import { start } from 'virtual:routes/navigation'\nexport const x = 1`)
  expect(unused.length).toBeLessThan(200)
})
