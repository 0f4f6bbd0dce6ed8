import { describe, expect, it } from 'vitest'
import { emittedRoute, outcomeOf, withRules, type PatternRoute } from '../test/helpers.ts'
import { buildPath, path } from './build-path.ts'
import { buildSimplePath } from './simple-path.ts'
import { randomNumbers } from '../test/random.ts'

/** `TURNOUT_CALLS=1000000 TURNOUT_SEED=… npx vitest run packages/runtime/src/plain-path.test.ts`; `npm run fuzz` makes 40,000. */
const CALLS = Number(process.env['TURNOUT_CALLS'] ?? 8_000)
const seed = Number(process.env['TURNOUT_SEED'] ?? Date.now() % 0x7fffffff)
console.log(`plain-path: TURNOUT_SEED=${seed}`)

const ROUTES: readonly PatternRoute[] = [
  { pattern: '/' },
  { pattern: '/photos(.{format})', at: 'config/routes.ts:1:1' },
  { pattern: '/photos/{id}(.{format})' },
  { pattern: '/photos/{id}/edit' },
  { pattern: '/photos/{photo_id}/comments/{id}(.{format})', requirements: { id: /^(?:\d+)$/ } },
  { pattern: '/{a}/{b}/{c}', requirements: { a: /^(?:[a-z]+)$/, c: /^(?:x|\d{2})$/ } },
  { pattern: '/{query}/{toParam}/{constructor}' },
  { pattern: '/v{id}.{kind}/caf%C3%A9' },
  { pattern: '/.{id}' },
  { pattern: '/{id}..{kind}' },
  { pattern: '/photos/{id}', options: { scriptName: '/app', host: 'h.test' } },
  { pattern: '/{__proto__}/{hasOwnProperty}' },
]

// oxfmt-ignore
const VALUES: readonly unknown[] = [
  0, -0, 1, -7, 42, 1.5, 1e21, 2 ** 53, 2 ** 53 - 1, Number.NaN, Infinity, 7n,
  '7', 'word', 'a-b_c~d', 'x', 'abc', '', '.', '..', 'a.b', 'a b', 'é', '\u{1f600}', '\ud800', 'a/b', '/', '%', '%2e',
  'x.é', '..é', '.\u{1f600}', 'é..', 'é\ud800', '\udc00x', '. ', 'a b/c', 'é?', 'é\\', 'é\0', '%00', '%E9', '[x]', '\x7f', '\u2028',
  '?', '#x', '\0', '\r\n', '\\', 'x\n', '__proto__', 'constructor', 'toParam', '//evil.test', '../x', '2E', 'E',
  null, undefined, true, false, [], ['a'], ['', 'evil.test'], {}, { id: 7 }, { toParam: 7 }, Symbol('s'),
  () => 7, new Date(0), new Map(), Object.create(null), Object.create({ id: 7 }), Object('x'), Object(7),
  { toParam: () => 7 },
  { toParam: () => 'a b' },
  { toParam: () => null },
  {
    toParam() {
      throw new RangeError('not saved')
    },
  },
  new Proxy({}, {}),
  'x'.repeat(300),
  'x'.repeat(40_000),
]

const KEYS = ['id', 'photo_id', 'a', 'b', 'c', 'kind', 'query', 'toParam', 'constructor', '__proto__', 'hasOwnProperty']
const OTHER_KEYS = [
  'format',
  'anchor',
  'trailingSlash',
  'scriptName',
  'host',
  'port',
  'page',
  'by',
  'a b',
  'é',
  '',
  '7',
]

/** Random arguments for a route. Half of the values are plain, so that some calls are. */
function randomCalls(random: (limit: number) => number) {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const value = () => (random(2) === 0 ? pick(['word', 7, 'x', 42, 'abc']) : pick(VALUES))
  const map = (keys: readonly string[], depth: number): object => {
    const made: object = random(6) === 0 ? Object.create(random(2) === 0 ? null : { id: 'x', page: 1 }) : {}
    for (const key of keys) {
      const isNested = key === 'query' ? random(3) > 0 : random(12) === 0
      const inner = isNested && depth < 2 ? map([pick(OTHER_KEYS), pick(KEYS)], depth + 1) : value()
      const isHidden = random(20) === 0
      Object.defineProperty(made, key, {
        configurable: true,
        enumerable: !isHidden,
        ...(random(10) === 0 ? { get: () => inner } : { value: inner, writable: true }),
      })
    }
    return made
  }
  const some = (keys: readonly string[], most: number) => Array.from({ length: random(most) }, () => pick(keys))
  return (names: readonly string[]): unknown[] => {
    const options = () => map([...some(OTHER_KEYS, 3), ...(random(4) === 0 ? ['query'] : []), ...some(KEYS, 2)], 0)
    switch (random(6)) {
      case 0:
        return Array.from({ length: random(5) }, value)
      case 1:
        return names.map(value)
      case 2:
        return [...names.map(value), random(3) === 0 ? map(['query'], 0) : options()]
      case 3:
        return [
          map(
            names.toSorted(() => random(3) - 1),
            0,
          ),
        ]
      case 4:
        return [map([...names, ...some(KEYS, 2)], 0), options()]
      default:
        return [options(), ...(random(3) === 0 ? [options()] : [])]
    }
  }
}

describe('the fast builder of paths', () => {
  it(`has the result or the error of \`buildPath\` in ${CALLS} random calls`, () => {
    const nextNumber = randomNumbers(seed)
    const random = (limit: number) => Math.floor(nextNumber() * limit)
    const callOf = randomCalls(random)
    const routes = ROUTES.map((route) => ({
      names: [...route.pattern.matchAll(/\w+(?=\})/g)].map(String).filter((name) => name !== 'format'),
      emitted: emittedRoute(route),
      helper: path('aPath', emittedRoute(route)),
      general: path('aPath', withRules(route)),
      quick: 0,
    }))
    for (let call = 0; call < CALLS; call++) {
      const route = routes[random(routes.length)]!
      const args = callOf(route.names)
      const expected = outcomeOf(route.general, args)
      const outcome = outcomeOf(route.helper, args)
      // `expect` is slow.
      const isSame =
        outcome.text === expected.text &&
        outcome.message === expected.message &&
        String(outcome.cause) === String(expected.cause)
      if (!isSame) expect([args, outcome]).toEqual([args, expected])
      try {
        if (buildSimplePath(route.emitted, args) !== undefined) route.quick++
      } catch {
        // A toParam() that throws, or a query that is refused.
      }
    }
    // A test of nothing would pass as well.
    for (const { quick } of routes) expect(quick).toBeGreaterThan(Math.floor(CALLS / routes.length / 200))
  })

  it('builds paths of integers and of strings without slashes, by position and by name, with a query', () => {
    const route = emittedRoute({ pattern: '/photos/{photo_id}/comments/{id}(.{format})' })
    for (const [args, text] of [
      [[1, 2], '/photos/1/comments/2'],
      [['a-b', '~_9'], '/photos/a-b/comments/~_9'],
      [[{ id: 2, photo_id: 1 }], '/photos/1/comments/2'],
      [[1, 2, { page: 2, by: 'a b' }], '/photos/1/comments/2?by=a+b&page=2'],
      [[1, 2, { query: { page: [1, 2] } }], '/photos/1/comments/2?page%5B%5D=1&page%5B%5D=2'],
      [[1, 2, {}], '/photos/1/comments/2'],
      [['é b', 'a.b'], '/photos/%C3%A9%20b/comments/a.b'],
      [[{ id: '..x', photo_id: '100%' }], '/photos/100%25/comments/..x'],
      [['\u{1f600}', "it's;,:@&=+$!*()"], "/photos/%F0%9F%98%80/comments/it's;,:@&=+$!*()"],
    ] as const) {
      expect(buildSimplePath(route, args)).toBe(text)
      expect(buildPath(route, args)[0]).toBe(text)
    }
    for (const args of [
      [1],
      [1, 2, 3],
      [1, '.'],
      [1, '...'],
      [1, 'a/b'],
      [1, '?'],
      [1, '#'],
      [1, '\\'],
      [1, '\0'],
      [1, 'é\ud800'],
      [1, 2, { format: 'json' }],
      [{ id: 2 }],
      [1, 2.5],
    ]) {
      expect(buildSimplePath(route, args)).toBeUndefined()
    }
  })

  it('returns undefined for paths of more than 64 KiB', () => {
    const route = emittedRoute({ pattern: '/{a}/{b}' })
    const [half, more] = ['x'.repeat(32_767), 'x'.repeat(32_768)]
    expect(buildSimplePath(route, [half, half])).toHaveLength(65_536)
    expect(buildSimplePath(route, [half, more])).toBeUndefined()
  })

  it('reads no inherited values, even if code extends Object.prototype', () => {
    // oxlint-disable-next-line no-extend-native
    Object.defineProperty(Object.prototype, 'id', { configurable: true, value: 'x' })
    try {
      const helper = path('photoPath', emittedRoute({ pattern: '/photos/{id}' }))
      expect(() => helper({ slug: 'x' })).toThrow('id is missing, not a parameter: slug')
    } finally {
      delete (Object.prototype as { id?: string }).id
    }
  })
})
