import { validateHeaderValue } from 'node:http'
import * as runtime from '@turnout/runtime'
import type { Match, RouteMatch } from '@turnout/runtime'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redirect, type Routes } from '../../src/dsl.ts'
import { compileRoutes } from '../../src/index.ts'
import { helperName } from '../../src/names/helper-name.ts'
import { paramNames } from '../../src/patterns/pattern/pattern.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { minifiedRuntime } from '../bundle.ts'
import { loadModule } from '../load-module.ts'
import { newSeed, runsOf } from '../runs.ts'

const seed = newSeed('fuzz')
const RUNS = runsOf(500)

/** A table with each kind of step, test and finish that an emitted matcher may have. */
const { manifest, diagnostics } = compileRoutes(
  (r: Routes) => {
    r.root('pages#home')
    r.resources('photos', { id: /\d+|x(?!y)\w*/ }, (photos) => photos.resources('comments'))
    r.get('about(.:format)', { to: 'a#about', as: 'about', constraints: { format: /json/ } })
    for (const attribute of [
      'host',
      'subdomain',
      'ip',
      'protocol',
      'port',
      'url',
      'user_agent',
      'media_type',
      'accept',
    ]) {
      r.get(`if/${attribute}/:id`, { to: 'a#b', as: null, constraints: { [attribute]: /./ } })
      r.get(`not/${attribute}`, { to: 'a#b', as: null, constraints: { [attribute]: false } })
    }
    r.get('v:major.:minor-:patch', { to: 'a#version', as: 'version' })
    r.get('days/:day', { to: 'a#day', as: 'day', day: /\d{4}-\d\d/, defaults: { host: 'h.test', locale: 'en' } })
    r.get('(:locale)/list(/:page)', { to: 'a#list', as: 'list' })
    r.get('to/a/*rest', { to: redirect('https://%{rest}.app.test/%{rest}?%{rest}#%{rest}') })
    r.get('to/b/*rest', { to: redirect('%{rest}') })
    r.get('to/c/*rest', { to: redirect({ path: '%{rest}', subdomain: 'www' }) })
    r.get('to/d', { to: redirect({ protocol: 'https', port: 8443 }), defaults: { id: { toString: 1 } } })
    r.get('to/e/:id', { to: redirect('/%{name}/%{id}'), defaults: { name: '\ud83d' } })
    r.mount(Symbol, { at: '/tools' })
    r.post('*path', { to: 'a#post', as: 'file' })
    r.match('last/*a/x/*b', { to: 'a#last', as: 'last', via: 'all', format: false })
    r.resolve('Day', () => ['day', { anchor: 'x' }])
    r.direct('newest', () => ['photos', { page: 1 }])
  },
  { callables: 'by-name' },
)
if (manifest === null) throw new Error(JSON.stringify(diagnostics))

/**
 * Makes a value. The library that runs the properties looks at the values that it makes, which some of these do not
 * survive: so it makes makers.
 */
type Make = () => unknown

const thrown = fc.constantFrom<Make>(
  () => new Error('x'),
  () => undefined,
  () => 'x',
  () => Symbol('x'),
  () => Object.create(null),
  () => new Proxy(new TypeError('x'), { get: raise, getPrototypeOf: raise }),
)

function raise(): never {
  throw new RangeError('a trap')
}

/** A function that throws. */
const throwing = (make: Make) => (): never => {
  throw make()
}

/** A proxy of which each access throws. */
const trapped = fc
  .tuple(
    thrown,
    fc.constantFrom<object>({}, [], () => 1),
  )
  .map(([make, target]) => () => {
    const [trap, traps] = [
      throwing(make),
      ['apply', 'get', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has', 'ownKeys'],
    ]
    return new Proxy(target, Object.fromEntries(traps.map((name) => [name, trap])))
  })

const revoked = fc
  .constantFrom<object>({}, [], () => 1)
  .map((target) => () => {
    const { proxy, revoke } = Proxy.revocable(target, {})
    revoke()
    return proxy
  })

const KEYS = (
  'id photo_id format path major day locale page query anchor trailingSlash scriptName host protocol port subdomain ' +
  'domain tldLength toParam modelName ip url headers socket get user-agent :authority remoteAddress encrypted __proto__ a'
).split(' ')

const TEXTS = (
  '/ // . .. ../x x/.. ..\\x % %2e%2e %00 \0 \r\n \ud83d \udc00/ photos Photo Day constructor http://[ ' +
  'https://h.test/x h.test h.test:80 a@b [::1] é'
).split(' ')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(...TEXTS, '', 'x y', 'x'.repeat(70_000), '/'.repeat(70_000), 'é'.repeat(30_000)),
)

const circular = fc.constantFrom<Make>(
  () => {
    const map: Record<string, unknown> = { id: 7 }
    map['query'] = map['headers'] = map['a'] = map
    return map
  },
  () => {
    const list: unknown[] = [7]
    list.push(list)
    return { query: { list } }
  },
)

const plain = fc
  .oneof(text, fc.integer(), fc.double(), fc.bigInt(), fc.boolean(), fc.constantFrom(null, undefined, Symbol('x')))
  .map(
    (each): Make =>
      () =>
        each,
  )

const strange = fc.constantFrom<Make>(
  () => new Date(NaN),
  () => /x/y,
  () => new Map([[1, 2]]),
  () => () => 1,
  () => Promise,
  () => new Headers(),
  () => new Request('http://h.test/'),
  () => Object.create(null),
  () => new Uint8Array(2),
  () => globalThis,
)

const key = fc.constantFrom(...KEYS)

/** Every kind of value, at its worst. */
const { value } = fc.letrec<{ value: Make }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    plain,
    fc.oneof(trapped, revoked, circular, strange),
    fc.array(tie('value'), { maxLength: 3 }).map((makers) => () => makers.map((make) => make())),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }).map(mapOf),
    fc.tuple(key, thrown).map(([name, make]) => () => {
      return Object.defineProperty({}, name, { enumerable: true, get: throwing(make) })
    }),
    tie('value').map((make) => () => ({ toParam: make, modelName: 'Photo' })),
    thrown.map((make) => () => ({ toParam: throwing(make), modelName: 'Photo' })),
  ),
}))

function mapOf(makers: Record<string, Make>): Make {
  return () => Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]))
}

const method = fc.oneof(
  fc.constantFrom('GET', 'POST', 'HEAD', 'constructor').map(
    (each): Make =>
      () =>
        each,
  ),
  value,
)

const STARTS = '/ /photos/ /about /if/ /v1.2- /days/ /to/a/ /to/b/ /to/c/ /to/d /to/e/ /tools /last/ /list/'.split(' ')
/** Parameters that a number does not fit. */
const GOOD_VALUES: Readonly<Record<string, unknown>> = { path: 'a', day: '2026-01' }

const paths = manifest.routes.map(({ pattern }) => pattern.replace(/\(.*/, '').replace(/[:*]\w+/g, 'x'))
const start = fc.constantFrom('', ...STARTS, ...paths)

const path = fc.oneof(
  value,
  fc.tuple(start, text).map(
    ([begin, end]): Make =>
      () =>
        begin + end,
  ),
)

const request = fc.oneof(
  value,
  fc.dictionary(fc.constantFrom('host', 'protocol', 'port', 'ip', 'url', 'headers', 'socket'), value).map(mapOf),
)

type Any = (...args: unknown[]) => unknown

describe.each<[string, () => Promise<object>]>([
  ['as it is written', () => Promise.resolve(runtime)],
  ['as Vite 8 minifies it', minifiedRuntime],
])('any value, the runtime %s', async (_, load) => {
  const used = (await load()) as typeof runtime
  const emitted = loadModule(emitModule(manifest).code, used)
  const match = emitted['match'] as Match & Any
  const refusal = emitted['refusal'] as Any
  const matchAll = emitted['matchAll'] as (...args: unknown[]) => Generator
  const allowedMethods = emitted['allowedMethods'] as Any

  it('is taken by all that answers requests without a throw', () => {
    let found = 0
    const ask = (...makers: [Make, Make, Make]) => {
      const args = makers.map((make) => make())
      const answer = match(...(args as unknown as Parameters<Match>)) as RouteMatch | null
      // What is not a path may be a request, as for `match` its first argument may be.
      const target = typeof args[1] === 'string' ? args[1] : args[0]
      const refused = refusal(target)
      if (typeof target === 'string')
        expect(used.canonicalPath(target)).toBe(refused ?? answer?.path ?? used.canonicalPath(target))
      expect([...matchAll(...args)].length > 0).toBe(answer !== null)
      expect(allowedMethods(target, args[2])).toBeInstanceOf(Array)
      expect([400, 414, null]).toContain(refused)
      if (answer === null) return
      expect(refused).toBeNull()
      found += 1
      if (answer.redirect !== undefined) validateHeaderValue('location', answer.redirect.location)
    }
    fc.assert(fc.property(method, path, request, ask), { seed, numRuns: 10 * RUNS })
    expect(found).toBeGreaterThan(RUNS / 5)
  })

  it('leaves `match` as it was', () => {
    expect(match('GET', '/photos/7')).toMatchObject({ controller: 'photos', action: 'show', params: { id: '7' } })
    expect(match('GET', '/to/d', { headers: { host: 'h.test' } })?.redirect?.location).toBe('https://h.test:8443/to/d')
  })

  const helpers = Object.keys(emitted).filter((name) => /(?:Path|Url|For)$/.test(name))

  const kindOf = (name: string) => (name.endsWith('Url') ? 'url' : 'path')

  it.each(helpers)('makes %s throw nothing but a TypeError with its name', (name) => {
    // A helper of a `direct` URL is that of its route.
    const own = name.replace('newest', 'photos')
    let built = 0
    const call = (make: Make) => {
      const args = make() as unknown[]
      let url: string
      try {
        url = (emitted as unknown as Record<string, Any>)[name]!(...args) as string
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
        expect((error as Error).message).toMatch(new RegExp(`^${own}(?:\\(.*\\))?: `, 's'))
        return
      }
      built += 1
      const { pathname, host } = new URL(url, 'http://base.test')
      if (url.startsWith('/')) {
        expect(host).toBe('base.test')
        expect(refusal(url)).toBeNull()
      } else {
        expect(url).toMatch(/^https?:\/\//)
        expect(refusal(pathname)).toBeNull()
      }
    }
    const positional = fc.array(value, { maxLength: 4 }).map((makers) => () => makers.map((make) => make()))
    fc.assert(fc.property(positional, call), { seed, numRuns: RUNS })
    const isForModel = name.endsWith('For')
    const route = manifest.routes.find(({ name: routeName }) => {
      if (routeName === null) return false
      return isForModel ? routeName === 'photo' : helperName(routeName, kindOf(own), 'camelCase') === own
    })
    const params = Object.fromEntries(
      paramNames(route?.segments ?? []).map((param) => [param, GOOD_VALUES[param] ?? 7]),
    )
    // A map of parameters refuses other names. The options behind it take them for parameters of the query.
    const named = fc
      .tuple(fc.constantFrom({}, { host: 'h.test' }), fc.dictionary(key, value, { maxKeys: 4 }), fc.boolean())
      .map(([some, more, isOneMap]): Make => () => {
        const options = { ...some, ...(mapOf(more)() as object) }
        if (isForModel) return ['Photo', { ...params, ...options }]
        return isOneMap || name.startsWith('newest') ? [{ ...params, ...options }] : [params, options]
      })
    fc.assert(fc.property(named, call), { seed, numRuns: RUNS })
    expect(built).toBeGreaterThan(0)
  })
})
