import { describe, expect, test } from 'vitest'
import { outcome, type LooseRoutes } from '../../../test/outcome.ts'

/** Values that no method accepts as a name, and how a message shows them. */
const BAD_VALUES: readonly (readonly [shown: string, value: unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['true', true],
  ['7', 7n],
  ['a symbol without a description', Symbol()],
  ['an object', new Date(0)],
]

const NAMES = 'names, then options, then a block'
const RESOURCE_BLOCK = { only: 'index' }

/** A call with a value in one of its arguments, and the message with `%` in place of the value. */
const CALLS: readonly (readonly [call: (r: LooseRoutes, value: unknown) => unknown, message: string])[] = [
  [(r, value) => r.resources(value), `The first argument of \`resources\` is %. \`resources\` accepts ${NAMES}.`],
  [(r, value) => r.resources('x', value), `The second argument of \`resources\` is %. \`resources\` accepts ${NAMES}.`],
  [
    (r, value) => r.resources('x', { only: 'index' }, value),
    `The third argument of \`resources\` is %. \`resources\` accepts ${NAMES}.`,
  ],
  [
    (r, value) => r.resources('x', value, () => {}),
    `The second argument of \`resources\` is %. \`resources\` accepts ${NAMES}.`,
  ],
  [
    (r, value) => r.resources([value]),
    'The first argument of `resources` is an array. `resources` accepts ' + NAMES + '.',
  ],
  [(r, value) => r.resource('x', value), `The second argument of \`resource\` is %. \`resource\` accepts ${NAMES}.`],
  [
    (r, value) => r.namespace(value, () => {}),
    'The first argument of `namespace` is %. `namespace` accepts a name, then options, then a block.',
  ],
  [
    (r, value) => r.namespace('x', value),
    'The second argument of `namespace` is %. `namespace` accepts a name, then options, then a block.',
  ],
  [
    (r, value) => r.scope(value),
    'The first argument of `scope` is %. `scope` accepts paths, then options, then a block.',
  ],
  [
    (r, value) => r.scope('x', value, () => {}),
    'The second argument of `scope` is %. `scope` accepts paths, then options, then a block.',
  ],
  [
    (r, value) => r.scope({ module: 'x' }, value),
    'The second argument of `scope` is %. `scope` accepts paths, then options, then a block.',
  ],
  [
    (r, value) => r.controller(value, () => {}),
    'The first argument of `controller` is %. `controller` accepts a name, then a block.',
  ],
  [
    (r, value) => r.controller('x', value),
    'The second argument of `controller` is %. `controller` accepts a name, then a block.',
  ],
  [
    (r, value) => r.defaults({ a: 'b' }, value),
    'The second argument of `defaults` is %. `defaults` accepts an object, then a block.',
  ],
  [
    (r, value) => r.constraints({ a: 'b' }, value),
    'The second argument of `constraints` is %. `constraints` accepts an object or a function, then a block.',
  ],
  [(r, value) => r.shallow(value), 'The first argument of `shallow` is %. `shallow` accepts a block.'],
  [
    (r, value) => r.resources('x', RESOURCE_BLOCK, (x: LooseRoutes) => void x.collection(value)),
    'The first argument of `collection` is %. `collection` accepts a block.',
  ],
  [
    (r, value) => r.resources('x', RESOURCE_BLOCK, (x: LooseRoutes) => void x.member(value)),
    'The first argument of `member` is %. `member` accepts a block.',
  ],
  [(r, value) => r.draw(value), 'The first argument of `draw` is %. `draw` accepts the name of a route file.'],
  [(r, value) => r.concerns(value), 'The first argument of `concerns` is %. `concerns` accepts names, then options.'],
  [
    (r, value) => r.concern('x', value),
    'The second argument of `concern` is %. `concern` accepts a name, then a block or an object with the method `call`.',
  ],
  [(r, value) => r.get(value, { to: 'a#b' }), 'The first argument of `get` is %. `get` accepts a path, then options.'],
  [
    (r, value) => r.get('x', value),
    "The second argument of `get` is %, which is neither a path nor options. The target of a route is an option: `{ to: 'controller#action' }`.",
  ],
  [
    (r, value) => r.get('x', { to: 'a#b' }, value),
    "The third argument of `get` is %, which is neither a path nor options. The target of a route is an option: `{ to: 'controller#action' }`.",
  ],
  [(r, value) => r.root(value), 'The first argument of `root` is %, which is neither a target nor options.'],
  [(r, value) => r.root('a#b', value), 'The second argument of `root` is %, which is neither a target nor options.'],
]

describe.each(CALLS)('%s', (call, message) => {
  test.each(BAD_VALUES)('names the argument that is %s', (shown, value) => {
    const [problem, ...others] = outcome((r) => void call(r, value))
    expect([problem?.replace(/^[\w-]+: /, ''), others]).toEqual([message.replace('%', () => shown), []])
  })
})

test('blocks and arrays in another place are named', () => {
  const messages = (call: (r: LooseRoutes) => unknown) => outcome((r) => void call(r))
  expect(messages((r) => r.resources('x', () => {}, { only: 'index' }))).toEqual([
    `bad-argument: The second argument of \`resources\` is a function. \`resources\` accepts ${NAMES}.`,
  ])
  expect(messages((r) => r.namespace('x', 'y', () => {}))).toEqual([
    'bad-argument: The second argument of `namespace` is the string "y". `namespace` accepts a name, then options, then a block.',
  ])
  expect(messages((r) => r.namespace(['x'], () => {}))).toEqual([
    'bad-argument: The first argument of `namespace` is an array. `namespace` accepts a name, then options, then a block.',
  ])
})

test.each([
  [{ controller: function PhotosController() {} }, 'controller', 'a function'],
  [{ path: ['a'] }, 'path', 'an array'],
  [{ param: Number.NaN }, 'param', 'NaN'],
  [{ module: {} }, 'module', 'an object'],
  [{ as: Symbol() }, 'as', 'a symbol without a description'],
])('an option with a value that is no name is an error: %o', (options, name, shown) => {
  expect(outcome((r) => r.resources('photos', { only: 'index', ...options }))).toEqual([
    `bad-argument: The option \`${name}\` is ${shown}, not a string.`,
  ])
})
