import { expect, test } from 'vitest'
import { onlyRegularFiles, withoutStyles } from './environment-plugins.ts'

test('onlyRegularFiles lets files and modules load', () => {
  const { load, enforce, name } = onlyRegularFiles() as { load: (id: string) => unknown; enforce: string; name: string }
  expect([name, enforce]).toEqual(['turnout:regular-files', 'pre'])
  expect(load(import.meta.filename)).toBeNull()
  expect(load(`${import.meta.filename}?raw`)).toBeNull()
  expect(() => load('/dev/null')).toThrow('`/dev/null` is not a regular file')
  expect(() => load('/dev/null?raw#x')).toThrow('is not a regular file')
})

test('withoutStyles replaces styles, but not their texts and addresses', () => {
  const { resolveId, load, enforce, name } = withoutStyles() as unknown as {
    resolveId: (id: string) => string | null
    load: (id: string) => string | null
    enforce: string
    name: string
  }
  expect([name, enforce]).toEqual(['turnout:without-styles', 'pre'])
  const style = resolveId('./a.css')!
  expect(style).toMatch(/^\0/)
  expect(load(style)).toBe("export default ''")
  expect(resolveId('./a.module.scss?used')).toBe(style)
  for (const id of ['./a.ts', './a.css?raw', './a.css?url', './a.css?a&worker', './a.css?sharedworker'])
    expect(resolveId(id)).toBeNull()
  expect(resolveId('./a.css?rawer')).toBe(style)
  expect(load('/a.css')).toBeNull()
})
