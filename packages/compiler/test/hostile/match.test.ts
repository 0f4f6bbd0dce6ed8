import * as runtime from '@turnout/runtime'
import type { Match } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/dsl.ts'
import { compileRoutes, type Manifest } from '../../src/index.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { minifiedRuntime } from '../bundle.ts'
import { loadModule } from '../load-module.ts'
import { referenceMatcher } from '../reference-matcher.ts'
import { compileTable, hostileCases, toValue } from './cases.ts'

interface Input {
  readonly table: string
  readonly method: string
  readonly path: string
}

interface Expected {
  readonly status: string
  readonly to?: string
  readonly params?: Readonly<Record<string, string>>
  readonly paramLength?: Readonly<Record<string, number>>
}

const STATUSES: Readonly<Record<number, string>> = { 400: 'bad-request', 414: 'uri-too-long' }

type Runtime = typeof runtime

const RUNTIMES: readonly [string, () => Promise<Runtime>][] = [
  ['as it is written', () => Promise.resolve(runtime)],
  ['as Vite 8 minifies it', minifiedRuntime],
]

describe.each(RUNTIMES)('hostile requests, the runtime %s', async (_, load) => {
  const { canonicalPath, ...others } = await load()

  function compiled(table: string): { manifest: Manifest; match: Match; refusal: (path: string) => number | null } {
    const { manifest, diagnostics } = compileTable(table)
    if (manifest === null) throw new Error(JSON.stringify(diagnostics))
    const { match, refusal } = loadModule(emitModule(manifest).code, others)
    return { manifest, match: match as Match, refusal: refusal as (path: string) => number | null }
  }

  const tables = new Map<string, ReturnType<typeof compiled>>()
  const tableOf = (name: string) => {
    if (!tables.has(name)) tables.set(name, compiled(name))
    return tables.get(name)!
  }

  it.each(hostileCases('match').map((each) => [each.id, each] as const))('%s', (_id, each) => {
    const { table, method, path } = toValue(each.input) as Input
    const expected = toValue(each.expected) as Expected
    const { manifest, match, refusal } = tableOf(table)
    const shared = Object.getOwnPropertyNames(Object.prototype).sort()
    const answer = match(method, path)
    // What a request handler answers.
    const refused = refusal(path)
    const status = refused === null ? (answer === null ? 'no-match' : 'match') : STATUSES[refused]
    expect(status).toBe(expected.status)
    if (expected.status !== 'match') expect(answer).toBeNull()
    if (expected.to !== undefined) expect(`${answer?.controller}#${answer?.action}`).toBe(expected.to)
    if (answer !== null) {
      const inherits = Object.keys(answer.params).some((name) => name in Object.prototype)
      expect(Object.getPrototypeOf(answer.params)).toBe(inherits ? null : Object.prototype)
      expect(answer.path).toBe(canonicalPath(path))
    }
    if (expected.params !== undefined) expect({ ...answer?.params }).toEqual(expected.params)
    for (const [name, length] of Object.entries(expected.paramLength ?? {})) {
      expect(answer?.params[name]).toHaveLength(length)
    }
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(shared)
    // The plain matcher backtracks: only short paths are for it.
    if (path.length < 200) expect(referenceMatcher(manifest)(method, path).status).toBe(expected.status)
  })

  it('takes an empty path for the root', () => {
    const tables: ((r: Routes) => void)[] = [
      (r) => r.root('a#b'),
      (r) => r.get('*path', { to: 'a#b' }),
      (r) => r.get(':a-:b', { to: 'a#b' }),
      (r) => r.get('(:a-:b)', { to: 'a#b' }),
      (r) => r.mount(Symbol, { at: '/' }),
    ]
    for (const table of tables) {
      const { match, refusal } = loadModule(
        emitModule(compileRoutes(table, { callables: 'by-name' }).manifest!).code,
        others,
      ) as unknown as { match: Match; refusal: (path: unknown) => number | null }
      for (const method of ['GET', 'HEAD']) {
        expect(match(method, '')).toEqual(match(method, '/'))
        expect(match(method, '?a=b')).toEqual(match(method, '/?a=b'))
        expect(match(method, '#top')).toEqual(match(method, '/#top'))
      }
      expect(refusal('')).toBeNull()
      expect(refusal('?a=b')).toBeNull()
      for (const path of [undefined, null, 7, {}, [], Symbol('x')]) expect(refusal(path)).toBe(400)
    }
  })

  it('takes anything for a method or a path without a throw', () => {
    const { match } = tableOf('getonly')
    for (const path of [undefined, null, 7, {}, [], Symbol('x'), '', '/', '\uD800', '/\uDC00', '/%', '/a/%E0%A4%A']) {
      expect(match('GET', path as string)).toBeNull()
    }
    for (const method of [undefined, null, 7, {}, Symbol('x'), '']) expect(match(method as string, '/s')).toBeNull()
    expect(match('GET', '/s')).toMatchObject({ controller: 's' })
  })
})
