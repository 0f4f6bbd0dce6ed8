import { expect, test } from 'vitest'
import { withoutStyles } from './without-styles.ts'

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
