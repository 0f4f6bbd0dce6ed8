import { expect, test } from 'vitest'
import { onlyRegularFiles } from './regular-files.ts'

test('onlyRegularFiles lets files and modules load', () => {
  const { load, enforce, name } = onlyRegularFiles() as { load: (id: string) => unknown; enforce: string; name: string }
  expect([name, enforce]).toEqual(['turnout:regular-files', 'pre'])
  expect(load(import.meta.filename)).toBeNull()
  expect(load(`${import.meta.filename}?raw`)).toBeNull()
  expect(() => load('/dev/null')).toThrow('`/dev/null` is not a regular file')
  expect(() => load('/dev/null?raw#x')).toThrow('is not a regular file')
})
