// The modules of actions: links with their verb.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { describe, expect, it } from 'vitest'
import { checkHelpers } from '../src/checks/check-helpers.ts'
import { compileRoutes, type Block, type ClientRoutes, type Manifest } from '../src/index.ts'
import { emitActions } from '../src/phases/5-emit/emit-actions.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { emitTypes } from '../src/phases/5-emit/emit-types.ts'
import { bundleWithRollup, bundleWithVite } from './bundle.ts'
import { typeCheck } from './type-check.ts'

function compiled(block: Block): Manifest {
  const { manifest, diagnostics } = compileRoutes(block, { callables: 'by-name' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return manifest!
}

/** The text of the module of a controller, as the one that the bundles of these tests have. */
function textOf(manifest: Manifest, controller: string, options: Parameters<typeof emitActions>[2] = {}): string {
  return emitActions(manifest, controller, options)!.code.replace(
    `'virtual:routes/actions/${controller}'`,
    `'virtual:routes'`,
  )
}

type Links = Readonly<Record<string, (...args: unknown[]) => { url: string; method: string }>>

/** The exports of the module of a controller, evaluated with the runtime in its place. */
async function linksOf(manifest: Manifest, controller: string, helpers: 'camelCase' | 'snake_case' = 'camelCase') {
  const code = textOf(manifest, controller, { helpers })
  const bundle = await bundleWithRollup(
    `export * from 'virtual:routes'\nexport { default } from 'virtual:routes'`,
    code,
  )
  return (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(bundle)}#${Math.random()}`
  )) as Links
}

const album: Block = (r) => {
  r.resources('photos')
  r.namespace('admin', (admin) => admin.resources('users', { only: 'update', param: 'slug' }))
  r.get('files/*path', { to: 'files#show', format: false })
}

describe('the module of a controller', () => {
  it('has a link for each action, also for routes without a name', async () => {
    const { default: all, index, create, show, update, destroy, ...others } = await linksOf(compiled(album), 'photos')
    expect(update!(7)).toEqual({ url: '/photos/7', method: 'PATCH' })
    expect(update!({ id: 7 }, { format: 'json', query: { page: 2 } })).toEqual({
      url: '/photos/7.json?page=2',
      method: 'PATCH',
    })
    expect([index!(), create!(), show!(1), destroy!(1)]).toEqual([
      { url: '/photos', method: 'GET' },
      { url: '/photos', method: 'POST' },
      { url: '/photos/1', method: 'GET' },
      { url: '/photos/1', method: 'DELETE' },
    ])
    expect((all as unknown as Links)['update']).toBe(update)
    expect(others['new']!()).toEqual({ url: '/photos/new', method: 'GET' })
    expect(Object.keys(others).sort()).toEqual(['edit', 'new'])
    expect(() => update!()).toThrow('photos#update: id is missing')
    expect((await linksOf(compiled(album), 'files'))['show']!(['a', 'b'])).toEqual({ url: '/files/a/b', method: 'GET' })
    expect((await linksOf(compiled(album), 'admin/users'))['update']!('a b')).toMatchObject({
      url: '/admin/users/a%20b',
    })
  })

  it('has the first of several routes to one action, and GET before other verbs', async () => {
    const manifest = compiled((r) => {
      r.match('search', { to: 'pages#search', via: ['post', 'get'] })
      r.get('find', { to: 'pages#search', as: 'find' })
      r.match('any', { to: 'pages#any', via: 'all' })
      r.match('both', { to: 'pages#both', via: ['put', 'post'] })
    })
    const { search, any, both } = await linksOf(manifest, 'pages')
    expect([search!(), any!(), both!()]).toEqual([
      { url: '/search', method: 'GET' },
      { url: '/any', method: 'GET' },
      { url: '/both', method: 'PUT' },
    ])
  })

  it('names actions as helpers are named, and none twice', async () => {
    const manifest = compiled((r) => {
      for (const action of [
        'sign_in',
        'log-in',
        '_hidden',
        'delete',
        'then',
        'default',
        'action0',
        'link',
        'logIn',
        'a_b',
        'a-b',
        'aB',
        'Param',
      ]) {
        r.get(encodeURIComponent(action), { to: `odd#${action}`, as: null } as never)
      }
    })
    const urls = async (helpers: 'camelCase' | 'snake_case') =>
      Object.fromEntries(
        Object.entries(await linksOf(manifest, 'odd', helpers)).map(([name, to]) => [
          name,
          decodeURIComponent(to().url),
        ]),
      )
    const same = {
      default: '/default',
      delete: '/delete',
      then_: '/then',
      action0: '/action0',
      link: '/link',
      logIn: '/logIn',
      aB: '/aB',
      Param: '/Param',
      _hidden: '/_hidden',
    }
    expect(await urls('camelCase')).toMatchObject({
      ...same,
      signIn: '/sign_in',
      'log-in': '/log-in',
      a_b: '/a_b',
      'a-b': '/a-b',
    })
    expect(await urls('snake_case')).toMatchObject({
      ...same,
      sign_in: '/sign_in',
      'log-in': '/log-in',
      a_b: '/a_b',
      'a-b': '/a-b',
    })
    const use = `
      import * as odd from 'virtual:routes/actions/odd'
      import { default as first, delete as remove, 'a-b' as other } from 'virtual:routes/actions/odd'
      export const urls: string[] = [first().url, remove().url, other().url, odd.signIn().url, odd.Param().url]
      // @ts-expect-error \`await import(…)\` would call it
      odd.then()
    `
    expect(typeCheck({ 'routes.d.ts': emitTypes(manifest).code, 'use.ts': use })).toBe('')
  })

  it('is there for no other name', () => {
    const manifest = compiled(album)
    for (const name of ['', 'photo', 'admin', 'users', '../photos', '__proto__', 'constructor', 'photos#show']) {
      expect(emitActions(manifest, name)).toBeNull()
    }
  })

  it('has what clients see', () => {
    const of = (controller: string, clientRoutes: ClientRoutes) =>
      emitActions(compiled(album), controller, { clientRoutes })?.names
    expect(of('photos', { except: ['photos#destroy', 'photos#new'] })).toEqual([
      'index',
      'create',
      'edit',
      'show',
      'update',
    ])
    expect(of('admin/users', { except: 'admin/*' })).toBeUndefined()
  })

  it('leads from an action to its declaration', () => {
    const { code, map } = emitActions(compiled(album), 'photos')!
    const line = code.split('\n').findIndex((text) => text.includes(`'photos#update'`))
    const found = originalPositionFor(new TraceMap(map as never), {
      line: line + 1,
      column: code.split('\n')[line]!.indexOf('action'),
    })
    expect(found).toMatchObject({
      source: expect.stringContaining('actions.test.ts'),
      name: expect.stringMatching(/^action\d$/),
    })
  })
})

describe.each([
  ['Vite 8', (entry: string, code: string) => bundleWithVite(entry, code, true)],
  ['Rollup 4', bundleWithRollup],
])('a bundle by %s', (_, bundle) => {
  const code = textOf(compiled(album), 'photos', { positions: false })

  it('has the actions that are used', async () => {
    for (const entry of [
      `import { update } from 'virtual:routes'\nexport const link = update(7)`,
      `import photos from 'virtual:routes'\nexport const link = photos.update(7)`,
      `import * as photos from 'virtual:routes'\nexport const link = photos.update(7)`,
    ]) {
      const bundled = await bundle(entry, code)
      expect([...new Set(bundled.match(/photos#\w+/g))]).toEqual(['photos#update'])
      expect(bundled).not.toMatch(/createMatcher|openTable|namedRoutes/)
    }
    expect(await bundle(`import { update } from 'virtual:routes'\nexport const x = 1`, code)).not.toContain('photos')
  })
})

describe('what applications take of the routes', () => {
  it('is there for every export of the emitted modules', () => {
    const manifest = compiled(album)
    const main = [...emitModule(manifest).code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
    expect(main).toContain('matchAll')
    const used = (module: string, names: readonly string[]) => names.map((name) => ({ module, name, location: null }))
    const all = [
      ...used('virtual:routes', [...main, 'default']),
      ...used('virtual:routes/actions/photos', [...emitActions(manifest, 'photos')!.names, 'default']),
    ]
    expect(checkHelpers(manifest, all)).toEqual([])
  })
})
