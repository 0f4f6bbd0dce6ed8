import { expect, test } from 'vitest'
import { redirect, type Routes } from '../../src/dsl.ts'
import { compileRoutes } from '../../src/index.ts'

// Deliberately wrong: the types refuse them as well.
const asked = (async () => true) as never
const generated = function* () {
  yield false
} as never
const waited = async function* () {
  yield false
} as never
const inMatches = { async matches() {} } as never
class Caller {
  async call() {}
}
class Tenant {
  readonly name = 'acme'
  static async matches() {}
}

test.each<[string, string, (r: Routes) => void]>([
  ['of a route', '`asked`, a constraint, is an async function.', (r) => r.get('a', { to: 'a#b', constraints: asked })],
  [
    'of a scope',
    '`asked`, a constraint, is an async function.',
    (r) => r.scope({ constraints: asked }, () => r.get('a', { to: 'a#b' })),
  ],
  [
    'of a block',
    '`asked`, a constraint, is an async function.',
    (r) => r.constraints(asked, () => r.resources('photos')),
  ],
  [
    'that is bound',
    '`bound asked`, a constraint, is an async function.',
    (r) => r.get('a', { to: 'a#b', constraints: (asked as () => void).bind(null) as never }),
  ],
  [
    'that is a generator',
    '`generated`, a constraint, is a generator function.',
    (r) => r.resources('photos', { constraints: generated }),
  ],
  [
    'that is an async generator',
    '`waited`, a constraint, is an async generator function.',
    (r) => r.resource('photo', { constraints: waited }),
  ],
  [
    'in `matches`',
    'The function, a constraint, is an async function.',
    (r) => r.constraints(inMatches, () => r.get('a', { to: 'a#b' })),
  ],
  [
    'in a static `matches`',
    '`Tenant`, a constraint, is an async function.',
    (r) => r.constraints(Tenant as never, () => r.get('a', { to: 'a#b' })),
  ],
  [
    'in `call`',
    'The function, a constraint, is an async function.',
    (r) => r.get('a', { to: 'a#b', constraints: new Caller() as never }),
  ],
  [
    'of a redirect',
    '`asked`, the function of a redirect, is an async function.',
    (r) => r.get('a', { to: redirect(asked) }),
  ],
  ['of `direct`', '`asked`, a function that makes a URL, is an async function.', (r) => r.direct('home', asked)],
  ['of `resolve`', '`asked`, a function that makes a URL, is an async function.', (r) => r.resolve('User', asked)],
])('an async function is an error where it is declared: %s', (_, message, block) => {
  const { diagnostics } = compileRoutes(block)
  expect(diagnostics).toMatchObject([{ code: 'async-function', severity: 'error', message }])
  expect(diagnostics[0]!.location?.file).toContain('async-functions.test.ts')
})

test('an endpoint may be async', () => {
  const { diagnostics } = compileRoutes((r) => {
    r.get('a', { to: asked })
    r.mount({ fetch: asked }, { at: '/b' })
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['inline-callable', 'inline-callable'])
})
