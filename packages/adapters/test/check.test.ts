import { expect, test } from 'vitest'
import { compileRoutes } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { clientManifest, type ClientRoutes } from '@turnout/compiler/internal/client-routes'
import { makeFolder } from '../../vite-plugin/test/files/make-folder.ts'
import { compileRouter, type RouterName } from '../src/index.ts'

type Block = Parameters<typeof compileRoutes>[0]

interface Files {
  /** The exports of each module of pages. */
  readonly pages: Readonly<Record<string, readonly string[] | null>>
  readonly sources?: Readonly<Record<string, string>>
  readonly clientRoutes?: ClientRoutes
}

const PAGES = { photos: ['index', 'show', 'new'], users: ['show', 'settings'] }

/** Compiles a table in a new folder, in which version 7 of the router is installed. */
function compile(
  block: Block,
  { pages, sources = {}, clientRoutes }: Files,
  name: RouterName = 'react-router',
  version = '7.1.0',
) {
  const root = makeFolder({
    [`node_modules/${name}/package.json`]: version === '' ? '{}' : JSON.stringify({ version }),
    ...sources,
  })
  const files = new Map(
    Object.entries(pages).map(([key, exported]) => {
      const actions = exported && exported.map((action) => ({ name: action, line: 3, column: 1 }))
      return [key, { file: `src/pages/${key}.tsx`, actions }]
    }),
  )
  const specifiers = new Map(Object.keys(pages).map((key) => [key, `/src/pages/${key}.tsx`]))
  const table = compileRoutes(block).manifest!
  const manifest = clientManifest(table, clientRoutes)
  return compileRouter(name, { manifest, table, files, specifiers, root, base: '', severities: undefined })
}

const messages = (...args: Parameters<typeof compile>) =>
  compile(...args).diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`)

test('a table whose order is that of the router has no problems', () => {
  const block: Block = (r) => {
    r.root('photos#index')
    r.resources('photos', { only: ['index', 'show', 'new'] })
    r.get('old/:id', { to: redirect('/photos/%{id}') })
  }
  expect(messages(block, { pages: PAGES })).toEqual([])
  expect(messages(block, { pages: PAGES }, 'vue-router', '4.6.5')).toEqual([])
})

test('another order is reported with a path and with the change that removes the difference', () => {
  const block: Block = (r) => {
    r.get(':user/settings', { to: 'users#settings', format: false })
    r.get('photos/:id', { to: 'photos#show', format: false })
  }
  // Both have the same rank in React Router, whose order is then that of the table.
  expect(messages(block, { pages: PAGES })).toEqual([])
  expect(messages(block, { pages: PAGES }, 'vue-router', '5.5.1')).toEqual([
    'error other-route-wins: For `/photos/settings`, the table chooses `GET /:user/settings`, and vue-router chooses `GET /photos/:id`. Declare `GET /photos/:id` before `GET /:user/settings`.',
  ])
  const reordered: Block = (r) => {
    r.get('photos/:id', { to: 'photos#show', format: false })
    r.get(':user/settings', { to: 'users#settings', format: false })
  }
  expect(messages(reordered, { pages: PAGES }, 'vue-router', '5.5.1')).toEqual([])
})

test('a prefix of groups, which may be empty, matches the root', () => {
  const block: Block = (r) => {
    r.get('(:locale)', { to: redirect('/photos/new'), anchor: false, format: false })
    r.root('photos#index')
  }
  expect(messages(block, { pages: PAGES }).map((text) => text.slice(0, 61))).toEqual([
    'error other-route-wins: For `/`, the table chooses `GET /(:lo',
  ])
})

test('a requirement that the router does not know is reported if another route matches', () => {
  const block: Block = (r) => {
    r.get('users/:id', { to: 'users#show', id: /\d+/, format: false })
    r.get('users/:name', { to: 'photos#show', format: false })
  }
  expect(messages(block, { pages: PAGES })).toEqual([
    'error other-route-wins: For `/users/a`, the table chooses `GET /users/:name`, and React Router chooses `GET /users/:id`. Change one of the paths.',
  ])
  const alone: Block = (r) => r.get('users/:id', { to: 'users#show', id: /\d+/, format: false })
  expect(messages(alone, { pages: PAGES })).toEqual([])
})

test('a route whose name clients do not see is compared, too', () => {
  const block: Block = (r) => {
    r.get(':user/settings', { to: 'users#settings', as: 'settings', format: false })
    r.get('photos/:id', { to: 'photos#show', format: false })
    r.get('admin', { to: 'admin#show', as: 'admin' })
    r.direct('settings', ['admin'])
  }
  expect(messages(block, { pages: PAGES, clientRoutes: { except: 'admin' } }, 'vue-router', '5.5.1')).toEqual([
    expect.stringContaining('For `/photos/settings`, the table chooses `GET /:user/settings`'),
  ])
})

test('routes that cannot be compared are a hint', () => {
  const block: Block = (r) => {
    r.get(':id', { to: 'photos#show', id: /(?!a)\w+/, format: false })
    r.get('new', { to: 'photos#new', format: false })
  }
  expect(messages(block, { pages: PAGES })).toEqual([
    'hint uncompared-routes: Turnout cannot prove that React Router chooses `GET /:id` and not `GET /new` for the paths of both.',
  ])
})

test('a router of another version, and a router that is not installed', () => {
  const block: Block = (r) => r.root('photos#index')
  expect(messages(block, { pages: PAGES }, 'react-router', '6.30.1')).toEqual([
    'error unsupported-router: The option `router` needs `react-router` 7 or 8, and the project has 6.30.1.',
  ])
  expect(messages(block, { pages: PAGES }, 'vue-router', '')).toEqual([
    'error unsupported-router: The option `router` needs `vue-router` 4 or 5, and the project has none.',
  ])
})

test('a page with the name of a setting', () => {
  const block: Block = (r) => r.get('search', { to: 'search#action' })
  expect(messages(block, { pages: { search: ['action'] } })).toEqual([
    'error reserved-page-name: The page of `search#action` has the name of a setting for React Router: `action`.',
  ])
  expect(messages(block, { pages: { search: ['Action', 'action'] } })).toHaveLength(1)
  expect(messages(block, { pages: { search: ['Action'] } })).toEqual([])
})

test('a layout that draws no page', () => {
  const block: Block = (r) => r.root('photos#index')
  const layout = (text: string) => ({
    pages: { ...PAGES, application: ['layout'] },
    sources: { 'src/pages/application.tsx': text },
  })
  expect(messages(block, layout('export const layout = () => <h1>Photos</h1>'))).toEqual([
    'warning layout-without-outlet: The layout in `src/pages/application.tsx` leaves no place for the page that React Router draws inside it.',
  ])
  expect(messages(block, layout('export const layout = ({ children }) => <main>{children}</main>'))).toEqual([])
  expect(messages(block, layout('export const layout = () => <Outlet />'))).toEqual([])
  expect(messages(block, layout("export { Shell as layout } from './_shell'"))).toEqual([])
})

test('the table has the layouts of the application, of namespaces and of controllers, with the pages in their order', () => {
  const block: Block = (r) => {
    r.root('photos#index')
    r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))
    r.resources('photos', { only: ['show', 'update'] })
    r.get('about(/:topic)', { to: 'pages#about', format: false })
    r.get('files/*path', { to: 'pages#file', format: false })
    r.get('café/:from-:to', { to: 'pages#range', format: false })
    r.get('photos/old/:id', { to: redirect('/photos/%{id}') })
    r.get('old/:id', { to: redirect('/photos/%{id}') })
    r.get('api', { to: 'api#show' })
  }
  const pages = {
    application: ['layout', 'notFound'],
    'admin/application': ['layout'],
    'admin/users': ['Index', 'layout'],
    photos: ['index', 'show'],
    pages: null,
  }
  const outline = (name: RouterName) => {
    const { code } = compile(block, { pages }, name)
    return [...code.matchAll(/^( *)\{ "id":"([^"]+)","path":(?:"([^"]+)"|null)/gm)].map(
      ([, indent = '', id, routerPath = '']) => `${indent.slice(2)}${id} ${routerPath}`.trimEnd(),
    )
  }
  expect(outline('react-router')).toEqual([
    'layout:application',
    '  root /',
    '  layout:admin/application',
    '    layout:admin/users',
    '      admin_users admin/users',
    '  photo photos/:id',
    '  layout:pages',
    '    pages#about about/:topic?',
    '    pages#file files/*',
    '    pages#range café/:segment_2',
    '  photos/old/:id photos/old/:id',
    '  old/:id old/:id',
  ])
  expect(outline('vue-router').slice(-6)).toEqual([
    '  layout:pages',
    '    pages#about /about/:topic?',
    '    pages#file /files/:path(.*)?',
    '    pages#range /caf%C3%A9/:segment_2',
    '  /photos/old/:id /photos/old/:id',
    '  /old/:id /old/:id',
  ])
})
