import { describe, expect, it } from 'vitest'
import { defineRoutes, redirect } from '../src/dsl.ts'
import { compileRoutes, type Manifest } from '../src/index.ts'
import { emitManifest } from '../src/phases/5-emit/emit-manifest.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { bundleWithRollup, bundleWithVite, gzipped, type EmittedModules } from './bundle.ts'

const COUNT = 5_000

type Builder = Parameters<Parameters<typeof defineRoutes>[0]>[0]

const isAsked = () => true

const NAMES = 'photos articles users tags comments sessions orders products reviews invoices'.split(' ')

function compile(resources: number): Manifest {
  const { manifest } = compileRoutes((r: { resources(...args: unknown[]): void }) => {
    for (let index = 0; index < resources; index++) r.resources(`widget${index}s`, { only: ['show'] })
  })
  return manifest!
}

const emit = (resources: number) => emitModule(compile(resources), { positions: false }).code

const big = emit(COUNT)
const bigManifest = emitManifest(compile(COUNT))
const one = emit(1)

const plainFile = emitModule(
  compileRoutes((r: Builder) => r.get('files/*path', { to: 'files#show', as: 'file' })).manifest!,
  { positions: false },
).code

/** The same helper in a table whose matcher has automata, tests, conditions, defaults, redirects and callables. */
const needy = emitModule(
  compileRoutes(
    (r: Builder) => {
      r.mount(() => {}, { at: '/blog', as: 'blog' })
      r.get('files/*path', { to: 'files#show', as: 'file' })
      r.get('x-:a-y', { to: 'x#y', as: 'inbetween' })
      r.get('word/:id', { to: 'x#y', as: 'word', id: /(?=a)\w+?\b/ })
      r.get('list/:id', { to: 'x#y', as: 'list', id: /a|b/, constraints: { subdomain: 'api', format: 'json' } })
      r.get('old/:id', { to: redirect('/x-%{id}-y'), as: 'old' })
      r.get('asked', { to: 'x#y', as: 'asked', constraints: isAsked, defaults: { tab: 'a' } })
    },
    { callables: 'by-name' },
  ).manifest!,
  { positions: false },
).code

const BUNDLERS = {
  'Vite 8': (entry: string, routes: string | EmittedModules) => bundleWithVite(entry, routes, true),
  'Rollup 4': bundleWithRollup,
}

/** How many routes' patterns a bundle holds. */
const patterns = (code: string) => new Set(code.match(/\/widget\d+s\b/g)).size

describe.each(Object.entries(BUNDLERS))('a bundle by %s', (_, bundle) => {
  it.each([
    ['by name', `import { widget42Path } from 'virtual:routes'\nexport const link = widget42Path(7)`],
    ['through the default import', `import routes from 'virtual:routes'\nexport const link = routes.widget42Path(7)`],
    ['through the namespace', `import * as routes from 'virtual:routes'\nexport const link = routes.widget42Path(7)`],
  ])('has one helper of 5,000 when one is imported %s', async (_how, entry) => {
    const code = await bundle(entry, big)
    expect(patterns(code)).toBe(1)
    expect(code).toContain('/widget42s')
    expect(code).not.toContain('controller')
    const { link } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { link: string }
    expect(link).toBe('/widget42s/7')
  })

  it('has nothing of the routes when nothing is used', async () => {
    const code = await bundle(
      `import routes, { widget1Path } from 'virtual:routes'\nimport manifest from 'virtual:routes/manifest'\nexport const x = 1`,
      { 'virtual:routes': big, 'virtual:routes/manifest': bigManifest },
    )
    expect(patterns(code)).toBe(0)
    expect(code.length).toBeLessThan(200)
  })

  it('has nothing of the matcher with one helper, whatever the routes need of it', async () => {
    const code = await bundle(`import { filePath } from 'virtual:routes'\nexport const link = filePath('a/b')`, needy)
    const plain = await bundle(
      `import { filePath } from 'virtual:routes'\nexport const link = filePath('a/b')`,
      plainFile,
    )
    // What stands for a callable of no module is for tests, and stays.
    expect(code.replace(/\(\{\w+\(\)\{\}\}\)\.\w+;/g, '')).toBe(plain)
  })

  it('has nothing of `matchAll` and `allowedMethods` with `match`, and one table with all of them', async () => {
    const bundled = (names: string) => bundle(`export { ${names} } from 'virtual:routes'`, needy)
    const code = await bundled('match')
    expect(code).not.toMatch(/function\s?\*|['"`]OPTIONS['"`]/)
    const all = await bundled('match, matchAll, allowedMethods')
    expect(all).toMatch(/function\s?\*/)
    expect(all).toMatch(/['"`]OPTIONS['"`]/)
    // A name that stands nowhere but in the table.
    const tables = (text: string) => text.split('inbetween').length - 1
    expect(tables(code)).toBe(1)
    expect(tables(all)).toBe(1)
    // The first walk is in `match` alone.
    for (const other of ['matchAll', 'allowedMethods']) expect((await bundled(other)).length).toBeLessThan(code.length)
  })

  it('has what makes params without an object literal only where the table has some', async () => {
    const match = (routes: string) => bundle(`export { match } from 'virtual:routes'`, routes)
    expect(await match(one)).not.toContain('Object.create')
    expect(await match(plainFile)).toContain('Object.create')
  })

  it('has nothing of groups, globs, defaults and requirements where the helper has none', async () => {
    const of = (routes: string, name: string) => bundle(`export { ${name} } from 'virtual:routes'`, routes)
    expect(await of(one, 'widget0Path')).not.toMatch(/toReversed|is not \$/)
    expect(await of(plainFile, 'filePath')).toMatch(/toReversed/)
    expect(await of(needy, 'listPath')).toMatch(/is not \$/)
  })

  it('has nothing of `urlDefaults` where it is not imported', async () => {
    const helpers = `export { filePath, fileUrl } from 'virtual:routes'`
    const [without, withDefaults] = [
      await bundle(helpers, plainFile),
      await bundle(`export { filePath, fileUrl, urlDefaults } from 'virtual:routes'`, plainFile),
    ]
    expect(without).not.toMatch(/format:\s*null/)
    expect(withDefaults).toMatch(/format:\s*null/)
  })

  it('has every route with `pathFor`', async () => {
    const code = await bundle(
      `import { pathFor } from 'virtual:routes'\nexport const link = pathFor('Widget7', { id: 1 })`,
      big,
    )
    expect(patterns(code)).toBe(COUNT)
    expect(code).not.toContain('controller')
  })
})

describe('bytes after gzip', () => {
  it('of the shared path builder stay below 2,180, those of a helper below 200', async () => {
    const size = async (names: string, routes: string, from = 'virtual:routes') => {
      const code = await bundleWithVite(`export { ${names} } from '${from}'`, routes, true)
      return { raw: code.length, gzip: gzipped(code) }
    }
    expect((await size('path', '', '@turnout/runtime')).gzip).toBeLessThan(2_180)
    // What groups, globs and defaults add, and what requirements do.
    expect((await size('path, patternRoute', '', '@turnout/runtime')).gzip).toBeLessThan(2_540)
    expect((await size('path, checkRequirements', '', '@turnout/runtime')).gzip).toBeLessThan(2_260)
    // What a host adds.
    expect((await size('path, url', '', '@turnout/runtime')).gzip).toBeLessThan(2_550)
    expect((await size('widget0Path', one)).gzip).toBeLessThan(2_230)
    const two = await size('widget41Path, widget42Path', big)
    const three = await size('widget41Path, widget42Path, widget43Path', big)
    expect(three.raw - two.raw).toBeLessThan(200)
    expect(three.gzip - two.gzip).toBeLessThan(50)
  })

  it('of `match` stay below 3,300 for resources, and below 4 a route for a thousand', async () => {
    const size = async (resources: number) => {
      const { manifest } = compileRoutes((r: Builder) => {
        for (let index = 0; index < resources; index++) r.resources(index === 0 ? 'photos' : `photos_of_${index}`)
      })
      const routes = emitModule(manifest!, { positions: false }).code
      return gzipped(await bundleWithVite(`export { match } from 'virtual:routes'`, routes, true))
    }
    const one = await size(1)
    expect(one).toBeLessThan(3_300)
    expect(((await size(125)) - one) / 1000).toBeLessThan(4)
  })

  it('of `match` in a browser stay below 1,600 for eight routes, 2,060 with a redirect, and below 9 a route', async () => {
    const size = async (resources: number, more: (r: Builder) => void = () => {}) => {
      const { manifest } = compileRoutes((r: Builder) => {
        for (const name of NAMES.slice(0, resources)) r.resources(name)
        more(r)
      })
      const routes = emitModule(manifest!, { positions: false, forBrowser: true }).code
      return gzipped(await bundleWithVite(`export { match } from 'virtual:routes'`, routes, true))
    }
    const one = await size(1)
    expect(one).toBeLessThan(1_600)
    expect(await size(1, (r) => r.get('old/:id', { to: redirect('/photos/%{id}') }))).toBeLessThan(2_060)
    expect(((await size(NAMES.length)) - one) / (8 * (NAMES.length - 1))).toBeLessThan(9)
  })
})
