import type { AllowedMethods, Match, MatchAll } from '@turnout/runtime'
import { describe, expect, it } from 'vitest'
import { redirect, type Routes } from '../src/dsl.ts'
import { compileRoutes, explainRequest } from '../src/index.ts'
import { emitModule } from '../src/phases/5-emit/emit-module.ts'
import { bundleWithVite } from './bundle.ts'
import { loadModule, type Emitted } from './load-module.ts'

interface Answers {
  readonly match: Match
  readonly matchAll: MatchAll
  readonly allowedMethods: AllowedMethods
  readonly refusal: (path: string) => number | null
}

function block(r: Routes): void {
  r.root('pages#home')
  r.resources('photos')
  r.get('files/*path', { to: 'files#show', as: 'file', format: false })
  r.get('under', { to: 'c#path', constraints: { path: '/app/under' } })
  r.get('under', { to: 'c#info', constraints: { path_info: '/under' }, as: null })
  r.get('old/:id', { to: redirect('/photos/%{id}') })
  r.get('relative', { to: redirect('photos') })
  r.get('home', { to: redirect('/') })
  r.get('away', { to: redirect('https://i.test/photos') })
  r.get('www', { to: redirect({ subdomain: 'www' }) })
  r.get('path', { to: redirect({ path: '/photos', params: { a: 'b' } }) })
  r.get('host', { to: redirect({ host: 'i.test', path: '/photos' }) })
  r.get('keep', { to: redirect('/photos', { query: 'keep' }) })
  r.mount(() => null, { at: '/blog', as: 'blog' })
  r.direct('newest', ['photos', { page: 1 }])
  r.direct('elsewhere', 'https://i.test/x')
  r.resolve('Picture', 'photo')
}

const compiled = (base?: string) => compileRoutes(block, { callables: 'by-name', ...(base && { base }) })
const load = (base?: string) => loadModule(compiled(base).code!) as Emitted & Answers

describe('a base', () => {
  const routes = load('/app/')
  const { match, matchAll, allowedMethods, refusal } = routes
  const plain = load()

  it('stands in front of what helpers make', () => {
    const call = (name: string, ...args: unknown[]) =>
      (routes as unknown as Record<string, (...args: unknown[]) => string>)[name]!(...args)
    expect(call('rootPath')).toBe('/app/')
    expect(call('photoPath', 7, { query: { page: 2 }, anchor: 'top' })).toBe('/app/photos/7?page=2#top')
    expect(call('photoUrl', 7, { host: 'h.test', protocol: 'https' })).toBe('https://h.test/app/photos/7')
    expect(call('filePath', 'a/b')).toBe('/app/files/a/b')
    expect(call('newestPath')).toBe('/app/photos?page=1')
    expect(call('pathFor', 'Picture', { id: 7 })).toBe('/app/photos/7')
    expect(call('urlFor', 'photo', { id: 7, host: 'h.test' })).toBe('http://h.test/app/photos/7')
    // Text is what it is.
    expect(call('elsewhereUrl')).toBe('https://i.test/x')
    // As in Rails, an option of the call goes before it.
    expect(call('photosPath', { scriptName: '/other' })).toBe('/other/photos')
    expect(call('photosPath', { scriptName: '' })).toBe('/photos')
  })

  it.each([
    ['/app', '/'],
    ['/app/', '/'],
    ['/app?a=b', '/?a=b'],
    ['/app#top', '/'],
    ['/app/photos/7', '/photos/7'],
    ['//app//photos/7/', '/photos/7'],
    ['/app/photos/7.json?a=/b', '/photos/7.json'],
    ['/app/photos/%C3%A9', '/photos/%C3%A9'],
    ['/app/app/photos', '/app/photos'],
    ['/app/photos/..', '/photos/..'],
    ['/app/%', '/%'],
    ['/app/nope', '/nope'],
  ])('is taken off: %s', (path, inner) => {
    for (const method of ['GET', 'post', 'HEAD']) {
      expect(match(method, path)).toEqual(plain.match(method, inner))
      expect([...matchAll(method, path)]).toEqual([...plain.matchAll(method, inner)])
    }
    expect(allowedMethods(path)).toEqual(plain.allowedMethods(inner))
    const url = `http://h.test${path}`
    expect(match('GET', url)).toEqual(plain.match('GET', inner))
    expect(match({ method: 'GET', url, headers: {} })).toEqual(plain.match('GET', inner))
    expect(allowedMethods({ url, headers: {} })).toEqual(plain.allowedMethods(inner))
  })

  it.each([
    '/',
    '',
    '?a',
    '/photos',
    '/apps',
    '/ap',
    '/app%2Fphotos',
    '/APP/photos',
    '/%61pp/photos',
    'app',
    '/app\\x',
  ])('nothing is answered outside of it: %s', (path) => {
    expect(match('GET', path)).toBeNull()
    expect([...matchAll('GET', path)]).toEqual([])
    expect(allowedMethods(path)).toEqual([])
    expect(match(new Request(new URL(path, 'http://h.test/other/')))).toBeNull()
  })

  it('makes no difference to what is refused', () => {
    for (const path of ['/app', '/app/%', '/other', '/other/%', '/app/..', `/app/${'x'.repeat(65_532)}`]) {
      expect(refusal(path)).toBe(plain.refusal(path))
      if (refusal(path) !== null) expect(match('GET', path)).toBeNull()
    }
    for (const odd of [undefined, null, 7, {}, Symbol('x')]) {
      expect(match('GET', odd as never)).toBeNull()
      expect(match(odd as never)).toBeNull()
      expect([...matchAll(odd as never)]).toEqual([])
      expect(allowedMethods(odd as never)).toEqual([])
    }
  })

  it('is in front of redirects to paths, and of no others', () => {
    const location = (path: string, request?: object) => match('GET', `/app/${path}`, request)?.redirect?.location
    expect(location('old/7')).toBe('/app/photos/7')
    expect(location('relative')).toBe('/app/photos')
    expect(location('home')).toBe('/app/')
    expect(location('away')).toBe('https://i.test/photos')
    expect(location('path')).toBe('/app/photos?a=b')
    // What keeps the path of the request keeps the base.
    expect(location('www?a=b', { host: 'h.test' })).toBe('http://www.h.test/app/www?a=b')
    expect(location('www', { host: 'not a host' })).toBe('/app/www')
    // Another site has no base of ours.
    expect(location('host')).toBe('http://i.test/photos')
    expect(location('keep?a=b')).toBe('/app/photos?a=b')
    expect(location('old/%2F%2Fevil')).toBe('/app/photos///evil')
  })

  it("is a part of the request's path and URL, as Rails' script name is", () => {
    expect(match('GET', '/app/under')?.action).toBe('path')
    expect(plain.match('GET', '/under')?.action).toBe('info')
    expect(load('/other').match('GET', '/other/under')?.action).toBe('info')
  })

  it('is what mounted apps do not see', () => {
    expect(match('GET', '/app/blog/posts/7')).toMatchObject({ path: '/blog/posts/7', rest: '/posts/7' })
  })

  it('is what an explanation takes off', () => {
    const { manifest } = compiled()
    const explain = (path: string) => explainRequest(manifest!, 'GET', path, { base: '/app/' })
    expect(explain('/app/photos/7?a=b')).toMatchObject({ status: 'match', path: '/photos/7', outsideOf: null })
    expect(explain('/photos/7')).toMatchObject({
      status: 'no-match',
      path: '/photos/7',
      outsideOf: '/app',
      answers: [],
    })
    expect(explain('/photos/%')).toMatchObject({ status: 'bad-request', outsideOf: null })
    expect(explain('/app/under').answers[0]!.route.action).toBe('path')
  })

  it('costs a table without one nothing', async () => {
    const { manifest } = compiled()
    const code = emitModule(manifest!).code
    for (const base of ['', '/']) expect(emitModule(manifest!, { base }).code).toBe(code)
    const entry = `export * from 'virtual:routes'`
    const bundle = await bundleWithVite(
      entry,
      code.replace(/^const callable.*$/gm, (line) => line),
      true,
    )
    expect(bundle).not.toMatch(/scriptName:|original_fullpath\|/)
  })

  it.each(['./', '', 'https://cdn.test/app', '//evil.test', '/app/../x', '/a?b', '/a b\n'])('cannot be %j', (base) => {
    const { manifest, diagnostics } = compileRoutes(block, { callables: 'by-name', base })
    expect(manifest).toBeNull()
    expect(diagnostics.map(({ code }) => code)).toContain('invalid-base')
  })
})
