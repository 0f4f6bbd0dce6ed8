import { expect, test } from 'vitest'
import type { CallableReference, CompileOptions } from '@turnout/compiler'
import { compileProject } from '@turnout/compiler/internal/compile'
import { redirect, type Routes } from '@turnout/compiler/dsl'
import { declarationsKey } from './declarations-key.ts'

type Exports = ReadonlyMap<unknown, CallableReference>

const isAdmin = () => true
const EXPORTS: Exports = new Map([[isAdmin, { module: 'src/admin.ts', export: 'isAdmin' }]])

/** Returns the key of the declarations of a block. All calls count as calls at the same place. */
async function keyOf(block: (r: Routes) => void, exports = EXPORTS, options: CompileOptions = {}) {
  let key: string | null | undefined
  const identify = (callable: object) => exports.get(callable) ?? null
  await compileProject(
    { file: 'routes.ts', block },
    {
      draw: () => Promise.reject(new Error('no files')),
      locate: () => null,
      identify,
      recall(declarations) {
        const atOnePlace = JSON.stringify
        key =
          declarationsKey(declarations, options, identify)?.replaceAll(/\{"url":.*?\}/g, () => atOnePlace('place')) ??
          null
        return null
      },
    },
    options,
  )
  return key
}

const anonymous = (module: string): Exports => new Map([[isAdmin, { module, export: 'isAdmin' }]])

test.each<[string, (r: Routes) => void, (r: Routes) => void]>([
  ['paths', (r) => r.get('a', { to: 'a#b' }), (r) => r.get('b', { to: 'a#b' })],
  ['numbers and strings', (r) => r.get(1 as never, { to: 'a#b' }), (r) => r.get('1', { to: 'a#b' })],
  ['symbols and strings', (r) => r.get(Symbol('a') as never, { to: 'a#b' }), (r) => r.get('a', { to: 'a#b' })],
  ['an option', (r) => r.resources('a', { only: 'index' }), (r) => r.resources('a', { except: 'index' })],
  ['a list and its element', (r) => r.resources('a', { only: ['index'] }), (r) => r.resources('a', { only: 'index' })],
  [
    'an absent option and null',
    (r) => r.resources('a', { path: null as never }),
    (r) => r.resources('a', { path: undefined as never }),
  ],
  ['flags', (r) => r.get(':a', { to: 'a#b', a: /x/ }), (r) => r.get(':a', { to: 'a#b', a: /x/i })],
  [
    'an expression and its source',
    (r) => r.get(':a', { to: 'a#b', constraints: { a: /x/ } }),
    (r) => r.get(':a', { to: 'a#b', constraints: { a: 'x' } }),
  ],
  ['redirects', (r) => r.get('a', { to: redirect('/x') }), (r) => r.get('a', { to: redirect('/x', { status: 302 }) })],
  [
    'redirects and maps',
    (r) => r.get('a', { to: redirect('/x') }),
    (r) => r.get('a', { to: { target: '/x', status: 301 } as never }),
  ],
  [
    'a block',
    (r) => r.resources('a', () => r.get('b', { to: 'a#b' })),
    (r) => {
      r.resources('a')
      r.get('b', { to: 'a#b' })
    },
  ],
  [
    'what a concern inserts',
    (r) => {
      r.concern('c', () => r.get('b', { to: 'a#b' }))
      r.resources('a', { concerns: 'c' })
    },
    (r) => {
      r.concern('c', () => r.get('d', { to: 'a#b' }))
      r.resources('a', { concerns: 'c' })
    },
  ],
])('differs by %s', async (_difference, first, second) => {
  const keys = [await keyOf(first), await keyOf(second)]
  expect(keys).toEqual([expect.any(String), expect.any(String)])
  expect(keys[0]).not.toBe(keys[1])
  expect(await keyOf(first)).toBe(keys[0])
})

test('differs by the export of a callable, and by the options', async () => {
  const block = (r: Routes) => r.get('a', { to: 'a#b', constraints: isAdmin })
  const key = await keyOf(block)
  expect(key).toContain('src/admin.ts')
  expect(await keyOf(block, anonymous('src/other.ts'))).not.toBe(key)
  expect(await keyOf(block, EXPORTS, { rails: '7.2' })).not.toBe(key)
  expect(await keyOf(block, EXPORTS, { severities: { 'dead-member': 'off' } as never })).not.toBe(key)
})

test.each<[string, (r: Routes) => void]>([
  ['a function that no module exports', (r) => r.direct('home', () => process.env['HOME_URL'] ?? '/')],
  ['an object that is no data', (r) => r.get('a', { to: 'a#b', defaults: { day: new Date(0) as never } })],
  [
    'a getter',
    (r) =>
      r.get('a', {
        to: 'a#b',
        defaults: {
          x: {
            get y() {
              return String(Math.random())
            },
          } as never,
        },
      }),
  ],
  ['a proxy', (r) => r.get('a', { to: 'a#b', defaults: { x: new Proxy({}, {}) as never } })],
])('is null for %s', async (_value, block) => {
  expect(await keyOf(block)).toBeNull()
})

test('is null for rules of inflections that are a function', async () => {
  expect(await keyOf((r) => r.resources('a'), EXPORTS, { inflections: () => {} })).toBeNull()
})
