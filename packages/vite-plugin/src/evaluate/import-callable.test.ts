import { expect, test } from 'vitest'
import { callableImporter } from './import-callable.ts'

test.each([
  ['src/a.ts', '/src/a.ts'],
  ['../lib/a.ts', '/home/lib/a.ts'],
  ['/other/a.ts', '/other/a.ts'],
  ['acme', 'acme'],
  [null, ''],
])('a module imports %j from %j', (name, specifier) => {
  const files = new Map(['src/a.ts', '../lib/a.ts', '/other/a.ts'].map((file) => [file, file]))
  expect(callableImporter(files, '/home/app')({ module: name, export: 'x' } as never)).toBe(specifier)
})
