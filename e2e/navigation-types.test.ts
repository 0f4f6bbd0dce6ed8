// What TypeScript knows of the navigation, in every TypeScript that applications have.
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { checkTypes, COMPILERS } from './compilers.ts'

beforeAll(buildPackages)

const { manifest } = compileRoutes((r: Routes) => {
  r.resources('photos', { only: ['index', 'show', 'edit', 'update'] })
  r.resources('albums', { only: ['index', 'show'] }, (albums) => albums.get('search', { on: 'collection' }))
  r.resources('users', { only: ['index', 'show'] })
  r.resources('files', { only: 'show' })
})
const pages = new Map([
  ['photos', './photos.js'],
  ['albums', './albums.js'],
  ['albums#show', './album.js'],
  ['users', './users.js'],
  ['users#show', './user.js'],
  ['users.load', './users.load.js'],
  ['users#show.load', './user.load.js'],
])
const types = emitTypes(manifest!, { pages }).code

const FILES = {
  'virtual-routes.d.ts': types,
  'photos.ts': `import { current, type LoadArguments } from 'virtual:routes/navigation'
import { z } from './schema.js'
export const search = { index: z<{ page: number }>() }
export const load = {
  index: ({ search }: LoadArguments<'photos#index'>) => [search.page],
  show: async ({ params, signal }: LoadArguments<'photos#show'>) => ({ title: params.id, isOver: signal.aborted }),
}
export const index = () => 'index'
export function Show(): string {
  const view = current()
  return view.action === 'photos#show' ? view.data.title : ''
}
export const edit = 7
`,
  'albums.ts': `export const index = 1
export function search(): string { return 'a page, because there is an action with this name' }
export const load = async () => 'album'
`,
  'album.ts': `export default class Album {}`,
  'users.ts': `import type { LoadArguments } from 'virtual:routes/navigation'
export const index = (search: LoadArguments<'users#index'>['search']): number => search.page
export const load = () => 'without effect, because of the load file'
`,
  'users.load.ts': `import type { LoadArguments } from 'virtual:routes/navigation'
import { z } from './schema.js'
export const search = z<{ page: number }>()
export const load = { index: ({ search }: LoadArguments<'users#index'>) => [search.page], show: () => 'the other file wins' }
`,
  'user.ts': `export default class User {}`,
  'user.load.ts': `import type { LoadArguments } from 'virtual:routes/navigation'
export const load = async ({ params, search }: LoadArguments<'users#show'>) => ({ id: params.id, page: search.page })
`,
  'schema.ts': `export declare const z: <Output>() => {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: Output }
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}`,
  'main.ts': `import { photoPath } from 'virtual:routes'
import { show, update } from 'virtual:routes/actions/photos'
import { beforeLeave, current, navigate, open, prefetch, setSearch, start, subscribe, viewTransition } from 'virtual:routes/navigation'
import type { Current, LoadArguments, Pages, Ready } from 'virtual:routes/navigation'
import type Album from './album.js'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}

const stop: () => void = start({ transition: viewTransition, confirmLeave: (message) => message === '' })
const view = current()
if (view.action === 'photos#show') {
  same<typeof view.data, { title: string; isOver: boolean }>(true)
  same<typeof view.match.params.id, string>(true)
  same<typeof view.status, 'ready'>(true)
  same<ReturnType<typeof view.page>, string>(true)
  // @ts-expect-error the route has no such parameter
  view.match.params.slug
} else if (view.action === 'photos#index') {
  same<typeof view.search, { page: number }>(true)
  same<typeof view.data, number[]>(true)
} else if (view.action === 'photos#edit') {
  same<typeof view.page, 7>(true)
  same<typeof view.data, undefined>(true)
} else if (view.action === 'albums#show') {
  same<typeof view.page, typeof Album>(true)
  same<typeof view.data, string>(true)
} else if (view.action === 'albums#search') {
  same<ReturnType<typeof view.page>, string>(true)
  same<typeof view.search, Readonly<Record<string, string | readonly string[] | undefined>>>(true)
} else if (view.action === 'users#index') {
  same<typeof view.data, number[]>(true)
} else if (view.action === 'users#show') {
  same<typeof view.data, { id: string; page: number }>(true)
} else if (view.action === null) {
  same<typeof view.data, unknown>(true)
}
// @ts-expect-error there is no page of files
if (view.action === 'files#show') stop()
// @ts-expect-error nobody changes the location in place
view.url = '/'
same<LoadArguments<'photos#show'>['params']['id'], string>(true)
same<Ready<'photos#show'>['data'], Pages['photos#show']['data']>(true)
const listen = (listener: () => void): Current => (subscribe(listener), current())

void [navigate(photoPath(7)), navigate(show(7), { replace: true, state: 1 }), navigate(new URL('https://a.test'))]
void [prefetch(show(7), { data: true }), setSearch({ page: 2, tags: ['a'], q: null }), listen(() => {})]
// @ts-expect-error a search has scalars and lists of them
void setSearch({ page: { at: 2 } })
const remove: () => void = beforeLeave((url) => url !== '/' && 'Really?')
export const opened: Promise<number> = open('/photos').then(({ status, snapshot }) => (snapshot.title, status))
export { remove, update }
`,
}

describe.each(COMPILERS)('%s', (_, compiler) => {
  test('the location is a union by action, with the types of the page', () => {
    expect(checkTypes(compiler, FILES)).toBe('')
  })

  test('a mistake in a page is an error', () => {
    const wrong = FILES['photos.ts'].replace('view.data.title', 'view.data.name')
    expect(checkTypes(compiler, { ...FILES, 'photos.ts': wrong })).toMatch(
      /photos\.ts\(\d+,\d+\): error TS2339: Property 'name' does not exist/,
    )
  })
})
