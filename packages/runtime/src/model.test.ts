import { describe, expect, it } from 'vitest'
import { directPath, directUrl, urlBuilder, pathForModel, urlForModel, type Models } from './model.ts'

const models: Models = {
  routes: {
    photo: { parts: ['/photos/', 'id', ''] },
    photo_comment: { parts: ['/photos/', 'photo_id', '/comments/', 'id', ''] },
    admin_blog_post: { parts: ['/admin/posts/', 'slug', ''] },
    html_page: { parts: ['/pages/', 'id', ''] },
    profile: { parts: ['/profile'] },
  },
  resolves: {
    User: ['profile', { anchor: 'me' }],
    Comment: urlBuilder((comment: { photo: number; id: number }, options: object) => [
      'photo_comment',
      comment.photo,
      comment.id,
      options,
    ]),
    Page: urlBuilder((page: string) => `https://pages.test/${page}`),
    Endless: urlBuilder((model: object) => [model]),
  },
}
const pathFor = pathForModel(models)
const urlFor = urlForModel(models)

class Photo {
  static modelName = 'Photo'
  secret = 'x'
  toParam() {
    return 7
  }
}

describe('the URL of a model', () => {
  it('is the URL of the route with the name of the model', () => {
    expect(pathFor(new Photo())).toBe('/photos/7')
    expect(pathFor(new Photo(), { query: { page: 2 } })).toBe('/photos/7?page=2')
    expect(urlFor(new Photo(), { host: 'h.test' })).toBe('http://h.test/photos/7')
    expect(pathFor({ modelName: 'Admin::BlogPost', toParam: () => 'a' })).toBe('/admin/posts/a')
    expect(pathFor({ modelName: 'HTMLPage', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'html-page', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'HtmlPage', toParam: () => 1 })).toBe('/pages/1')
    expect(pathFor({ modelName: 'admin/blog_post', toParam: () => 1 })).toBe('/admin/posts/1')
    expect(pathFor({ modelName: 'photo_comment', toParam: () => 2 }, { photo_id: 1 })).toBe('/photos/1/comments/2')
  })

  it('is the URL of the route that `resolve` declares', () => {
    expect(pathFor({ modelName: 'User', toParam: () => 7 })).toBe('/profile#me')
    expect(pathFor({ modelName: 'User' }, { anchor: 'top' })).toBe('/profile#top')
  })

  it('can be built from the name of the model', () => {
    expect(pathFor('User')).toBe('/profile#me')
    expect(pathFor('Photo', { id: 3 })).toBe('/photos/3')
    expect(pathFor(Photo, { id: 3 })).toBe('/photos/3')
    expect(() => pathFor('Photo', { id: 3, token: 'secret' })).toThrow('pathFor(Photo): not a parameter: token')
  })

  it('reads the parameters from fields if the model has no `toParam`', () => {
    expect(pathFor(Object.assign(Object.create({ constructor: Photo }), { id: 7, token: 'secret' }))).toBe('/photos/7')
    expect(() => pathFor(Object.create({ constructor: Photo }))).toThrow(TypeError)
  })

  it('is an error if the model has no name or no route', () => {
    expect(() => pathFor({ id: 7 })).toThrow('pathFor: the model has no modelName')
    for (const model of [null, undefined, Object.create(null), 7]) {
      expect(() => pathFor(model)).toThrow(new TypeError('pathFor: the model has no modelName'))
    }
    // @ts-expect-error The options are missing.
    expect(() => urlFor('Nothing')).toThrow('urlFor: no route is named nothing')
    // @ts-expect-error The host is missing.
    expect(() => urlFor('Photo', { id: 1 })).toThrow('urlFor(Photo): host is missing')
    expect(() => pathFor('Nothing')).toThrow('pathFor: no route is named nothing, for the model Nothing')
    expect(() => pathFor('constructor')).toThrow(TypeError)
    expect(() => pathFor('Photo')).toThrow('pathFor(Photo): id is missing')
  })
})

describe('the URL that a function returns', () => {
  const helpers = (callable: (...args: never[]) => unknown) => ({
    path: directPath('homePath', callable, () => models),
    url: directUrl('homeUrl', callable, () => models),
  })

  it('is used for a model whose `resolve` has a function', () => {
    const comment = { modelName: 'Comment', photo: 1, id: 2 }
    expect(pathFor(comment)).toBe('/photos/1/comments/2')
    expect(pathFor(comment, { anchor: 'top' })).toBe('/photos/1/comments/2#top')
    expect(urlFor(comment, { host: 'h.test' })).toBe('http://h.test/photos/1/comments/2')
    expect(pathFor('Page')).toBe('/Page')
    expect(urlFor('Page', { host: 'h.test' })).toBe('https://pages.test/Page')
  })

  it.each<[unknown, string, string]>([
    ['https://example.org', '/', 'https://example.org'],
    ['https://example.org/a/b?c#d', '/a/b?c#d', 'https://example.org/a/b?c#d'],
    [new URL('https://example.org/a'), '/a', 'https://example.org/a'],
    ['/a', '/a', '/a'],
    [['photo', 7, { host: 'h.test', query: { page: 2 } }], '/photos/7?page=2', 'http://h.test/photos/7?page=2'],
    [['photo', { id: 7, host: 'h.test' }], '/photos/7', 'http://h.test/photos/7'],
    [[new Photo(), { host: 'h.test', anchor: 'a' }], '/photos/7#a', 'http://h.test/photos/7#a'],
  ])('is of %j', (made, path, url) => {
    expect(helpers(() => made).path()).toBe(path)
    expect(helpers(() => made).url()).toBe(url)
  })

  it('may be given as a model', () => {
    expect(helpers(() => new Photo()).path()).toBe('/photos/7')
  })

  it('depends on the unchanged arguments of the helper', () => {
    const { path } = helpers((...args: unknown[]) => `/${JSON.stringify(args)}`)
    expect(path()).toBe('/[]')
    expect(decodeURIComponent(path(1, undefined, { a: 1 }))).toBe('/[1,null,{"a":1}]')
  })

  it.each([
    ['//evil.test/a', '/a', '/evil.test/a'],
    ['/\\evil.test', '/%5Cevil.test', '/%5Cevil.test'],
    ['\\\\evil.test', '/', '/%5C%5Cevil.test'],
    ['/\t/evil.test', '/%09/evil.test', '/%09/evil.test'],
    ['/a\r\nSet-Cookie: b', '/a%0D%0ASet-Cookie:%20b', '/a%0D%0ASet-Cookie:%20b'],
    ['ht\ttps://evil.test/a', '/a', '/ht%09tps://evil.test/a'],
    ['javascript:alert(1)//h/', '/', '/javascript:alert(1)//h/'],
    ['data://text/html,a', '/html,a', '/data://text/html,a'],
    ['https:///evil.test', '/', '/https:///evil.test'],
    ['https://h.test/é?\ud800%', '/%C3%A9?%EF%BF%BD%25', 'https://h.test/%C3%A9?%EF%BF%BD%25'],
  ])('of %j is a valid link, and stays on the site without a scheme and a host', (made, path, url) => {
    expect(helpers(() => made).path()).toBe(path)
    expect(helpers(() => made).url()).toBe(url)
    const resolved = pathForModel({ routes: {}, resolves: { Page: urlBuilder(() => made) } })
    expect(resolved('Page')).toBe(path)
  })

  it('never points to another site because of a parameter', () => {
    for (let code = 0; code < 0x80; code++) {
      for (const id of [`${String.fromCharCode(code)}/evil.test`, `/${String.fromCharCode(code)}evil.test`]) {
        const { path, url } = helpers((value: string) => `/${value}`)
        for (const link of [path(id), url(id)]) {
          expect(new URL(link, 'https://h.test').host, JSON.stringify(id)).toBe('h.test')
          expect(link).toMatch(/^[!-~]+$/)
        }
      }
    }
  })

  it('is a path or URL, or the helper throws a TypeError with its name', () => {
    const fails = (callable: (...args: never[]) => unknown) => helpers(callable).path
    const nothing = 'homePath: the function returned neither a URL nor a route nor a model'
    for (const made of [undefined, null, 7, [], {}, { controller: 'a' }]) {
      expect(fails(() => made)).toThrow(new TypeError(nothing))
    }
    for (const made of [Promise.reject(new Error('down')), ['photo', Promise.reject(new Error('down'))]]) {
      expect(fails(() => made)).toThrow(new TypeError('homePath: the function returned a promise'))
    }
    expect(fails(() => ['nothing'])).toThrow(new TypeError('homePath: no route is named nothing'))
    expect(fails(() => ['constructor'])).toThrow(new TypeError('homePath: no route is named constructor'))
    expect(fails(() => ['photo'])).toThrow(new TypeError('homePath(photo): id is missing'))
    const cause = new Error('down')
    const threw = fails(() => {
      throw cause
    })
    expect(threw).toThrow(expect.objectContaining({ name: 'TypeError', cause }))
    expect(() => pathFor({ modelName: 'Endless' })).toThrow(TypeError)
  })
})
