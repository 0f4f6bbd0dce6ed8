import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/dsl.ts'
import { compileRoutes } from '../../src/index.ts'

/** Requirements of a size, as regular expressions and as texts. */
const REQUIREMENTS: Readonly<Record<string, (size: number) => unknown>> = {
  'optional parts': (size) => new RegExp('a?'.repeat(size / 2)),
  'optional groups': (size) => new RegExp('(?:a|b)?'.repeat(size / 8)),
  alternatives: (size) => new RegExp('a|'.repeat(size / 2).slice(0, -1)),
  classes: (size) => new RegExp('[a-z]'.repeat(size / 5)),
  lookaheads: (size) => new RegExp('(?=a)'.repeat(size / 5)),
  literals: (size) => new RegExp('a'.repeat(size)),
  'a text': (size) => 'a'.repeat(size),
  'texts of which one is long': (size) => ['a', 'a'.repeat(size)],
}

const compile = (path: string, b: unknown) =>
  compileRoutes((r: Routes) => r.get(path, { to: 'a#b', as: 'a', constraints: { b } } as never))

describe.each(Object.entries(REQUIREMENTS))('%s', (name, make) => {
  it.each(['a/:b', ':b-c/:b/*d', ':a/:b(/:c)'])('are emitted, or refused with a place, in %s', (path) => {
    for (const size of name.startsWith('optional') ? [400, 1000] : [400, 4000]) {
      const { manifest, diagnostics, code, types } = compile(path, make(size))
      expect([code, types].includes(null)).toBe(manifest === null)
      for (const { severity, location } of diagnostics) if (severity === 'error') expect(location).not.toBeNull()
    }
  })

  it('are refused where they are too long', () => {
    for (const size of [5000, 100_000]) {
      const { manifest, diagnostics } = compile('a/:b', make(size))
      expect(manifest).toBeNull()
      expect(diagnostics).toMatchObject([{ code: 'requirement-too-long', location: { line: expect.any(Number) } }])
    }
  })
})

it('a condition that is too long is refused, too', () => {
  const block = (r: Routes) => r.get('a', { to: 'a#b', constraints: { host: new RegExp('a'.repeat(5000)) } })
  const { diagnostics } = compileRoutes(block)
  expect(diagnostics).toMatchObject([
    { code: 'requirement-too-long', message: 'The condition on `host` has 5,000 characters; the limit is 4,096.' },
  ])
})
