import { expect, it } from 'vitest'
import { typeCheck } from '../../../test/type-check.ts'
import { compileRoutes } from '../../compile.ts'
import { redirect } from '../../dsl.ts'
import type { Routes } from '../../dsl/blocks.ts'

/** The declarations of a table with a match of each kind. */
const types = compileRoutes(
  (r: Routes) => {
    r.resources('photos')
    r.get('old', { to: redirect('/photos') })
    r.mount(() => null, { at: '/app' })
  },
  { callables: 'by-name' },
).types!

it('declares the types of the runtime for matches and functions', () => {
  const compare = `
    import type * as routes from 'virtual:routes'
    import type { Match, MatchAll, MatchRequest, RouteMatch } from './runtime.js'

    type Mutual<A, B> = [A, B] extends [B, A] ? true : never
    type Keys<Union> = Union extends unknown ? keyof Union : never
    // Only tables of Rails servers have conditional matches, and only endpoints in namespaces have a namespace.
    export const same = true satisfies Mutual<Keys<routes.RouteMatch> | 'conditional' | 'namespace', keyof RouteMatch>
    export const matchOf = (match: typeof routes.match): Match => match
    export const matchAllOf = (matchAll: typeof routes.matchAll): MatchAll => matchAll
    declare const match: typeof routes.match
    declare const request: MatchRequest
    match('GET', '/', request)
    match(new Request('http://h.test'))
    // What Node's requests have may be undefined.
    declare const node: { host: string | undefined; ip: string | undefined; headers: Record<string, string | string[] | undefined> }
    match('GET', '/', node)
    // @ts-expect-error no such attribute
    match('GET', '/', { hots: 'h.test' })
    // @ts-expect-error no such controller
    match('GET', '/')?.controller === 'photo'
  `
  const runtime = `export type * from ${JSON.stringify(new URL('../../../../runtime/dist/index.js', import.meta.url).pathname)}`
  expect(
    typeCheck({ 'routes.d.ts': types, 'runtime.d.ts': runtime, 'compare.ts': compare }, '--lib', 'ES2023,DOM'),
  ).toBe('')
})

it.each([
  // Names that begin with `format`, and names that contain the separator of keys.
  [{ path: 'x/:format_id', format: false }, { path: 'y/:format_id' }],
  [{ path: 'x/:formatted', format: false }, { path: 'y/:formatted' }],
  [
    { path: 'x', format: false, defaults: { 'a, b': 's' } },
    { path: 'y', format: false, defaults: { a: 's', b: 's' } },
  ],
  [
    { path: 'x', format: false, defaults: { 'a?': 's' } },
    { path: 'y(/:a)', format: false },
  ],
  [
    { path: 'x', format: false, defaults: { 'a: number': 's' } },
    { path: 'y', format: false, defaults: { a: 1 } },
  ],
])('gives the routes %j and %j different types of params', (x, y) => {
  const types = compileRoutes((r: Routes) => {
    for (const [as, { path, ...options }] of Object.entries({ x, y })) r.get(path, { to: `a#${as}`, as, ...options })
  }).types!
  const [, keyOfX] = /^x: ActionMatch<.*, ('.*')>$/m.exec(types)!
  const [, keyOfY] = /^y: ActionMatch<.*, ('.*')>$/m.exec(types)!
  expect(keyOfX).not.toBe(keyOfY)
  expect(typeCheck({ 'routes.d.ts': types })).toBe('')
})
