// Helpers with values by position, for routes with optional parameters in front of others. Rails 7.2 and 8.1 return the
// same paths, except that a path never begins with `//`.
import { describe, expect, it } from 'vitest'
import type { Routes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { loadModule } from './load-module.ts'

function helperOf(path: string, options: object = {}) {
  const { code } = compileRoutes((r: Routes) => r.get(path, { to: 'x#y', as: 'it', ...options }))
  return loadModule(code!)['itPath']!
}

describe('one value for each required parameter', () => {
  it.each([
    ['(/:locale)/photos/:id', [7], '/photos/7'],
    ['(:locale)/photos/:id', [7], '/photos/7'],
    ['(/a/:a)(/b/:b)/c/:c', [1], '/c/1'],
    ['list(/:tag)/p/:page', [2], '/list/p/2'],
    [':a(/:b)/z/:c(/:d)', [1, 2], '/1/z/2'],
  ])('omits the optional parameters of %s', (path, values, url) => {
    expect(helperOf(path)(...values)).toBe(url)
  })

  it('omits an optional parameter that has a default', () => {
    expect(helperOf('(/:locale)/photos/:id', { defaults: { locale: 'en' } })(7)).toBe('/photos/7')
  })

  it.each([
    ['with options', '(/:locale)/photos/:id', {}, [7, { anchor: 'top' }]],
    ['if there are more values', '(/a/:a)(/b/:b)/c/:c', {}, [1, 2]],
    ['if a parameter has a requirement', '(/:locale)/photos/:id', { constraints: { locale: /en|de/ } }, [7]],
    ['if there is a glob', 'files(/*path)/end/:x', {}, [1]],
  ])('fills from the left %s', (_, path, options, values) => {
    expect(() => helperOf(path, options)(...values)).toThrow(/ is missing/)
  })

  it('reads the fields of a model, optional ones included', () => {
    class Photo {
      locale = 'de'
      id = 7
    }
    expect(helperOf('(/:locale)/photos/:id')(new Photo())).toBe('/de/photos/7')
    expect(helperOf('(/:locale)/photos/:id')({ toParam: () => 7 })).toBe('/photos/7')
  })
})

describe('a value for an optional parameter', () => {
  it.each([
    ['(/:locale)/photos/:id', ['en', 7], '/en/photos/7'],
    ['(/:locale)/photos/:id', [null, 7], '/photos/7'],
    ['(/:locale)/photos/:id', [7, { locale: 'en' }], '/en/photos/7'],
    ['list(/:tag)/p/:page', ['', 2], '/list//p/2'],
    ['list(/:tag)/p/:page', [null, 2], '/list/p/2'],
    ['(/:locale)/photos/:id', ['', 7], '/photos/7'],
    // False is a value, and null is none.
    ['(/:locale)/photos/:id', [false, 7], '/false/photos/7'],
    ['list(/:tag)/p/:page', [{ page: 2, tag: false }], '/list/false/p/2'],
    ['a/:id(/:tab)', [1, false], '/a/1/false'],
    ['a(/:x(/:y))', [1, false], '/a/1/false'],
    ['files(/*path)', [false], '/files/false'],
    ['a/:id', [1, { format: false }], '/a/1.false'],
  ] as [string, unknown[], string][])('of %s: %j', (path, values, url) => {
    expect(helperOf(path)(...values)).toBe(url)
  })

  it('may not be false for a required parameter', () => {
    expect(() => helperOf('a/:id(/:tab)')(false, 'x')).toThrow('id is missing')
  })
})
