import { describe, expect, it } from 'vitest'
import { path, url, type PatternRoute } from '../test/helpers.ts'
import { refusalOf } from './canonical-path.ts'

const photo = path('photoPath', { pattern: '/photos/{id}(.{format})', at: 'config/routes.ts:7:3' })
const comment = path('commentPath', { pattern: '/photos/{photo_id}/comments/{id}(.{format})' })
const archive = path('archivePath', { pattern: '(/{locale})/archive(/{year}(/{month}))' })
const file = path('filePath', { pattern: '/files/{*path}' })

/** How a message about names that are no parameters ends. */
const FIX = '(pass a query as query: {…}, a model as its id or with toParam())'

describe('a call without a required parameter', () => {
  it.each([
    [[{ slug: 7 }], `id is missing, not a parameter: slug ${FIX}`],
    [[{ slug: 7, page: 2 }], `id is missing, not a parameter: slug, page ${FIX}`],
    [[undefined, { slug: 7, page: 2 }], `id is missing, not a parameter: slug, page ${FIX}`],
    // What is a query in any case, or a parameter that is not the missing one, is not a slip.
    [[{ query: { slug: 7 } }], 'id is missing'],
    [[{ format: 'json', slug: undefined }], 'id is missing'],
  ] as [unknown[], string][])('%o reports the names that it contains instead', (args, problem) => {
    expect(() => photo(...args)).toThrow(new TypeError(`photoPath: ${problem} (config/routes.ts:7:3)`))
  })

  it('accepts unknown names if the required parameters are there', () => {
    expect(photo(7, { slug: 7 })).toBe('/photos/7?slug=7')
    expect(() => archive({ locale: 'en' }, { slug: 7 })).not.toThrow()
  })
})

describe('an object in place of parameters, with other fields', () => {
  const user = { id: 7, email: 'ann@h.test', token: 'secret' }

  class User {
    #id = 7
    email = 'ann@h.test'
    get id() {
      return this.#id
    }
  }

  it.each([
    [[user]],
    [[Object.freeze({ ...user })]],
    [[Object.assign(Object.create(null), user)]],
    [[new User()]],
    [[new Proxy(user, {})]],
    [[{ ...user, email: undefined }]],
    // Fields with the names of options are fields, too.
    [[{ ...user, host: 'evil.test', scriptName: '/x', query: { a: 1 }, anchor: 'x', format: 'pdf' }]],
    [[{ id: 7, ['__proto__']: null, ['constructor']: 1 }]],
    [[{ id: { toParam: () => 7 }, email: 'x' }]],
  ])('may be a model, whose other fields stay out of the path: %o', (args) => {
    expect(photo(...args)).toBe('/photos/7')
    expect(photo(...args, { anchor: 'top', query: { page: 2 } })).toBe('/photos/7?page=2#top')
  })

  it('may contain options in a plain object, as a hash in Rails does', () => {
    const photoUrl = url('photoUrl', { pattern: '/photos/{id}' })
    const row = { id: 7, host: 'row.test' }
    expect(photoUrl(row)).toBe('http://row.test/photos/7')
    // The options of a call, and a model of a class, leave no doubt.
    expect(photoUrl(row, { host: 'own.test' })).toBe('http://own.test/photos/7')
    class Server {
      id = 7
      host = 'row.test'
    }
    expect(photoUrl(new Server(), { host: 'own.test' })).toBe('http://own.test/photos/7')
    expect(() => photoUrl(new Server())).toThrow('photoUrl: host is missing')
    expect(() => photoUrl({ ...row, name: 'x' })).toThrow('photoUrl: host is missing')
  })

  it('may be a model that has a field for each parameter', () => {
    expect(path('bookPath', { pattern: '/books/{slug}(.{format})' })({ id: 7, slug: 'emma' })).toBe('/books/emma')
    expect(comment({ id: 7, photo_id: 2, text: 'x' })).toBe('/photos/2/comments/7')
    expect(() => comment({ id: 7, text: 'x' })).toThrow(`photo_id is missing, not a parameter: text ${FIX}`)
    const localized = path('bookPath', { pattern: '(/{locale})/books/{id}' })
    expect(localized({ id: 7, locale: 'de', title: 'x' })).toBe('/de/books/7')
    expect(localized({ id: 7, title: 'x' })).toBe('/books/7')
  })

  it.each([
    [{ id: null, title: 'x' }, 'id is missing, not a parameter: title'],
    [{ title: 'x', token: 'y' }, 'id is missing, not a parameter: title, token'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'not a parameter: a, b, c, d, e ('],
    [new Date(), 'id is not a string, number or model with toParam()'],
    [[7], 'id is not a string'],
    [{ id: {}, title: 'x' }, 'id is not a string'],
    [{ id: '', title: 'x' }, 'id is missing'],
  ])('is refused without the required parameter: %o', (model, problem) => {
    expect(() => photo(model)).toThrow(problem)
  })

  it('does not read inherited properties as parameters', () => {
    const odd = path('oddPath', { pattern: '/{constructor}' })
    expect(() => odd(new User())).toThrow(TypeError)
    expect(() => odd({ id: 7 })).toThrow('constructor is missing, not a parameter: id')
  })

  it('is refused next to a required parameter, because it may be a model', () => {
    const post = { id: 7, title: 'x', token: 'secret' }
    const postPath = path('userPostPath', { pattern: '/users/{user_id}/posts/{id}(.{format})' })
    expect(() => postPath(1, post)).toThrow(new TypeError(`userPostPath: not a parameter: title, token ${FIX}`))
    expect(() => postPath({}, { user_id: 1 }, post)).toThrow('not a parameter: title, token')
    // Query parameters by name are in a separate map, or in a map with optional parameters only, as in Rails.
    expect(postPath(1, { id: 7, format: 'json', query: { page: 2 } })).toBe('/users/1/posts/7.json?page=2')
    expect(postPath({}, { user_id: 1, id: 7 }, { page: 2 })).toBe('/users/1/posts/7?page=2')
    expect(postPath(1, 7, { page: 2 })).toBe('/users/1/posts/7?page=2')
    const bare = path('barePath', { pattern: '/posts/{id}' })
    expect(bare({}, { id: 7, format: 'json' })).toBe('/posts/7?format=json')
    expect(bare({ id: 7, format: 'json' })).toBe('/posts/7?format=json')
    const listPath = path('postsPath', { pattern: '(/{locale})/posts/{id}' })
    expect(listPath(7, { locale: 'de', page: 2 })).toBe('/de/posts/7?page=2')
  })

  it('is listed once if two parameters are missing', () => {
    expect(() => path('pairPath', { pattern: '/{a}/{b}' })(undefined, { slug: 7 })).toThrow(
      new TypeError(`pairPath: a is missing, b is missing, not a parameter: slug ${FIX}`),
    )
  })

  it('is refused by a route without parameters', () => {
    expect(() => path('usersPath', { pattern: '/users' })(user)).toThrow('not a parameter: id, email')
  })

  it('may have an empty key, which is not a parameter', () => {
    expect(photo({ id: 7, '': 1 })).toBe('/photos/7')
    expect(() => photo({ '': 1 })).toThrow('id is missing, not a parameter:')
  })

  it('may contain options and a query', () => {
    expect(photo({ id: 7, anchor: 'top', format: 'json', query: { page: 2 } })).toBe('/photos/7.json?page=2#top')
  })
})

describe('arguments', () => {
  it.each([
    [[7], '/photos/7'],
    [['7'], '/photos/7'],
    [[{ id: 7 }], '/photos/7'],
    [[{ toParam: () => 'a b' }], '/photos/a%20b'],
    [[7, { format: 'json' }], '/photos/7.json'],
    [[{ id: 7 }, { format: 'json' }], '/photos/7.json'],
    [[{ id: 7, format: 'json' }], '/photos/7.json'],
    [[7, 'json'], '/photos/7.json'],
    [[7, undefined], '/photos/7'],
    [[{ id: 7 }, undefined], '/photos/7'],
    [[{ id: 7 }, {}], '/photos/7'],
    [[7, { format: undefined, query: undefined, anchor: undefined }], '/photos/7'],
    [[7, { query: { page: 2 }, anchor: 'top' }], '/photos/7?page=2#top'],
    [[7, { page: 2 }], '/photos/7?page=2'],
    [[7, { page: 2, query: { page: 3 } }], '/photos/7?page=3'],
    [[7, { trailingSlash: true }], '/photos/7/'],
    [[7, { trailingSlash: true, format: 'json' }], '/photos/7.json'],
    [[7, { scriptName: '/app/' }], '/app/photos/7'],
    [[7, { anchor: 'a b/?#é' }], '/photos/7#a%20b/?%23%C3%A9'],
    [[Object.assign(Object.create(null), { id: 7 })], '/photos/7'],
  ] as [unknown[], string][])('%o make %s', (args, url) => {
    expect(photo(...args)).toBe(url)
  })

  it('by position fill the parameters that are not passed by name', () => {
    expect(comment(1, 2)).toBe('/photos/1/comments/2')
    expect(comment(2, { photo_id: 1 })).toBe('/photos/1/comments/2')
    expect(comment({ id: 2, photo_id: 1 })).toBe('/photos/1/comments/2')
  })

  it('fill parameters in order, including optional ones', () => {
    expect(archive()).toBe('/archive')
    expect(archive('en')).toBe('/en/archive')
    expect(archive(undefined, 2026)).toBe('/archive/2026')
    expect(archive(null, 2026, 11)).toBe('/archive/2026/11')
    expect(archive({ month: 11 })).toBe('/archive')
    // Rails 7.2 and 8.1 treat an empty string as a value, unless no value follows it.
    expect(archive({ year: '', month: 11 })).toBe('/archive//11')
    expect(archive({ year: 2026, month: '' })).toBe('/archive/2026')
  })

  it('distinguish a parameter from an option of the same name', () => {
    const search = path('searchPath', { pattern: '/search/{query}/{host}' })
    expect(search('a', 'b', { query: { page: 2 } })).toBe('/search/a/b?page=2')
    expect(search({ query: 'a', host: 'b' }, { query: { page: 2 } })).toBe('/search/a/b?page=2')
    expect(search({ query: 'a', host: 'b', anchor: 'c' })).toBe('/search/a/b#c')
  })

  it('may be lists for globs only', () => {
    expect(file(['a b', 'c/d', 1])).toBe('/files/a%20b/c/d/1')
    expect(file('a b/c')).toBe('/files/a%20b/c')
    expect(() => photo([1, 2])).toThrow(TypeError)
  })

  it('may have the names of inherited properties', () => {
    const odd = path('oddPath', { pattern: '/{constructor}/{toString}' })
    expect(odd(1, 2)).toBe('/1/2')
    expect(() => odd(1)).toThrow('toString is missing')
    expect(odd({ constructor: 1, toString: 2 }, JSON.parse('{"__proto__":{"x":1}}'))).toBe('/1/2?__proto__%5Bx%5D=1')
  })
})

describe('what a helper refuses', () => {
  const url = '/x'.repeat(32_768)

  it.each<[unknown[]]>([
    [['../x']],
    [['x/..']],
    [['..\\x']],
    [['x\\..']],
    [['x/../y']],
    [['..']],
    [['\0']],
    [['x'.repeat(65_536)]],
    [[7, { scriptName: url }]],
    [[7, { scriptName: '/%zz' }]],
    [[7, { scriptName: '/%E9' }]],
    [[7, { scriptName: '/%00' }]],
    [[7, { scriptName: '/x.%2e' }]],
    [[7, { scriptName: '/x?y' }]],
    [[7, { scriptName: '/x\x7f' }]],
    [[7, { scriptName: '/\ud83d' }]],
    [[7, { scriptName: '/../x' }]],
    [[7, { scriptName: {} }]],
  ])('%o is what `match` would refuse', (args) => {
    expect(() => photo(...args)).toThrow(/^photoPath: .* \(config\/routes\.ts:7:3\)$/s)
  })

  it('is a path that `match` rejects', () => {
    const taken = ['x/.', '.x', 'x..', '..x', '%2e%2e', '%', '\r\n', '//', '...', '. .']
    for (const id of taken) expect(refusalOf(photo(id))).toBeNull()
    expect(photo(7, { scriptName: '/caf%C3%A9/é' })).toBe('/caf%C3%A9/é/photos/7')
  })
})

describe('what an argument throws', () => {
  const thrown = new RangeError('not saved')
  const boom = (): never => {
    throw thrown
  }
  const caught = (args: unknown[]): unknown => {
    try {
      return photo(...args)
    } catch (error) {
      return error
    }
  }

  it.each<[string, unknown[]]>([
    ['toParam()', [{ toParam: boom }]],
    ['a getter', [Object.defineProperty({}, 'id', { enumerable: true, get: boom })]],
    ['a proxy', [new Proxy({}, { has: boom })]],
    ['a query', [7, { query: { page: { toParam: boom } } }]],
  ])('is the cause of a TypeError: %s', (_, args) => {
    const error = caught(args)
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({
      message: 'photoPath: an argument is not valid (config/routes.ts:7:3)',
      cause: thrown,
    })
  })

  it('is not the cause of an error of the helper itself', () => {
    expect(caught([])).toMatchObject({ message: 'photoPath: id is missing (config/routes.ts:7:3)' })
    expect(caught([])).not.toHaveProperty('cause')
  })

  it('may come from an argument that contains itself', () => {
    const map: Record<string, unknown> = {}
    map['map'] = map
    const list: unknown[] = []
    list.push(list, list)
    for (const query of [map, { list }, { a: { b: [map, list] } }]) {
      expect(caught([7, { query }])).toBeInstanceOf(TypeError)
      expect(caught([7, { query }])).toMatchObject({ message: 'photoPath: query is too deep (config/routes.ts:7:3)' })
    }
  })
})

describe('defaults', () => {
  const route: PatternRoute = {
    pattern: '(/{locale})/{kind}/list(/{page})',
    defaults: { locale: 'en', kind: 'all', page: 1, note: 'x' },
  }
  const list = path('listPath', route)

  it.each([
    [[], '/en/all/list'],
    [[{ page: 1 }], '/en/all/list'],
    [[{ page: 2 }], '/en/all/list/2'],
    [[{ kind: 'new' }], '/new/list'],
    [[{ locale: 'de' }], '/de/all/list'],
    // A query by the name of a default would lose against the default.
    [[{}, { note: 'y', other: 'z', query: { note: 'y' } }], '/en/all/list?other=z'],
  ] as [unknown[], string][])('with %o make %s', (args, url) => {
    expect(list(...args)).toBe(url)
  })

  it('replace values by position if there are too few values', () => {
    const post = path('postPath', { pattern: '/{locale}/posts/{id}', defaults: { locale: 'en' } })
    expect(post(7)).toBe('/en/posts/7')
    expect(post('de', 7)).toBe('/de/posts/7')
    expect(post(undefined, 7)).toBe('/en/posts/7')
  })
})

describe('names that look like those of options', () => {
  it.each(['xquery', 'queryx', 'hosts', 'subdomains'])('%s is a query parameter', (name) => {
    expect(photo(7, { [name]: 1 })).toBe(`/photos/7?${name}=1`)
  })

  it.each(['host', 'protocol', 'port', 'subdomain', 'domain', 'tldLength'])('%s is an option', (name) => {
    expect(photo(7, { [name]: 1 })).toBe('/photos/7')
  })
})

describe('a path', () => {
  it('may be 64 KiB long', () => {
    expect(photo('x'.repeat(65_536 - 8))).toHaveLength(65_536)
    expect(() => photo('x'.repeat(65_537 - 8))).toThrow('is not a safe path')
  })

  it('reads a map after values as options', () => {
    expect(comment(1, 2, { format: 'json' })).toBe('/photos/1/comments/2.json')
    expect(() => comment({ id: 1 }, 2)).toThrow(TypeError)
    expect(() => comment(1, { toParam: () => 2 }, {})).not.toThrow()
    // The map is an argument among others: a value with identity, not params.
    expect(() => comment({ id: 1 }, 2, {})).toThrow('photo_id is not a string')
  })

  it('counts a format as one of the values', () => {
    const route = path('feedPath', { pattern: '/{kind}/{id}(.{format})', defaults: { kind: 'all' } })
    expect(route(7)).toBe('/all/7')
    expect(route('new', 7)).toBe('/new/7')
    expect(route('new', 7, 'json')).toBe('/new/7.json')
  })

  it('does not read inherited properties as requirements', () => {
    const odd = path('oddPath', { pattern: '/{a}', requirements: {} as never })
    expect(odd('x')).toBe('/x')
    expect(path('oddPath', { pattern: '/{constructor}', requirements: { a: /^x$/ } })('x')).toBe('/x')
  })

  it('omits an optional param that equals its default, unless a value that must stay follows', () => {
    const page = path('pagePath', { pattern: '/list(/{a}(/{b}(/{c})))', defaults: { a: '1', c: '3' } })
    expect(page({ c: '3' })).toBe('/list')
    expect(page({ b: '2', c: '3' })).toBe('/list/1/2')
    expect(page({ a: '1', b: '', c: '3' })).toBe('/list')
    expect(page({ b: '2', c: '4' })).toBe('/list/1/2/4')
  })

  it('reports a scriptName that is not a string', () => {
    expect(() => photo(7, { scriptName: {} })).toThrow('photoPath: scriptName is not a string')
  })
})

describe('a path that cannot be built', () => {
  it('names the helper, every wrong parameter, and the position of the route', () => {
    const strict = path('strictPath', {
      pattern: '/{a}/{b}/{c}',
      requirements: { b: /^(?:\d+)$/ },
      at: 'config/routes.ts:9:5',
    })
    expect(() => strict({ b: 'x' })).toThrow(
      new TypeError('strictPath: a is missing, b "x" is not /^(?:\\d+)$/, c is missing (config/routes.ts:9:5)'),
    )
    expect(() => photo()).toThrow('photoPath: id is missing (config/routes.ts:7:3)')
    const what = 'is not a string, number or model with toParam() (config/routes.ts:7:3)'
    expect(() => photo({ id: {} })).toThrow(`photoPath: id ${what}`)
    expect(() => photo(7, { query: { by: [Number.NaN] } })).toThrow(`photoPath: query by[] ${what}`)
    expect(() => photo(7, { anchor: {} })).toThrow(`photoPath: anchor ${what}`)
    expect(() => photo(7, { query: 'a' })).toThrow('photoPath: query is not an object (config/routes.ts:7:3)')
    expect(() => photo('..')).toThrow('photoPath: "/photos/.." is not a safe path (config/routes.ts:7:3)')
  })

  it.each([
    null,
    undefined,
    '',
    false,
    {},
    [],
    Symbol('s'),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    () => 1,
    new Date(0),
    '\ud800',
    'a\0b',
    '.',
    '..',
  ])('has %o for a parameter', (id) => {
    expect(() => photo(id)).toThrow(TypeError)
    expect(() => photo({ id })).toThrow(TypeError)
  })

  it.each(['/evil.com', ['', 'evil.com'], 'a//b', 'a/../../x', './/evil.com', 'a/', 'a/./b', '..', [], [null, 'a']])(
    'has %o for a glob',
    (value) => {
      expect(() => file({ path: value })).toThrow(TypeError)
      expect(() => path('pagePath', { pattern: '/{*page}' })({ page: value })).toThrow(TypeError)
    },
  )

  it.each(['//evil.com', '/\\evil.com', 'evil.com', '/a/../..', '/a b', '/\t/evil.com', 'https://evil.com', {}])(
    'has %o for a scriptName',
    (scriptName) => {
      expect(() => photo(7, { scriptName })).toThrow(TypeError)
    },
  )

  it('has a query that is not an object', () => {
    for (const query of ['a=b', new URLSearchParams('a=b'), 7]) expect(() => photo(7, { query })).toThrow(TypeError)
  })

  it('does not begin with a slash', () => {
    expect(() => path('rootPath', { pattern: '(/{locale})(.{format})' })({ format: 'json' })).toThrow(TypeError)
    expect(path('rootPath', { pattern: '(/{locale})(.{format})' })({ anchor: 'top' })).toBe('#top')
  })
})
