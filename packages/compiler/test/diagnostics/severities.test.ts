import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/dsl.ts'
import { compileRoutes, type Severities } from '../../src/index.ts'

function codesWith(severities: Severities | Record<string, string>, block: (r: Routes) => void) {
  const { manifest, diagnostics } = compileRoutes(block, { severities: severities as Severities })
  const codes = diagnostics.map(({ code, severity }) => `${severity} ${code}`)
  return { codes, hasTable: manifest !== null, messages: diagnostics.map(({ message }) => message) }
}

const unreachable = (r: Routes): void => {
  r.get('photos/:id', { to: 'photos#show' })
  r.get('photos/new', { to: 'photos#new' })
}

describe('severities', () => {
  it.each([
    [{}, ['warning unreachable-route'], true],
    [{ 'unreachable-route': 'error' }, ['error unreachable-route'], false],
    [{ 'unreachable-route': 'hint' }, ['hint unreachable-route'], true],
    [{ 'unreachable-route': 'off' }, [], true],
  ] as const)('%j', (severities, codes, hasTable) => {
    expect(codesWith(severities, unreachable)).toMatchObject({ codes, hasTable })
  })

  it('lower an error that leaves a table', () => {
    const block = (r: Routes): void => r.resources('photos', { only: 'preview' } as never)
    expect(codesWith({}, block)).toMatchObject({ codes: ['error unknown-only'], hasTable: false })
    for (const severity of ['warning', 'hint', 'off'] as const) {
      expect(codesWith({ 'unknown-only': severity }, block)).toMatchObject({
        codes: severity === 'off' ? [] : [`${severity} unknown-only`],
        hasTable: true,
      })
    }
  })

  it('cannot lower an error that leaves none, and say so', () => {
    const block = (r: Routes): void => r.match('x', { to: 'x#y' } as never)
    const { codes, hasTable, messages } = codesWith({ 'missing-via': 'off' }, block)
    expect(codes).toEqual(['error invalid-severity', 'error missing-via'])
    expect(hasTable).toBe(false)
    expect(messages[0]).toBe('`missing-via` stays an error: it prevents building a route table.')
  })

  it.each([
    [{ 'unreachable-rout': 'error' }, 'There is no diagnostic `unreachable-rout`. Did you mean `unreachable-route`?'],
    [{ somethingElse: 'error' }, 'There is no diagnostic `somethingElse`.'],
    [{ 'unreachable-route': 'warn' }, '`unreachable-route` is set to `warn`, which is not a severity.'],
    [JSON.parse('{ "__proto__": "error" }') as Record<string, string>, 'There is no diagnostic `__proto__`.'],
  ])('%j is an error', (severities, message) => {
    const { codes, hasTable, messages } = codesWith(severities, (r) => r.root('pages#home'))
    expect(codes).toEqual(['error invalid-severity'])
    expect(messages).toEqual([message])
    expect(hasTable).toBe(false)
  })

  it('are typed by the codes', () => {
    const severities: Severities = { 'deep-nesting': 'off', 'unreachable-route': 'error' }
    // @ts-expect-error no such code
    const unknown: Severities = { 'deep-nestin': 'off' }
    // @ts-expect-error no such severity
    const wrong: Severities = { 'deep-nesting': 'none' }
    expect([severities, unknown, wrong]).toHaveLength(3)
  })
})
