import type { Match } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { defineRoutes } from '../src/dsl.ts'
import { compileRoutes } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { loadModule } from './load-module.ts'

type Builder = Parameters<Parameters<typeof defineRoutes>[0]>[0]

function matcherOf(block: (r: Builder) => void): Match {
  const { manifest, diagnostics } = compileRoutes(block)
  if (manifest === null) throw new Error(JSON.stringify(diagnostics))
  return loadModule(emitModule(manifest).code)['match'] as Match
}

describe('params', () => {
  const match = matcherOf((r) => {
    r.get('photos', { to: 'photos#index' })
    r.get('photos/:id', { to: 'photos#show' })
    r.get('photos/:id/edit', { to: 'photos#edit' })
    r.get('a/:one/:two/:three/:four', { to: 'a#four' })
    r.get('b/:one/:two/:three/:four/:five', { to: 'b#five' })
    r.get('c/:id(-:lang)', { to: 'c#pattern', id: /\d+/ })
    r.get('d/*path', { to: 'd#glob', defaults: { tab: 'a' } })
    r.get('e/:constructor', { to: 'e#inherited' })
    r.get('f/:id(-:toString)', { to: 'f#pattern', id: /\d+/ })
    r.get('g/:id', { to: 'g#defaults', defaults: { hasOwnProperty: 'x' } })
    r.get('h/:id', { to: 'h#defaults', defaults: { tab: 'a' } })
  })
  const paramsOf = (path: string) => match('GET', path)?.params

  it.each([
    ['/photos', {}],
    ['/photos.json', { format: 'json' }],
    ['/photos/7', { id: '7' }],
    ['/photos/7.json', { id: '7', format: 'json' }],
    ['/photos/7/edit.json', { id: '7', format: 'json' }],
    ['/photos/%C3%A9', { id: 'é' }],
    ['/a/1/2/3/4', { one: '1', two: '2', three: '3', four: '4' }],
    ['/b/1/2/3/4/5', { one: '1', two: '2', three: '3', four: '4', five: '5' }],
    ['/b/1/2/3/4/5.x', { one: '1', two: '2', three: '3', four: '4', five: '5', format: 'x' }],
    ['/c/1', { id: '1' }],
    ['/c/1-en', { id: '1', lang: 'en' }],
    ['/d/x/y', { tab: 'a', path: 'x/y' }],
    ['/h/7', { tab: 'a', id: '7' }],
  ])('of %s are a plain object with these keys', (path, params) => {
    expect(paramsOf(path)).toStrictEqual(params)
    expect(Object.keys(paramsOf(path)!)).toEqual(Object.keys(params))
  })

  it.each([
    ['/e/7', { constructor: '7' }],
    ['/e/7.x', { constructor: '7', format: 'x' }],
    ['/f/1', { id: '1' }],
    ['/f/1-2', { id: '1', toString: '2' }],
    ['/g/7', { hasOwnProperty: 'x', id: '7' }],
  ])('of %s have no prototype, for a name is one of its properties', (path, params) => {
    expect(Object.getPrototypeOf(paramsOf(path))).toBeNull()
    expect(Object.entries(paramsOf(path)!)).toEqual(Object.entries(params))
  })

  it('are as right for shapes that take several functions', () => {
    const names = Array.from({ length: 200 }, (_, index) => `p${index}`)
    const large = matcherOf((r) => {
      for (const name of names) {
        for (const action of ['', '/edit', '/copy']) r.get(`${name}/:${name}/:id${action}`, { to: 'c#a', as: null })
      }
    })
    for (const name of names) {
      expect(large('GET', `/${name}/1/2`)?.params).toStrictEqual({ [name]: '1', id: '2' })
      expect(large('GET', `/${name}/1/2.x`)?.params).toStrictEqual({ [name]: '1', id: '2', format: 'x' })
    }
  })

  it('cannot be changed for others where all requests share them', () => {
    expect(() => Object.assign(paramsOf('/photos')!, { id: '7' })).toThrow(TypeError)
    Object.assign(paramsOf('/photos.json')!, { id: '7' })
    expect(paramsOf('/photos.json')).toStrictEqual({ format: 'json' })
  })
})

describe('a dot in a literal', () => {
  const match = matcherOf((r) => {
    r.get('photos', { to: 'photos#index', as: null })
    r.post('files', { to: 'files#create', as: null })
    r.get('photos.json', { to: 'photos#json', as: null })
    r.get('files.json', { to: 'files#json', as: null })
    r.get('v1.0/:id', { to: 'v1#show', as: null })
  })

  it('may be a format for a route that comes first', () => {
    expect(match('GET', '/photos.json')).toMatchObject({ action: 'index', params: { format: 'json' } })
    expect(match('POST', '/files.json')).toMatchObject({ action: 'create', params: { format: 'json' } })
    expect(match('GET', '/files.json')).toMatchObject({ action: 'json', params: {} })
  })

  it('is a dot anywhere else', () => {
    expect(match('GET', '/v1.0/7')).toMatchObject({ controller: 'v1', params: { id: '7' } })
    expect(match('GET', '/v1.1/7')).toBeNull()
  })
})

describe('where several ways lead on', () => {
  const match = matcherOf((r) => {
    r.get(':locale/home', { to: 'home#localized', as: null })
    r.get('posts/:id', { to: 'posts#show', as: null })
    r.get('posts/new', { to: 'posts#new', as: null })
    r.get('posts/archive/old', { to: 'posts#old', as: null })
    r.get('posts/:id/edit', { to: 'posts#edit', as: null })
    r.get('*path', { to: 'errors#missing', as: null })
  })

  it.each([
    ['/posts/home', 'localized'],
    ['/en/home', 'localized'],
    ['/posts/new', 'show'],
    ['/posts/archive', 'show'],
    ['/posts/archive/old', 'old'],
    ['/posts/archive/edit', 'edit'],
    ['/posts/7/edit', 'edit'],
    ['/posts/archive/new', 'missing'],
    ['/about', 'missing'],
  ])('%s goes to the route declared first', (path, action) => {
    for (let round = 0; round < 3; round++) expect(match('GET', path)?.action).toBe(action)
  })
})

describe('a literal that leads nowhere', () => {
  const match = matcherOf((r) => {
    r.get('a/new', { to: 'a#new' })
    r.get('a/:id/edit', { to: 'a#edit' })
    r.get('a/:id/old/:key', { to: 'a#old' })
    r.get('a/new/only', { to: 'a#only' })
    r.delete('a/:id', { to: 'a#destroy' })
    r.get(':any/new/:what/deep', { to: 'any#deep' })
    r.post('b/new', { to: 'b#new' })
    r.get('b/*rest', { to: 'b#rest' })
  })
  it.each([
    ['GET', '/a/new', 'a#new', {}],
    ['GET', '/a/new/only', 'a#only', {}],
    ['GET', '/a/new/edit', 'a#edit', { id: 'new' }],
    ['GET', '/a/new/edit.json', 'a#edit', { id: 'new', format: 'json' }],
    ['GET', '/a/new/old/7', 'a#old', { id: 'new', key: '7' }],
    ['GET', '/a/new/old/new', 'a#old', { id: 'new', key: 'new' }],
    ['GET', '/a/new/only/deep', 'any#deep', { any: 'a', what: 'only' }],
    ['GET', '/a/new/edit/deep', 'any#deep', { any: 'a', what: 'edit' }],
    ['GET', '/b/new', 'b#rest', { rest: 'new' }],
    ['DELETE', '/a/new', 'a#destroy', { id: 'new' }],
    ['DELETE', '/a/new.json', 'a#destroy', { id: 'new', format: 'json' }],
  ])('is taken for a parameter where there is one: %s %s', (method, path, answer, params) => {
    const found = match(method, path)
    expect(`${found?.controller}#${found?.action}`).toBe(answer)
    expect(found?.params).toEqual(params)
  })

  it.each([
    ['GET', '/a/new/none'],
    ['GET', '/a/new/old'],
    ['GET', '/a/new/edit/none'],
    ['POST', '/a/new'],
    ['DELETE', '/a/new/edit'],
    ['PUT', '/b/new'],
  ])('leads nowhere where there is none: %s %s', (method, path) => {
    expect(match(method, path)).toBeNull()
  })
})

describe('HEAD', () => {
  it('is served as GET, after the routes that name it', () => {
    const match = matcherOf((r) => {
      r.match('all', { to: 'c#all', via: 'all', as: null })
      r.match('all', { to: 'c#head', via: 'head', as: null })
      r.get('only', { to: 'c#get', as: null })
    })
    expect(match('HEAD', '/all')?.action).toBe('head')
    expect(match('HEAD', '/only')?.action).toBe('get')
    expect(match('PURGE', '/all')?.action).toBe('all')
    expect(match('PURGE', '/only')).toBeNull()
    const without = matcherOf((r) => r.get('only', { to: 'c#get', as: null }))
    expect(without('HEAD', '/only')?.action).toBe('get')
    expect(matcherOf((r) => r.post('only', { to: 'c#post', as: null }))('HEAD', '/only')).toBeNull()
  })
})
