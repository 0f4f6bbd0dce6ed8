import { describe, expect, it } from 'vitest'
import type { Routes } from '../src/dsl.ts'
import { compileRoutes, type CallableReference, type Diagnostic, type Manifest } from '../src/index.ts'
import { compileProject } from '../src/compile.ts'
import { constantHelpers } from '../src/phases/5-emit/constant-helpers.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { emitTypes } from '../src/phases/5-emit/emit-types.ts'
import { loadModule } from './load-module.ts'
import { typeCheck } from './type-check.ts'

const basketUrl = (id: number, options: object = {}) => ['photo', id, options]
const commentUrl = (comment: { id: number }, options: object) => ['photo', comment.id, options]
const today = () => '/today'

const EXPORTED = new Map<object, CallableReference>([
  [basketUrl, { module: 'src/urls.ts', export: 'basketUrl' }],
  [commentUrl, { module: 'src/urls.ts', export: 'commentUrl' }],
  [today, { module: 'src/urls.ts', export: 'today' }],
])

const compile = (
  block: (r: Routes) => void,
): Promise<{ manifest: Manifest | null; diagnostics: readonly Diagnostic[] }> =>
  compileProject(
    { file: 'config/routes.ts', block },
    {
      draw: async () => ({ file: 'config/routes/a.ts', block: () => {} }),
      locate: () => null,
      identify: (callable) => EXPORTED.get(callable) ?? null,
    },
  )

describe('direct and resolve with functions', () => {
  it('name those that a module exports, and call the others when the routes are compiled', async () => {
    const { manifest, diagnostics } = await compile((r) => {
      r.resources('photos')
      r.direct('basket', basketUrl)
      r.direct('today', today)
      r.direct('tomorrow', () => '/tomorrow')
      r.direct('photo_list', () => ['photos', { anchor: 'top' }])
      r.resolve('Comment', 'Reply', commentUrl)
      r.resolve('Photo', () => ['photo'])
    })
    expect(diagnostics).toEqual([])
    expect(manifest!.directs.map(({ name, target }) => [name, target])).toEqual([
      ['basket', { callable: { module: 'src/urls.ts', export: 'basketUrl' } }],
      ['today', { callable: { module: 'src/urls.ts', export: 'today' } }],
      ['tomorrow', '/tomorrow'],
      ['photo_list', { route: 'photos', options: { anchor: 'top' } }],
    ])
    const callable = { module: 'src/urls.ts', export: 'commentUrl' }
    expect(manifest!.resolves).toEqual([
      { model: 'Comment', callable, location: null },
      { model: 'Reply', callable, location: null },
      { model: 'Photo', route: 'photo', options: {}, location: null },
    ])
  })

  it('redefine the helper where they repeat a name, and warn', async () => {
    const { manifest, diagnostics } = await compile((r) => {
      r.direct('help', 'https://example.org/help')
      r.direct('home', '/')
      r.direct('help', 'https://example.org/support')
    })
    expect(diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      ['warning', 'redefined-direct', '`direct` redefines `help`.'],
    ])
    const module = loadModule(emitModule(manifest!).code)
    expect((module['helpUrl'] as () => string)()).toBe('https://example.org/support')
    expect(manifest!.directs.map(({ name }) => name)).toEqual(['help', 'home'])
  })

  it('redefine the helper of a route of their name, and the route keeps its name', async () => {
    const { manifest, diagnostics } = await compile((r) => {
      r.get('help', { to: 'pages#help' })
      r.get('photos/:id', { to: 'photos#show', as: 'photo' })
      r.direct('help', 'https://example.org/help')
      r.direct('photo', ['photo', { id: 7, host: 'cdn.example.org' }])
    })
    expect(diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      ['warning', 'redefined-direct', '`direct` redefines `help`.'],
      ['warning', 'redefined-direct', '`direct` redefines `photo`.'],
    ])
    expect(manifest!.routes.map(({ name }) => name)).toEqual(['help', 'photo'])
    const module = loadModule(emitModule(manifest!).code) as Record<string, (...args: unknown[]) => unknown>
    expect(module['helpUrl']!()).toBe('https://example.org/help')
    expect(module['helpPath']!()).toBe('/help')
    expect(module['match']!('GET', '/help')).toMatchObject({ name: 'help', action: 'help' })
    expect(module['pathFor']!('photo', { id: 9 })).toBe('/photos/9')
    // The route of its own name is the one that it links to.
    expect(module['photoUrl']!()).toBe('http://cdn.example.org/photos/7')
    expect(emitTypes(manifest!).code.match(/function helpPath/g)).toHaveLength(1)
    expect(constantHelpers(manifest!).get('helpUrl')).toBe('https://example.org/help')
  })

  it('give way to a route below them that has their name', async () => {
    const { manifest, diagnostics } = await compile((r) => {
      r.direct('help', 'https://example.org/help')
      r.get('help', { to: 'pages#help' })
    })
    expect(diagnostics.map(({ message }) => message)).toEqual(['The route `help` redefines the helper of a `direct`.'])
    expect(manifest!.directs).toEqual([])
    const module = loadModule(emitModule(manifest!).code) as Record<string, (...args: unknown[]) => unknown>
    expect(module['helpUrl']!({ host: 'a.test' })).toBe('http://a.test/help')
  })

  it('that link to each other link to the routes of their names in the end', async () => {
    const { manifest } = await compile((r) => {
      r.get('a', { to: 'pages#a' })
      r.get('b', { to: 'pages#b' })
      r.direct('a', ['b'])
      r.direct('b', ['a'])
    })
    const module = loadModule(emitModule(manifest!).code) as Record<string, (...args: unknown[]) => unknown>
    expect([module['aPath']!(), module['bPath']!()]).toEqual(['/b', '/a'])
  })

  it.each<[string, (r: Routes) => void, string]>([
    ['a function with parameters', (r) => r.direct('a', (id: number) => `/${id}`), 'inline-callable'],
    ['a model', (r) => r.resolve('A', (model: object) => [model]), 'inline-callable'],
    ['what is neither', (r) => r.direct('a', () => [[]]), 'bad-argument'],
    ['what throws', (r) => r.direct('a', () => JSON.parse('{')), 'bad-block'],
  ])('of %s in a route file are an error', async (_what, block, code) => {
    const { manifest, diagnostics } = await compile(block)
    expect(manifest).toBeNull()
    expect(diagnostics.map((each) => each.code)).toEqual([code])
  })

  it('are called with each link', () => {
    const { manifest } = compileRoutes(
      (r) => {
        r.resources('photos')
        r.direct('basket', basketUrl)
        r.resolve('Comment', commentUrl)
      },
      { callables: 'by-name' },
    )
    const code = emitModule(manifest!)
      .code.replace('() => "/basketUrl"', basketUrl.toString())
      .replace("() => '/basketUrl'", basketUrl.toString())
      .replace("() => '/commentUrl'", commentUrl.toString())
    const {
      basketPath,
      basketUrl: url,
      pathFor,
      urlFor,
    } = loadModule(code) as Record<string, (...args: unknown[]) => string>
    expect(basketPath!(7, { anchor: 'a' })).toBe('/photos/7#a')
    expect(url!(7, { host: 'h.test' })).toBe('http://h.test/photos/7')
    expect(pathFor!({ modelName: 'Comment', id: 3 }, { format: 'json' })).toBe('/photos/3.json')
    expect(urlFor!({ modelName: 'Comment', id: 3 }, { host: 'h.test' })).toBe('http://h.test/photos/3')
  })

  it('have the types of the functions', async () => {
    const { manifest } = await compile((r) => {
      r.resources('photos')
      r.direct('basket', basketUrl)
    })
    const { code } = emitTypes(manifest!, { importType: (module) => `./${module.replace(/ts$/, 'js')}` })
    const source = `export const basketUrl = (id: number, { page = 1 } = {}): string => \`/\${id}/\${page}\`\n`
    const check = (main: string) =>
      typeCheck({
        'virtual-routes.d.ts': code,
        'src/urls.ts': source,
        'main.ts': `import { basketPath, basketUrl } from 'virtual:routes'\n${main}`,
      })
    expect(check(`export const good: string[] = [basketPath(7), basketUrl(7, { page: 2 })]`)).toBe('')
    for (const slip of ['basketPath()', 'basketPath("7")', 'basketUrl(7, { pag: 2 })']) {
      expect(check(`export const bad: string = ${slip}`)).toMatch(/^main\.ts\(2,/)
    }
  })
})
