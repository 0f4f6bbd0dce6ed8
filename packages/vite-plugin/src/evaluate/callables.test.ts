import { describe, expect, test } from 'vitest'
import { callableFinder, findExport } from './callables.ts'
import type { EvaluatedModule } from './evaluation.ts'

const value = () => true

function module(file: string, exports: Record<string, unknown>, imports: EvaluatedModule[] = []): EvaluatedModule {
  return { file, specifier: null, exports, imports: () => imports }
}
function installed(specifier: string, exports: Record<string, unknown>): EvaluatedModule {
  return { file: null, specifier, exports, imports: () => [] }
}
const find = (modules: EvaluatedModule[], routeFile?: EvaluatedModule) =>
  findExport(value, modules, (each) => each === routeFile)

describe('findExport', () => {
  test('finds the module and the name of the export', () => {
    const found = find([module('/a.ts', { other: () => false }), module('/b.ts', { office: value })])
    expect(found?.module.file).toBe('/b.ts')
    expect(found?.export).toBe('office')
  })

  test('is null where nothing exports the value', () => {
    expect(find([module('/a.ts', { other: () => false })])).toBeNull()
  })

  test('passes over exports that were never set', () => {
    const failed = module('/a.ts', {})
    Object.defineProperty(failed.exports, 'x', {
      enumerable: true,
      get() {
        throw new ReferenceError('x is not initialized')
      },
    })
    expect(find([failed, module('/b.ts', { office: value })])?.module.file).toBe('/b.ts')
  })

  test('prefers a module that is not a route file, and falls back on one', () => {
    const routes = module('/a-routes.ts', { office: value })
    expect(find([routes, module('/b.ts', { office: value })], routes)?.module.file).toBe('/b.ts')
    expect(find([routes], routes)?.module).toBe(routes)
  })

  test('prefers a module of the project to an installed one', () => {
    expect(find([installed('acme', { office: value }), module('/b.ts', { office: value })])?.module.file).toBe('/b.ts')
    expect(find([installed('acme', { office: value })])?.module.specifier).toBe('acme')
  })

  test('prefers the module that the others have it from', () => {
    const origin = module('/z/origin.ts', { office: value })
    const between = module('/m/between.ts', {}, [origin])
    const index = module('/a/index.ts', { office: value }, [between])
    expect(find([index, between, origin])?.module).toBe(origin)
  })

  test('ends where modules import each other', () => {
    const imports: EvaluatedModule[] = []
    const a = module('/a.ts', { office: value }, imports)
    imports.push(module('/b.ts', { office: value }, [a]))
    expect(find([a, ...imports])?.module).toBe(a)
  })

  test('prefers the own name of the function, then a named export, then the first by name', () => {
    expect(find([module('/a.ts', { abc: value, value })])?.export).toBe('value')
    expect(find([module('/a.ts', { default: value, zed: value, abc: value })])?.export).toBe('abc')
    expect(find([module('/a.ts', { default: value })])?.export).toBe('default')
  })
})

describe('callableFinder', () => {
  const relative = (file: string) => file.replace('/app/', '')

  test('names files of the project, packages and route files', () => {
    const [other, unknown] = [() => false, () => null]
    const modules = [
      module('/app/src/a.ts', { office: value }),
      installed('acme', { other }),
      module('/app/routes.ts', { unknown }),
    ]
    let count = 0
    const finder = callableFinder({ evaluated: () => ((count += 1), modules) }, new Set(['/app/routes.ts']), relative)
    expect(finder.identify(value)).toEqual({ module: 'src/a.ts', export: 'office' })
    expect(finder.identify(other)).toEqual({ module: 'acme', export: 'other' })
    expect(finder.identify(unknown)).toEqual({ routeFile: 'routes.ts', export: 'unknown' })
    expect(finder.identify({})).toBeNull()
    expect(finder.identify(value)).toBe(finder.identify(value))
    expect(count).toBe(1)
  })

  test('imports files inside the root by a path from the root, and all others by their path', () => {
    const places: [file: string, name: string, specifier: string][] = [
      ['/app/src/a.ts', 'src/a.ts', '/src/a.ts'],
      ['/lib/a.ts', '../lib/a.ts', '/lib/a.ts'],
      ['/other/a.ts', '/other/a.ts', '/other/a.ts'],
    ]
    const names = new Map(places.map(([file, name]) => [file, name]))
    for (const [file, name, specifier] of places) {
      const evaluated = () => [module(file, { office: value })]
      const finder = callableFinder({ evaluated }, new Set(), (absolute) => names.get(absolute)!)
      finder.identify(value)
      expect(finder.importCallable({ module: name, export: 'office' })).toBe(specifier)
    }
    const finder = callableFinder({ evaluated: () => [] }, new Set(), relative)
    expect(finder.importCallable({ module: 'acme', export: 'other' })).toBe('acme')
  })
})
