// The bytes of `virtual:routes/navigation` in a bundle.
import { expect, test } from 'vitest'
import { defineRoutes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { emitNavigation } from '../src/phases/5-emit/emit-navigation.ts'
import { emitPages } from '../src/phases/5-emit/emit-pages.ts'
import { bundleWithVite, gzipped, type EmittedModules } from './bundle.ts'

const { manifest } = compileRoutes(defineRoutes((r) => r.resources('photos', { only: ['index', 'show'] })))
const pages = new Map([['photos', '/src/pages/photos.ts']])
const actionsWithPage = new Set(['photos#index', 'photos#show'])
const modules: EmittedModules = {
  'virtual:routes': emitModule(manifest!, { positions: false }).code,
  'virtual:routes/pages': emitPages(manifest!, { pages }),
  'virtual:routes/navigation': emitNavigation(manifest!, { pages, actionsWithPage }),
}

const bundle = (entry: string) => bundleWithVite(entry, modules, true)
const navigation = (names: string) =>
  bundle(`export { match } from 'virtual:routes'\nexport { ${names} } from 'virtual:routes/navigation'`)

test('the navigation adds less than 4,550 bytes (gzip) to `match` and the loading of pages', async () => {
  const pagesBundle = await bundle(
    `export { match } from 'virtual:routes'\nexport { load, subscribe } from 'virtual:routes/pages'`,
  )
  const core = gzipped(await navigation('current, navigate, start, subscribe'))
  expect(core - gzipped(pagesBundle)).toBeLessThan(4_550)
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
