import { expect, test } from 'vitest'
import type { TurnoutOptions } from './options.ts'
import { resolveOptions } from './resolve-options.ts'

test('options that are left out have their defaults', () => {
  expect(resolveOptions({ helpers: 'snake_case', drawPaths: 'a' })).toEqual({
    routes: null,
    base: null,
    drawPaths: ['a'],
    controllers: null,
    types: 'virtual-routes.d.ts',
    manifest: '.vite/routes-manifest.json',
    isManifestPublic: false,
    inspector: true,
    devBar: false,
    openapi: null,
    links: {},
    reportsLinks: false,
    pages: null,
    router: null,
    server: null,
    compile: { helpers: 'snake_case' },
  })
})

test.each([
  ['contorllers', '`turnout()` has no option `contorllers`. Did you mean `controllers`?'],
  ['drawPath', '`turnout()` has no option `drawPath`. Did you mean `drawPaths`?'],
  ['__proto__', '`turnout()` has no option `__proto__`.'],
  ['somethingElse', '`turnout()` has no option `somethingElse`.'],
])('%s is not an option', (name, message) => {
  expect(() => resolveOptions(JSON.parse(`{ "${name}": 1 }`) as TurnoutOptions)).toThrow(new TypeError(message))
})

test.each<[string, unknown, string]>([
  ['routes', ['config/routes.ts'], 'a string'],
  ['drawPaths', [1], 'a string or an array of strings'],
  ['controllers', true, 'a string'],
  ['types', true, 'a path that ends with `.d.ts`, or false'],
  ['types', 'src/main.ts', 'a path that ends with `.d.ts`, or false'],
  ['types', 'src', 'a path that ends with `.d.ts`, or false'],
  ['types', 'src/.d.ts', 'a path that ends with `.d.ts`, or false'],
  ...[
    '',
    'a',
    '/a.json',
    '../a.json',
    'a/../../b.json',
    './a.json',
    'a//b.json',
    'C:/a.json',
    'a\\b.json',
    '.json',
  ].map((value): [string, unknown, string] => [
    'manifest',
    value,
    'a path in the output folder that ends with `.json`, or false',
  ]),
  ...[
    'openapi.json',
    { raml: 'a.raml' },
    { openapi: '../openapi.json' },
    { svg: 'routes.svg' },
    { openapi: { file: 'a.json' } },
    { openapi: { file: '/a.json', base: 'b.json' } },
  ].map((value): [string, unknown, string] => [
    'exports',
    value,
    'an object of paths in the output folder, by `openapi`',
  ]),
  ...[
    '',
    7,
    null,
    { entry: '' },
    { entry: 'src/server.ts', origins: [] },
    { trustedOrigins: 'https://pay.test' },
    ...['https://pay.test/', 'pay.test', 'null', 'https://Pay.test', 'https://pay.test:443', '', 7].map((origin) => ({
      trustedOrigins: [origin],
    })),
  ].map((value): [string, unknown, string] => [
    'server',
    value,
    'true, false, the path of a module, or an object of `entry`, such a path, and `trustedOrigins`, an array of ' +
      "origins without a path: ['https://pay.example.com']",
  ]),
  ['devBar', 'yes', 'true or false'],
  ['apiOnly', 'yes', 'true or false'],
  ['rails', '7.1', "'8.1' or '7.2'"],
  ['rails', 8.1, "'8.1' or '7.2'"],
  ['pathNames', { new: 1 }, 'an object of strings'],
  ['inflections', [], 'a function'],
  ['helpers', 'snake', "'camelCase' or 'snake_case'"],
])('%s cannot be %j', (name, value, kind) => {
  expect(() => resolveOptions({ [name]: value } as TurnoutOptions)).toThrow(
    new TypeError(`The option \`${name}\` of \`turnout()\` must be ${kind}.`),
  )
})

test.each<[NonNullable<TurnoutOptions['server']>, unknown]>([
  [false, null],
  [true, { entry: null, trustedOrigins: [] }],
  ['src/other.ts', { entry: 'src/other.ts', trustedOrigins: [] }],
  [{}, { entry: null, trustedOrigins: [] }],
  [
    { entry: 'src/other.ts', trustedOrigins: ['https://pay.test', 'http://[::1]:8080', '*'] },
    { entry: 'src/other.ts', trustedOrigins: ['https://pay.test', 'http://[::1]:8080', '*'] },
  ],
])('the option `server` is %j', (server, expected) => {
  expect(resolveOptions({ server }).server).toEqual(expected)
})

test.each<TurnoutOptions>([{}, { server: false }, { server: true, inspector: false }])(
  'the dev bar needs a server and the inspector: %j',
  (options) => {
    expect(() => resolveOptions({ ...options, devBar: true })).toThrow(
      new TypeError('The option `devBar` of `turnout()` needs the option `server`, and the inspector.'),
    )
    expect(resolveOptions({ server: true, devBar: true }).devBar).toBe(true)
  },
)

test('an option that is undefined is left out', () => {
  const { routes, types } = resolveOptions({ routes: undefined, types: undefined } as unknown as TurnoutOptions)
  expect([routes, types]).toEqual([null, 'virtual-routes.d.ts'])
})

test('the option `router` names a router, and needs `pages`', () => {
  expect(resolveOptions({ pages: 'src/pages', router: 'vue-router' }).router).toBe('vue-router')
  expect(() => resolveOptions({ router: 'react-router' })).toThrow('needs the option `pages`')
  expect(() => resolveOptions({ pages: 'src/pages', router: 'svelte' as never })).toThrow(
    "'react-router' or 'vue-router'",
  )
})
