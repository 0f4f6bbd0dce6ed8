import type { Match } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { redirect } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { loadModule } from './load-module.ts'

interface Dsl {
  readonly get: (path: string, options: object) => void
}

/** `match` of the routes; what stands in for their functions calls `globalThis.asked`. */
function matcherOf(block: (r: Dsl) => void): Match {
  const { code } = compileRoutes(block, { callables: 'by-name' })
  return loadModule(code!.replaceAll('= () => true', '= (params, _request) => globalThis.asked(params)'))[
    'match'
  ] as Match
}

const answerWith = (asked: (params: Record<string, string>) => boolean): void =>
  void Object.assign(globalThis, { asked })

describe('routes whose constraints say no', () => {
  it('are passed by in order, whatever way leads to them', () => {
    const match = matcherOf((r) => {
      r.get('*path', { to: 'c#glob', constraints: function first() {}, format: false })
      r.get('a/:b', { to: 'c#format', constraints: function second() {} })
      r.get('a/:b-:c', { to: 'c#pair', constraints: function third() {} })
      r.get(':a/b-c', { to: 'c#param' })
      r.get('a/b-c', { to: 'c#literal' })
    })
    const seen: object[] = []
    answerWith((params) => {
      seen.push({ ...params })
      return false
    })
    expect(match('GET', '/a/b-c')?.action).toBe('param')
    expect(seen).toEqual([{ path: 'a/b-c' }, { b: 'b-c' }, { b: 'b', c: 'c' }])
    expect(match('GET', '/a/b-c.json')?.action).toBe('param')
    expect(match('GET', '/x/y')).toBeNull()
  })

  it('keep the function of a redirect from being called', () => {
    const match = matcherOf((r) => {
      r.get('a/:id', {
        to: redirect(function moved() {} as never, { status: 302, query: 'keep' }),
        constraints: function first() {},
      })
      r.get('a/:id', { to: 'c#second' })
    })
    answerWith(({ id }) => id === '7')
    expect(match('GET', '/a/7?b=c')?.redirect).toEqual({ location: '/moved?b=c', status: 302 })
    expect(match('GET', '/a/8')).toMatchObject({ action: 'second' })
    expect(match('GET', '/a/8')?.redirect).toBeUndefined()
  })

  it('may call match themselves', () => {
    const match = matcherOf((r) => {
      r.get('a/:id', { to: 'c#first', constraints: function first() {} })
      r.get('a/:id', { to: 'c#second', constraints: function second() {} })
      r.get(':a/:id', { to: 'c#third', constraints: function third() {} })
      r.get('b', { to: 'c#other' })
      r.get('a/:slug', { to: 'c#last' })
    })
    let depth = 0
    answerWith(() => {
      if (depth++ === 0) {
        expect(match('POST', '/a/7')).toBeNull()
        expect(match('GET', '/b')?.action).toBe('other')
        expect(match('GET', '/a/other')?.action).toBe('last')
      }
      depth--
      return false
    })
    expect(match('GET', '/a/caf%C3%A9')).toMatchObject({ action: 'last', params: { slug: 'café' } })
    expect(match('HEAD', '/a/7')).toMatchObject({ action: 'last', params: { slug: '7' } })
  })

  it('are each looked at a few times, however many there are', () => {
    const count = 300
    const match = matcherOf((r) => {
      for (let index = 0; index < count; index++) {
        r.get('a/:id', { to: 'c#a', as: null, constraints: { subdomain: 'api' }, id: /\d+/ })
        r.get('a/:id', { to: 'c#b', as: null, constraints: function never() {} })
      }
    })
    let asked = 0
    answerWith(() => {
      asked++
      return false
    })
    let reads = 0
    const request = {
      get host() {
        reads++
        return 'www.example.org'
      },
    }
    expect(match('GET', '/a/1', request)).toBeNull()
    expect(asked).toBe(count)
    expect(reads).toBeLessThanOrEqual(4 * count)
  })
})
