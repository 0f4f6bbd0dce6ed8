import { deepStrictEqual } from 'node:assert'
import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../compile.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { defaultExport, emitManifest } from './emit-manifest.ts'

/** Evaluates a module, and returns a function that reads its default export. */
function evaluate(code: string, more: Readonly<Record<string, unknown>> = {}): () => unknown {
  const script = code
    .replace(/^export default (.*)$/m, 'const value = $1')
    .replace(/^export \{ value as default \}$/m, '')
    .replace('import.meta.hot?.accept()', '')
  const names = Object.keys(more)
  return new Function(...names, `'use strict'\n${script}\nreturn () => value`)(...names.map((name) => more[name]))
}

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(Object.isFrozen(value)).toBe(true)
  Object.values(value).forEach(expectFrozen)
}

const tableOf = (path: string): Manifest =>
  compileRoutes((r) => {
    r.get(path, { to: 'pages#show', as: 'page', defaults: { note: `it's </script> \u2028 import.meta` } })
  }).manifest!

describe('emitManifest', () => {
  it('exports an equal manifest that is deeply frozen', () => {
    const manifest = tableOf('pages/:id')
    const exported = evaluate(emitManifest(manifest))()
    deepStrictEqual(exported, manifest)
    expectFrozen(exported)
  })

  it('keeps a key `__proto__` as an ordinary key', () => {
    const manifest = tableOf('pages/:id')
    const defaults = JSON.parse('{ "__proto__": { "polluted": true } }') as Record<string, never>
    const [route] = manifest.routes
    const exported = evaluate(emitManifest({ ...manifest, routes: [{ ...route!, defaults }] }))() as Manifest
    expect(Object.getOwnPropertyNames(exported.routes[0]!.defaults)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(exported.routes[0]!.defaults)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(exported)).toBe(Object.prototype)
  })
})

describe('defaultExport', () => {
  it('sets the exports of older instances in a dev server', () => {
    const shared = {}
    const [first, second] = [tableOf('first'), tableOf('second')].map((manifest) =>
      evaluate(emitManifest(manifest, 'shared'), { shared }),
    )
    expect(first!()).toEqual(tableOf('second'))
    expect(first!()).toBe(second!())
  })

  it('has no state in builds', () => {
    expect(defaultExport('7', null)).toBe('export default 7\n')
  })
})
