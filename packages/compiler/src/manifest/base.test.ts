import { expect, it } from 'vitest'
import { basePath } from './base.ts'

it.each([
  ['/', ''],
  ['/app', '/app'],
  ['/app/', '/app'],
  ['/a/b.c/~d/', '/a/b.c/~d'],
  // Text, as in a URL.
  ['/:app', '/:app'],
  ['/{app}', '/%7Bapp%7D'],
  ['/café', '/caf%C3%A9'],
  ['/caf%c3%a9', '/caf%C3%A9'],
])('%s is the base %s', (text, base) => {
  expect(basePath(text)).toBe(base)
})

it.each(
  [
    '',
    './',
    '.',
    'app',
    'app/',
    '//',
    '//evil.test',
    '/\\evil.test',
    'https://cdn.test/app/',
    'javascript:alert(1)',
    '/app//x',
    '/app/../x',
    '/app/%2e%2e/x',
    '/app/%2E',
    '/a%2Fb',
    '/a%5Cb',
    '/app?x',
    '/app#x',
    '/a\nb',
    '/a\0b',
    '/%zz',
    '/%ff',
    '/(app)',
    `/${'x'.repeat(70_000)}`,
  ].map((text): [string, string] => [text.slice(0, 20), text]),
)('%j is not a base', (_, text) => {
  expect(basePath(text)).toBeNull()
})
