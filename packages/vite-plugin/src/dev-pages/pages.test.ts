// The pages of the dev server in their three forms.
import { describe, expect, test } from 'vitest'
import { compileRoutes, type Manifest } from '@turnout/compiler'
import { HANDLED_HEADER, reportMatch } from '@turnout/server'
import { makeFolder } from '../../test/files/make-folder.ts'
import { rememberMatch } from '../../../server/src/handled-match.ts'
import { fakeHost } from '../../test/dev-pages/fake-host.ts'
import { devBarElement } from './dev-bar.ts'
import { errorPage } from './error-page.ts'
import { findHandledRoutes } from './handled-routes.ts'
import { highlight } from './highlight.ts'
import { escapeHtml, Html, markup } from './html.ts'
import {
  codeMarkup,
  editorAddress,
  editorLink,
  frameMarkup,
  inspectorAddress,
  methodBadges,
  patternMarkup,
} from './page-parts.ts'
import type { PageContext, PageHost } from './page-host.ts'
import { pageResponse, table as tableMarkup } from './page.ts'
import { isSecret } from './sent-request.ts'
import { unansweredPage } from './unanswered-page.ts'

const tableOf = (block: Parameters<typeof compileRoutes>[0]) => compileRoutes(block).manifest!

const manifest = tableOf((r) => {
  r.resources('photos', { only: ['index', 'show', 'create'] })
  r.root('pages#home')
})
/** The table with its locations in one file. */
const located: Manifest = {
  ...manifest,
  routes: manifest.routes.map((route, index) => ({
    ...route,
    location: { file: 'config/routes.ts', line: index + 1, column: 3 },
  })),
}

function contextOf(root: string, more: Partial<PageContext> = {}, host: Partial<PageHost> = {}): PageContext {
  return {
    host: fakeHost(root, host),
    manifest: located,
    problems: 2,
    base: undefined,
    hasInspector: true,
    version: 4,
    ...more,
  }
}
const requestOf = (target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  new Request(`http://localhost${target}`, { method, headers })

/** Returns markup with its whitespace collapsed. */
const tidy = (html: string) =>
  html
    .replace(/\s+/g, ' ')
    .replace(/ (?=[<>])|(?<=>) /g, '')
    .trim()
/** Returns the content of the `body` element, without the script. */
const bodyOf = (html: string) => /<body>(.*?)<p id="announcer"/.exec(tidy(html))![1]!

describe('markup', () => {
  test('escapes strings, and leaves out null and false', () => {
    expect(markup`<p title="${`<"'&>`}">${1}${null}${false}${[markup`<b>`, 'a<']}${''}</p>`.markup).toBe(
      '<p title="&#60;&#34;&#39;&#38;&#62;">1<b>a&#60;</p>',
    )
    expect(escapeHtml('plain')).toBe('plain')
    expect(new Html('<i>').markup).toBe('<i>')
  })
})

describe('the parts of pages', () => {
  const tidied = (part: Html | readonly Html[]) =>
    tidy(
      [part]
        .flat()
        .map(({ markup: text }) => text)
        .join(''),
    )

  test('methods have their colours', () => {
    expect(tidied(methodBadges(['GET', 'PATCH', 'OPTIONS']))).toBe(
      '<span class="verb get">GET</span><span class="verb put">PATCH</span><span class="verb other">OPTIONS</span>',
    )
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(tidied(methodBadges([method]))).toContain(`verb ${method.toLowerCase()}`)
    expect(tidied(methodBadges([]))).toBe('<span class="verb other">ANY</span>')
  })

  test('parameters of a pattern are marked', () => {
    expect(tidied(patternMarkup('/a/:id/*rest(.:format)'))).toBe(
      '/a/<span class="param">:id</span>/<span class="param">*rest</span>(.<span class="param">:format</span>)',
    )
    expect(tidied(patternMarkup('/:/<b>*'))).toBe('/:/&#60;b&#62;*')
  })

  test('a place is a link that opens the editor', () => {
    const root = makeFolder()
    const host = fakeHost(process.cwd(), { base: '/app/' })
    const place = { file: 'src/my file.ts', line: 3, column: 5 }
    expect(editorAddress(place, host)).toBe('/app/__open-in-editor?file=src%2Fmy%20file.ts%3A3%3A5')
    expect(tidied(editorLink(place, host))).toBe(
      '<a class="place" data-editor="" href="/app/__open-in-editor?file=src%2Fmy%20file.ts%3A3%3A5" title="Open src/my file.ts:3:5 in the editor">src/my file.ts:3</a>',
    )
    expect(tidied(editorLink(place, host, 'text'))).toContain('>text</a>')
    expect(editorAddress(place, fakeHost(root))).toContain(encodeURIComponent(root.split('/').at(-1)!))
  })

  test('a request has an address in the inspector', () => {
    expect(inspectorAddress('GET', '/a?b=c&d', fakeHost('/', { base: '/app/' }))).toBe(
      '/app/__turnout/#/who?verb=GET&path=%2Fa%3Fb%3Dc%26d',
    )
  })

  test('the marked line of a code frame, and the line below it, are highlighted', () => {
    expect(tidied(frameMarkup('  1 | a\n> 2 | b\n    | ^\n  3 |    ^ x'))).toBe(
      '<pre class="frame" tabindex="0"><span><span class="comment">1 |</span>a</span><span class="marked"><span class="comment">&#62; 2 |</span>b</span><span class="marked"><span class="comment">|</span>^</span><span><span class="comment">3 |</span>^ x</span></pre>',
    )
    expect(frameMarkup('x    | ^').markup).not.toContain('marked')
    expect(frameMarkup('    | ^x').markup).not.toContain('marked')
  })

  test('strings between backticks are code', () => {
    expect(tidied(codeMarkup('no `<a>` in `b, `'))).toBe('no<code>&#60;a&#62;</code>in<code>b,</code>')
    expect(codeMarkup('one ` only').markup).toBe('one ` only')
  })

  const coloured = (line: string) =>
    highlight(line)
      .map(({ markup: text }) => text)
      .join('')
  test.each([
    [`const a = 1_000`, `<span class="keyword">const</span> a = <span class="number">1_000</span>`],
    [`call(x2) // if`, `<span class="call">call</span>(x2) <span class="comment">// if</span>`],
    [
      `it.for('a\\'b', don't`,
      `it.<span class="call">for</span>(<span class="string">&#39;a\\&#39;b&#39;</span>, don&#39;t`,
    ],
    ['`${a}', '<span class="string">`${a}</span>'],
    [' * if it is', '<span class="comment"> * if it is</span>'],
    ['a /* b */ * c', 'a <span class="comment">/* b */</span> * c'],
    ['<b>"x"</b>', '&#60;b&#62;<span class="string">&#34;x&#34;</span>&#60;/b&#62;'],
    ['', ''],
  ])('colours the line %s', (line, expected) => {
    expect(coloured(line)).toBe(expected)
  })

  test('a table has headings and rows', () => {
    expect(tidied(tableMarkup(['A', 'B'], [['1', '2']], 'id'))).toBe(
      '<div class="card"><table id="id"><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
    )
    expect(tidied(tableMarkup([], []))).toContain('<table><thead>')
  })
})

describe('pageResponse', () => {
  const page = {
    status: 418,
    title: 'T<',
    body: markup`<h1>body</h1>`,
    text: 'plain',
    problem: { title: 'x', status: 1 },
  }
  const respond = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    pageResponse(
      page,
      requestOf('/', headers, method),
      contextOf('/', { version: 7 }, { base: '/app/' }),
      new Headers({ allow: 'GET', vary: 'origin' }),
    )

  test('is problem details for a client that prefers JSON', async () => {
    const response = respond({ accept: 'application/json' })
    expect(response.status).toBe(418)
    expect(await response.json()).toEqual({ title: 'x', status: 418 })
    expect(Object.fromEntries(response.headers)).toEqual({
      allow: 'GET',
      vary: 'origin, accept',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/problem+json',
    })
  })

  test('is plain text for a terminal', async () => {
    const response = respond({ accept: '*/*' })
    expect(response.status).toBe(418)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('plain\n')
  })

  test('is a document for a browser, which runs one script, and the client of Vite for GET', async () => {
    const response = respond({ accept: 'text/html' })
    expect(response.status).toBe(418)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')!
    const [, nonce] = /'nonce-([\w+/]{22}==)'/.exec(policy)!
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self' ws: wss:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    const html = tidy(await response.text())
    const escaped = nonce!.replaceAll("'", '&#39;')
    expect(html).toMatch(
      /^<!doctype html><html lang="en" data-client="\/app\/@vite\/client" data-version="7"><head><meta charset="utf-8" \/>/,
    )
    expect(html).toContain(
      `<meta property="csp-nonce" nonce="${escaped}" /><title>T&#60;</title><style nonce="${escaped}">`,
    )
    expect(html).toContain(
      `<body><h1>body</h1><p id="announcer" role="status"></p><script type="module" nonce="${escaped}">`,
    )
    expect(html).toContain('.verb')
    expect(html).toContain("hot.on('turnout:changed'")
    const post = tidy(await respond({ accept: 'text/html' }, 'POST').text())
    expect(post).toContain('<html lang="en"><head>')
  })
})

describe('the page of an error', () => {
  const match = { name: 'photo', controller: 'photos', action: 'show', params: { id: '7', tags: ['<b>'] } }
  const fail = (message: string, root: string, more: object = {}) => {
    const error = new Error(message)
    error.stack = `Error: ${message}\n    at show (${root}/src/a.ts:1:2)\n    at next (node:x:1:1)`
    return Object.assign(error, more)
  }
  const remember = (error: object, handled: object = {}) => {
    rememberMatch(
      error as Error,
      { method: 'GET', position: 0, match: { ...match, params: { id: '7' } }, ...handled } as never,
    )
    return error
  }
  const render = async (
    makeError: (root: string) => unknown,
    accept: string,
    more: Partial<PageContext> = {},
    method = 'GET',
  ) => {
    const root = makeFolder({ 'src/a.ts': 'code' })
    const response = errorPage(
      makeError(root),
      { request: requestOf('/photos/7', { accept }, method), target: '/photos/7' },
      contextOf(root, more),
    )
    expect(response.status).toBe(500)
    return response.text()
  }

  test('names the error, its place, the route and the request', async () => {
    const html = bodyOf(await render((root) => remember(fail('no <luck>\n  details', root)), 'text/html'))
    expect(html).toContain(
      '<div class="top"><span class="status">500</span><span class="verb get">GET</span><span class="mono">/photos/7</span><button',
    )
    expect(html).toContain('<h1>Error: no &#60;luck&#62;</h1><pre tabindex="0">details</pre></header>')
    expect(html).toMatch(
      /<h2>Source<\/h2><div class="card"><p class="bar"><a class="place" [^>]*>src\/a\.ts:1<\/a><\/p><pre class="frame"/,
    )
    expect(html).toContain(
      '<h2>Request</h2><dl class="facts"><dt>Route</dt><dd class="mono"><span class="verb get">GET</span>/photos/<span class="param">:id</span>(.<span class="param">:format</span>) → photos#show<a',
    )
    expect(html).toMatch(
      /config\/routes\.ts:\d<\/a><\/dd><dt>Params<\/dt><dd class="mono"><div><span class="param">id<\/span>: &#34;7&#34;<\/div><\/dd><dt>Headers<\/dt><dd class="mono"><details><summary>1 header<\/summary><div><span class="param">accept<\/span>: text\/html<\/div><\/details><\/dd>/,
    )
    expect(html).toMatch(
      /<footer class="soft">Turnout \d+\.\d+\.\d\S* · Vite \d+\.\d+\.\d\S* · Node \d+\.\d+\.\d\S*<\/footer>$/,
    )
    expect(html).toContain(
      '<dt>Inspector</dt><dd><a href="/__turnout/#/who?verb=GET&#38;path=%2Fphotos%2F7">Why this route?</a></dd></dl>',
    )
    expect(html).toMatch(
      /<h2>Stack<\/h2><ul class="list"><li><details><summary class="mono">at show \(src\/a\.ts:1:2\)<\/summary><div class="card"><p class="bar"><a class="place"[^>]*>src\/a\.ts:1<\/a><\/p><pre class="frame".*<\/pre><\/div><\/details><\/li><\/ul><details><summary>1 frame of packages and Node<\/summary><pre tabindex="0">at next \(node:x:1:1\)<\/pre><\/details><h2>Request/,
    )
    expect(html).not.toMatch(/Generate|Reported|Caused/)
  })

  test('has a title with the first line of the error', async () => {
    expect(await render((root) => fail('one\ntwo', root), 'text/html')).toContain('<title>500: Error: one</title>')
  })

  test('names the plugin and the causes', async () => {
    const html = bodyOf(
      await render((root) => fail('x', root, { plugin: 'vite:a', cause: new Error('why') }), 'text/html'),
    )
    expect(html).toContain('<p class="soft">Reported by the plugin vite:a.</p>')
    expect(html).toContain('<h2>Caused by</h2><p class="mono">Error: why</p>')
  })

  test('omits facts that are unknown', async () => {
    const html = bodyOf(await render(() => 'text', 'text/html', { hasInspector: false }))
    expect(html).toContain('<h1>text</h1></header><main><h2>Request</h2><dl class="facts"><dt>Headers</dt>')
    expect(html).not.toMatch(/Source|Stack|Route|Params|Query|Form|Inspector/)
  })

  test('counts the frames outside the project', async () => {
    const stack = 'Error: x\n    at a (node:a:1:1)\n    at b (node:b:1:1)'
    const html = bodyOf(await render(() => Object.assign(new Error('x'), { stack }), 'text/html'))
    expect(html).toContain(
      '<h2>Stack</h2><details><summary>2 frames of packages and Node</summary><pre tabindex="0">at a (node:a:1:1) at b (node:b:1:1)</pre>',
    )
    expect(html).not.toContain('<ul')
    const own = await render(
      (root) => Object.assign(new Error('x'), { stack: `Error: x\n    at a (${root}/src/a.ts:1:1)` }),
      'text/html',
    )
    expect(own).not.toContain('of packages and Node')
  })

  test('shows a route without params, and no route if the table is unknown or has changed', async () => {
    const home = (root: string) =>
      remember(fail('x', root), {
        position: 0,
        match: { name: 'root', controller: 'pages', action: 'home', params: {} },
      })
    const root = makeFolder()
    const response = errorPage(
      home(root),
      { request: requestOf('/', { accept: 'text/html' }), target: '/' },
      contextOf(root),
    )
    const html = bodyOf(await response.text())
    expect(html).toContain('<dt>Route</dt>')
    expect(html).not.toContain('<dt>Params</dt>')
    expect(
      bodyOf(await render((folder) => remember(fail('x', folder)), 'text/html', { manifest: null })),
    ).not.toContain('<dt>Route</dt>')
    expect(bodyOf(await render(home, 'text/html'))).not.toContain('<dt>Route</dt>')
  })

  test('of a missing action shows the declaration of its route, and the command once', async () => {
    const thrown = (more: object = {}) => {
      const error = new TypeError('There is no controller `photos`. `turnout generate controller photos` writes it.')
      return remember(Object.assign(error, { stack: '' }), more)
    }
    const root = makeFolder({ 'config/routes.ts': 'one\ntwo\n  r.resources("photos")' })
    const respond = async (error: unknown, accept: string) =>
      errorPage(error, { request: requestOf('/photos/7', { accept }), target: '/photos/7' }, contextOf(root)).text()
    const whole = await respond(thrown(), 'text/html')
    expect(whole).toContain('<title>500: There is no controller `photos`.</title>')
    const html = bodyOf(whole)
    expect(html).toContain('<h1>There is no controller<code>photos</code>.</h1></header>')
    expect(html).toContain(
      '<div class="did"><h2>Generate this action</h2><p><code>npx turnout generate controller photos</code><button class="command" type="button" data-copy="npx turnout generate controller photos">Copy</button></p></div>',
    )
    expect(html.replace(/ data-copy="[^"]*"/g, '').split('turnout generate')).toHaveLength(2)
    expect(html).toMatch(/<p class="bar"><a [^>]*>config\/routes\.ts:3<\/a><\/p><pre class="frame"/)
    expect(await respond(thrown(), '*/*')).toBe(
      `500: There is no controller \`photos\`.

config/routes.ts:3:3

  1 | one
  2 | two
> 3 |   r.resources("photos")
    |   ^

Route: GET /photos/:id(.:format) → photos#show (config/routes.ts:3:3)

Generate this action: npx turnout generate controller photos
`,
    )
    expect(JSON.parse(await respond(thrown(), 'application/json'))).toMatchObject({
      detail: 'There is no controller `photos`.',
      location: { file: 'config/routes.ts', line: 3, column: 3 },
      command: 'npx turnout generate controller photos',
    })
    // Without a match, or for a route without a controller, it is an error like others.
    const other = await respond(thrown({ match: { ...match, controller: undefined } }), 'text/html')
    expect(other).not.toContain('Generate this action')
    expect(other).toContain('<title>500: TypeError: There is')
  })

  describe('of a request with secrets', () => {
    const SECRETS = [
      'hunter2-form',
      'hunter2-query',
      'hunter2 param',
      'hunter2-cookie',
      'hunter2-bearer',
      'hunter2-key',
    ]
    const routes = tableOf((r) => r.get('reset/:token/:id', { to: 'photos#show' }))
    const respond = async (accept: string, form?: FormData, method = 'POST') => {
      const target = '/reset/hunter2%20param/1?api_key=hunter2-query&page=2&<b>'
      const headers = {
        accept,
        cookie: 'theme=dark; sid=hunter2-cookie',
        authorization: 'Bearer hunter2-bearer',
        'x-api-key': 'hunter2-key',
        referer: 'http://localhost/a?token=hunter2-query&tab=1',
        'x-other': '<i>``` @someone',
      }
      const error = Object.assign(new Error(`bad ${SECRETS.join(' ')}`), { stack: '', cause: 'hunter2-query' })
      const params = { token: 'hunter2 param', id: '1' }
      remember(error, { method, match: { name: null, controller: 'photos', action: 'show', params } })
      const context = contextOf('/', { manifest: routes })
      const sent = { request: requestOf(target, headers, method), target, ...(form && { form }) }
      return errorPage(error, sent, context).text()
    }
    const makeForm = () => {
      const form = new FormData()
      for (const [name, value] of [
        ['title', '<u>'],
        ['user[password]', 'hunter2-form'],
        ['long', 'x'.repeat(5000)],
      ])
        form.append(name!, value!)
      form.append('photo', new File(['hunter2-form'], '<s>.jpg'))
      return form
    }

    test.each(['text/html', 'application/json', '*/*'])('masks them in %s', async (accept) => {
      const page = await respond(accept, makeForm())
      for (const secret of SECRETS) {
        expect(page).not.toContain(secret)
        expect(page).not.toContain(encodeURIComponent(secret))
      }
      expect(page).toContain('[masked]')
    })

    test('shows the rest of the request as text', async () => {
      const html = bodyOf(await respond('text/html', makeForm()))
      expect(html).toContain('<span class="mono">/reset/[masked]/1?api_key=[masked]&#38;page=2&#38;&#60;b&#62;</span>')
      const shown = (name: string, value: string) => `<span class="param">${name}</span>: ${value}</div>`
      for (const field of [
        shown('token', '[masked]'),
        shown('id', '&#34;1&#34;'),
        shown('page', '&#34;2&#34;'),
        shown('title', '&#34;&#60;u&#62;&#34;'),
        shown('photo', 'file &#34;&#60;s&#62;.jpg&#34;'),
        shown('user\\[password\\]', '[masked]').replaceAll('\\', ''),
        shown('cookie', '[masked]'),
        shown('referer', 'http://localhost/a?token=[masked]&#38;tab=1'),
      ])
        expect(html).toContain(field)
      expect(/x{400,}/.exec(html)![0].length).toBeLessThan(501)
      expect(html).toContain('This page does not reload')
      expect(await respond('text/html', undefined, 'GET')).not.toContain('This page does not reload')
    })

    test('is Markdown whose content is in fences', async () => {
      const [, button] = /data-copy="([^"]*)">Copy as Markdown/.exec(await respond('text/html', makeForm()))!
      const markdown = button!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      expect(markdown).toContain('## Request\n\n```text\nPOST /reset/[masked]/1?api_key=[masked]&page=2&<b>\n```\n')
      expect(markdown).toMatch(/## Headers\n\n````text\n[^#]*x-other: <i>``` @someone\n````\n/)
      expect(markdown).toMatch(/## Versions\n\n```text\nTurnout /)
    })

    test('shows 50 fields at most', async () => {
      const form = new FormData()
      for (let index = 0; index < 200; index += 1) form.append(`field${index}`, 'x')
      const html = await respond('text/html', form)
      expect(html).toContain('field49')
      expect(html).not.toContain('field50')
    })
  })

  test.each([
    ['password', true],
    ['newPassword', true],
    ['accessToken', true],
    ['X-API-Key', true],
    ['apiKey', true],
    ['client_secret', true],
    ['proxy-authorization', true],
    ['Set-Cookie', true],
    ['userOtp', true],
    ['keyword', false],
    ['author', false],
    ['footprint', false],
    ['shipping', false],
    ['id', false],
  ])('the name %s is that of a secret: %s', (name, expected) => {
    expect(isSecret(name)).toBe(expected)
  })

  test('is plain text for terminals', async () => {
    const text = await render(
      (root) => remember(fail('no luck', root, { plugin: 'p', cause: fail('why', root) })),
      '*/*',
    )
    expect(text).toBe(`500: Error: no luck (p)

src/a.ts:1:2

> 1 | code
    |  ^^^

Route: GET /photos/:id(.:format) → photos#show (config/routes.ts:3:3)

Stack

    at show (src/a.ts:1:2)
    at next (node:x:1:1)

Caused by

Error: why
    at show (src/a.ts:1:2)
    at next (node:x:1:1)
`)
    expect(await render(() => 'text', '*/*')).toBe('500: text\n')
    expect(await render(() => Object.assign(new Error('x'), { stack: '', cause: 'y' }), '*/*')).toBe(
      '500: Error: x\n\nCaused by\n\ny\n',
    )
  })

  test('is problem details for scripts', async () => {
    const read = async (...parameters: Parameters<typeof render>) => JSON.parse(await render(...parameters)) as object
    const handled = { method: 'PUT' }
    expect(await read((root) => remember(fail('no luck', root, { cause: 'why' })), 'application/json')).toEqual({
      title: 'Internal Server Error',
      status: 500,
      detail: 'Error: no luck',
      location: { file: 'src/a.ts', line: 1, column: 2 },
      codeFrame: '> 1 | code\n    |  ^^^',
      request: { method: 'GET', target: '/photos/7' },
      route: { name: 'photo', pattern: '/photos/:id(.:format)', endpoint: 'photos#show' },
      params: { id: '7' },
      stack: ['at show (src/a.ts:1:2)', 'at next (node:x:1:1)'],
      causes: ['why'],
    })
    expect(await read(() => 'text', 'application/json', {}, 'POST')).toEqual({
      title: 'Internal Server Error',
      status: 500,
      detail: 'text',
      request: { method: 'POST', target: '/photos/7' },
      stack: [],
    })
    expect(await read(() => remember(new Error('x'), handled), 'application/json')).toMatchObject({ request: handled })
  })
})

describe('the page of an unmatched request', () => {
  const render = async (
    target: string,
    accept: string,
    {
      method = 'GET',
      status = 404,
      more = {},
      routes = located,
    }: { method?: string; status?: number; more?: Partial<PageContext>; routes?: Manifest } = {},
  ) => {
    const response = unansweredPage(
      new Response('', { status, headers: { allow: 'GET, POST' } }),
      { request: requestOf(target, { accept }), method, target },
      { ...contextOf('/', more), manifest: routes },
    )
    expect(response.status).toBe(status)
    expect(response.headers.get('allow')).toBe('GET, POST')
    return response.text()
  }

  test('shows similar requests, the reasons, and the table', async () => {
    const whole = await render('/photo', 'text/html')
    expect(whole).toContain('<title>404: No route matches GET /photo</title>')
    const html = bodyOf(whole)
    expect(html).toContain(
      '<p class="top"><span class="status">404</span><span class="verb get">GET</span><span class="mono">/photo</span></p><h1>No route matches this request</h1><p><a href="/__turnout/#/who?verb=GET&#38;path=%2Fphoto">Open this request in the inspector</a></p></header>',
    )
    expect(html).toContain(
      '<div class="did"><h2>Did you mean?</h2><ul class="list"><li><span class="verb get">GET</span><a class="go" href="/photos">Go to<span class="mono">/photos</span></a><span class="soft">photos#index</span></li></ul></div>',
    )
    expect(html).toContain(
      '<h2>Similar routes</h2><div class="card"><table><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Why it does not match</th></tr></thead>',
    )
    expect(html).toContain(
      '<div class="tools"><h2>4 routes</h2><label>Search<input id="search" type="search" spellcheck="false" autocomplete="off" /></label></div><div class="card"><table id="routes"><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Endpoint</th><th scope="col">Declared at</th></tr></thead>',
    )
    expect(html).toMatch(
      /<tr><td><span class="verb get">GET<\/span><\/td><td><a href="\/photos">\/photos\(\.<span class="param">:format<\/span>\)<\/a><\/td><td>photos#index<\/td><td><a class="place" [^>]*>config\/routes\.ts:1<\/a><\/td><\/tr>/,
    )
    expect(html).toMatch(/<tr><td><span class="verb post">POST<\/span><\/td><td>\/photos\(/)
    expect(html).toMatch(/<td>\/photos\/<span class="param">:id<\/span>/)
    expect(html).toContain('<td><a href="/">/</a></td>')
    expect(html).toMatch(/<p id="none" class="soft" hidden>No route contains these words\.<\/p><\/main>$/)
    expect(html).not.toMatch(/supports|outside the base/)
  })

  test('shows the methods of the path', async () => {
    const html = bodyOf(await render('/photos', 'text/html', { method: 'DELETE', status: 405 }))
    expect(html).toContain('<span class="status">405</span><span class="verb delete">DELETE</span>')
    expect(html).toContain('<p>The path supports<span class="verb get">GET</span>')
    expect(html).toMatch(/<li><span class="verb post">POST<\/span><span class="mono">\/photos<\/span>/)
  })

  test('prepends the base, and names it for a path outside', async () => {
    const more = { base: '/app/', hasInspector: false }
    const html = bodyOf(await render('/app/photo', 'text/html', { more }))
    expect(html).toContain('<a class="go" href="/app/photos">Go to<span class="mono">/app/photos</span></a>')
    expect(html).toContain('<a href="/app/photos">')
    expect(html).not.toContain('inspector')
    const outside = bodyOf(await render('/photo', 'text/html', { more }))
    expect(outside).toContain('<p>The path is outside the base <code>/app</code>.</p>'.replace('base <', 'base<'))
    expect(outside).not.toContain('Similar routes')
  })

  test('links to no other host', async () => {
    const routes = {
      ...located,
      routes: [{ ...located.routes[0]!, segments: [{ kind: 'static', text: '//evil.example' }] }],
    } as Manifest
    const html = bodyOf(await render('/x', 'text/html', { routes }))
    expect(html).toContain('<a href="/evil.example">')
    expect(html).toContain('<h2>1 route</h2>')
  })

  test('links to no route with conditions', async () => {
    const routes = { ...located, routes: [{ ...located.routes[0]!, conditions: { subdomain: 'api' } }] } as Manifest
    expect(bodyOf(await render('/x', 'text/html', { routes }))).not.toContain('<a href="/photos">')
  })

  test('shows the first routes of a very large table', async () => {
    const [first] = located.routes
    const routes = { ...located, routes: Array.from({ length: 503 }, () => first!) }
    const html = bodyOf(await render('/x', 'text/html', { routes }))
    expect(html.match(/<tr>/g)!.length).toBeGreaterThan(500)
    expect(html.split('<table id="routes">')[1]!.match(/<tr>/g)).toHaveLength(501)
    expect(html).toContain('<p class="soft">3 more:<code>npx turnout routes -g …</code>searches them.</p>')
    expect(html.split('<table id="routes">')[0]!.match(/<tr>/g)!.length).toBeLessThan(23)
    const text = await render('/x', '*/*', { routes })
    expect(text).toContain('\n… and 3 more: `turnout routes`')
    const exact = await render('/x', '*/*', { routes: { ...routes, routes: routes.routes.slice(0, 500) } })
    expect(exact).not.toContain('more: `turnout routes`')
  })

  test('is plain text for terminals', async () => {
    const text = await render('/photo', '*/*')
    expect(text).toMatch(/^404: No route matches GET \/photo\n\n/)
    expect(text).toContain('GET /photos')
    expect(text).toMatch(/\n\nRoutes\n\n[^]*photos#index[^]*\n$/)
    expect(text).not.toContain('… and')
  })

  test('is problem details for scripts', async () => {
    expect(JSON.parse(await render('/photo', 'application/json', { more: { base: '/' } }))).toEqual({
      title: 'Not Found',
      status: 404,
      detail: 'No route matches GET /photo.',
      suggestions: [{ method: 'GET', path: '/photos', endpoint: 'photos#index' }],
    })
    const refused = JSON.parse(await render('/photos', 'application/json', { method: 'DELETE', status: 405 })) as object
    expect(refused).toMatchObject({
      title: 'Method Not Allowed',
      allowedMethods: expect.arrayContaining(['GET', 'POST']),
    })
    expect(JSON.parse(await render('/x', 'application/json', { status: 418 }))).toMatchObject({ title: 'Error' })
  })
})

describe('findHandledRoutes', () => {
  const { routes } = located
  const find = (target: string, handled: object, more: object = {}, table = located) =>
    findHandledRoutes(table, { method: 'GET', position: 0, ...handled } as never, {
      request: Object.assign(requestOf(target), more),
      target,
      base: undefined,
    }).map(({ route }) => route.name)
  const photo = { name: 'photo', controller: 'photos', action: 'show', params: { id: '7' } }

  test('finds the route of a match', () => {
    expect(find('/photos/7', { match: photo })).toEqual(['photo'])
    expect(find('/photos/7.json', { match: { ...photo, params: { format: 'json', id: '7' } } })).toEqual(['photo'])
  })

  test.each([
    ['another name', { name: 'other' }],
    ['another controller', { controller: 'other' }],
    ['no controller', { controller: undefined }],
    ['another action', { action: 'other' }],
    ['no action', { action: undefined }],
    ['other params', { params: { id: '8' } }],
    ['more params', { params: { id: '7', x: '1' } }],
  ])('finds no route for %s', (_difference, change) => {
    expect(find('/photos/7', { match: { ...photo, ...change } })).toEqual([])
  })

  test('finds a route by its position among the routes that match', () => {
    const plain = routes[2]!
    const guarded = { ...plain, constraints: [{ module: 'a', export: 'b' }] }
    const countAt = (position: number, ...all: readonly (typeof plain)[]) =>
      find('/photos/7', { match: photo, position }, {}, { ...located, routes: all }).length
    expect([0, 1].map((position) => countAt(position, plain, plain))).toEqual([1, 0])
    // A constraint of an earlier route may have rejected the request, so that later routes are in reach.
    expect([0, 1, 2].map((position) => countAt(position, guarded, plain))).toEqual([2, 1, 0])
    expect([0, 1, 2, 3].map((position) => countAt(position, guarded, guarded, plain))).toEqual([3, 2, 1, 0])
  })

  test('considers the address of the client, the host and the headers', () => {
    const withCondition = (conditions: object) => ({ ...located, routes: [{ ...routes[2]!, conditions }] }) as Manifest
    const office = withCondition({ ip: '10.0.0.1' })
    expect(find('/photos/7', { match: photo }, { ip: '10.0.0.1' }, office)).toEqual(['photo'])
    expect(find('/photos/7', { match: photo }, { ip: '10.0.0.2' }, office)).toEqual([])
    expect(find('/photos/7', { match: photo }, {}, withCondition({ host: 'localhost' }))).toEqual(['photo'])
    expect(find('/photos/7', { match: photo }, {}, withCondition({ host: 'other' }))).toEqual([])
  })
})

describe('devBarElement', () => {
  const match = { name: 'photo', controller: 'photos', action: 'show', params: { id: '7' } }
  const render = (
    requestHeaders: Readonly<Record<string, string>> = { 'sec-fetch-dest': 'document' },
    {
      headers = {},
      more = {},
      handled = {},
      host = {},
    }: { headers?: object; more?: Partial<PageContext>; handled?: object; host?: Partial<PageHost> } = {},
  ) => {
    const html = new Response('x', { headers: { 'content-type': 'text/html', ...headers } })
    const response = reportMatch(html, { method: 'GET', position: 0, match, ...handled } as never)
    const request = requestOf('/photos/7', requestHeaders)
    return devBarElement(
      response,
      request,
      { target: '/photos/7', ms: 12.4 },
      contextOf(process.cwd(), more, { base: '/app/', ...host }),
    )
  }
  const dataOf = (element: string) =>
    JSON.parse(
      /data-turnout-bar="([^"]*)"/
        .exec(element)![1]!
        .replace(/&#(\d+);/g, (_text, code: string) => String.fromCharCode(Number(code))),
    ) as object

  test('is a script with the facts of the route', () => {
    const element = render()
    expect(element).toMatch(
      /^<script type="module" src="\/app\/__turnout\/bar\.js" data-turnout-bar="[^"]*"><\/script>$/,
    )
    expect(dataOf(element)).toEqual({
      method: 'GET',
      routes: [
        {
          pattern: '/photos/:id(.:format)',
          name: 'photo',
          endpoint: 'photos#show',
          params: [['id', '7']],
          place: {
            text: expect.stringMatching(/^config\/routes\.ts:\d$/),
            address: expect.stringContaining('/app/__open-in-editor?file=config%2Froutes.ts'),
          },
        },
      ],
      status: 200,
      ms: 12,
      problems: 2,
      inspector: '/app/__turnout/#/who?verb=GET&path=%2Fphotos%2F7',
      diagnostics: '/app/__turnout/#/diagnostics',
    })
    const nowhere = { ...located, routes: located.routes.map((route) => ({ ...route, location: null })) }
    expect(dataOf(render(undefined, { more: { manifest: nowhere } }))).toMatchObject({ routes: [{ place: null }] })
  })

  test('has the nonce of the page, or that of the config', () => {
    expect(render(undefined, { headers: { 'content-security-policy': "script-src 'nonce-abc'" } })).toContain(
      ' nonce="abc"></script>',
    )
    expect(render(undefined, { host: { scriptNonce: 'def' } })).toContain(' nonce="def"></script>')
  })

  test('is empty if the page is not for a person, or forbids the script', () => {
    expect(render({ 'sec-fetch-dest': 'iframe' })).toBe('')
    expect(render({ accept: 'application/json' })).toBe('')
    expect(render({})).toBe('')
    expect(render({ accept: 'text/html', 'sec-fetch-site': 'cross-site' })).toBe('')
    expect(render({ accept: 'application/json, TEXT/HTML' })).not.toBe('')
    expect(render({ accept: 'text/htmlx' })).toBe('')
    expect(render(undefined, { headers: { 'content-security-policy': "script-src 'none'" } })).toBe('')
  })

  test('is empty without a match, a table, or a route of the match', () => {
    expect(render(undefined, { more: { manifest: null } })).toBe('')
    expect(render(undefined, { handled: { position: 9 } })).toBe('')
    const plain = new Response('x', { headers: { [HANDLED_HEADER]: 'nonsense' } })
    expect(
      devBarElement(plain, requestOf('/', { 'sec-fetch-dest': 'document' }), { target: '/', ms: 1 }, contextOf('/')),
    ).toBe('')
  })
})
