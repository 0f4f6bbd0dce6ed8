import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderFor, sendInProcess } from './rendering.ts'
import type { Dispatch } from './types.ts'

/** Responds with the request as text, and with the cookies in its query. */
const dispatch = vi.fn<Dispatch>(async (request, context) => {
  const { searchParams } = new URL(request.url)
  const headers = new Headers()
  for (const cookie of searchParams.getAll('set')) headers.append('set-cookie', cookie)
  await wait(Number(searchParams.get('wait') ?? 0))
  const { origin } = new URL(request.url)
  return Response.json({ headers: Object.fromEntries(request.headers), context, origin }, { headers })
})

const send = async (url: string, init: RequestInit = {}, settings: Parameters<typeof sendInProcess>[3] = {}) =>
  (await sendInProcess(dispatch, url, init, settings)).json() as Promise<{
    headers: Record<string, string>
    context: unknown
    origin: string
  }>

const requestWith = (headers: Record<string, string>) => new Request('https://app.test/admin', { headers })

async function draw<Value>(
  run: () => Promise<Value>,
  headers: Record<string, string> = { cookie: 'session=1; theme=dark' },
) {
  let value: Value | undefined
  const response = (await renderFor(requestWith(headers), { db: 'a' }, async () => {
    value = await run()
    return new Response('page', { status: 203, headers: { 'content-type': 'text/html' } })
  })) as Response
  return { value: value!, response, cookies: response.headers.getSetCookie() }
}

const setting = (...cookies: string[]) => `/a?${new URLSearchParams(cookies.map((cookie) => ['set', cookie]))}`

test("a request has the cookies and the context of the page's request, and no other header", async () => {
  const headers = {
    cookie: 'session=1',
    authorization: 'Basic x',
    'accept-language': 'de',
    'x-forwarded-for': '1.2.3.4',
  }
  const { value, response, cookies } = await draw(() => send('/a'), headers)
  expect(value).toEqual({ headers: { cookie: 'session=1' }, context: { db: 'a' }, origin: 'https://app.test' })
  expect([response.status, response.headers.get('content-type'), await response.text(), cookies]).toEqual([
    203,
    'text/html',
    'page',
    [],
  ])
  const { value: named } = await draw(() => send('/a', {}, { forward: ['Accept-Language', 'x-missing'] }), headers)
  expect(named.headers).toEqual({ cookie: 'session=1', 'accept-language': 'de' })
  const { value: none } = await draw(() => send('/a'), {})
  expect(none.headers).toEqual({})
})

test('settings and headers of the caller take precedence', async () => {
  const { value } = await draw(() =>
    send('/a', { headers: { cookie: 'own=1' } }, { context: 'own', forward: ['cookie'], origin: 'https://api.test' }),
  )
  expect(value).toEqual({ headers: { cookie: 'own=1' }, context: 'own', origin: 'https://api.test' })
})

test.each([
  ['/a', {}, true],
  ['https://app.test/a', {}, true],
  // A proxy may have removed the encryption.
  ['http://app.test/a', {}, true],
  ['https://other.test/a', {}, false],
  ['//other.test/a', {}, false],
  ['/a', { credentials: 'omit' }, false],
  ['/a', { credentials: 'include' }, true],
] as const)('a request to %s with %o: %s', async (url, init, isCarried) => {
  const { value, cookies } = await draw(() => send(`${url}?set=a=1`, init, { forward: [] }))
  expect('cookie' in value.headers).toBe(isCarried)
  expect(cookies).toEqual(isCarried ? ['a=1'] : [])
})

test('the client receives each cookie of all responses once', async () => {
  const { cookies } = await draw(async () => {
    await send(setting('session=2; Path=/; HttpOnly', 'a=1; Path=/x', 'a=2; Path=/y'))
    await send(setting('session=3; HttpOnly; path=/', 'a=1; Path=/y', 'b=1;path=/x', 'b=2;path=/y'))
  })
  expect(cookies).toEqual(['a=1; Path=/x', 'session=3; HttpOnly; path=/', 'a=1; Path=/y', 'b=1;path=/x', 'b=2;path=/y'])
})

test('a later request has the cookies that an earlier response set', async () => {
  const { value } = await draw(async () => {
    await send(
      setting(
        'session =2; HttpOnly',
        'theme=;Max-Age=0',
        'new=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'kept=1; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ),
    )
    await send(setting('new=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'other=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT'))
    return send('/a')
  })
  expect(value.headers['cookie']).toBe('session =2; kept=1; other=1')
})

test('cookies of 8 KB, and with unusual characters, stay as they are', async () => {
  const cookie = `a=${'x'.repeat(8_000)}; b="q=1,2"; c; d==; =e; a=2`
  const { value, cookies } = await draw(() => send(setting(`big=${'y'.repeat(8_000)}`)), { cookie })
  expect(value.headers['cookie']).toBe(cookie)
  expect(cookies).toEqual([`big=${'y'.repeat(8_000)}`])
})

test('100 pages that are rendered at once share no cookies', async () => {
  const pages = Array.from({ length: 100 }, (_, number) =>
    draw(
      async () => {
        await wait(Math.random() * 20)
        const results = await Promise.all([
          send(`/a?set=first${number}=1&wait=${number % 7}`),
          send(`/a?set=second=${number}&wait=${number % 5}`),
        ])
        await wait(Math.random() * 20)
        return [...results, await send('/a')].map(({ headers }) => headers['cookie'])
      },
      { cookie: `session=${number}` },
    ),
  )
  for (const [number, { value, cookies }] of (await Promise.all(pages)).entries()) {
    const all = `session=${number}; first${number}=1; second=${number}`
    expect(value.slice(0, 2)).toEqual([`session=${number}`, `session=${number}`])
    expect(value[2]!.split('; ').sort()).toEqual(all.split('; ').sort())
    expect(cookies.toSorted()).toEqual([`first${number}=1`, `second=${number}`])
  }
})

test('outside a page, and in an action that `send` calls, a request has no cookies', async () => {
  expect(await send('/a')).toEqual({ headers: {}, origin: 'http://localhost' })
  dispatch.mockImplementationOnce(async () => Response.json(await send('/a?set=inner=1')))
  const { value, cookies } = await draw(() => send('/a'))
  expect([value.headers, cookies]).toEqual([{}, []])
})

test('a redirect receives the cookies, and a value that is not a response stays as it is', async () => {
  const redirected = (await renderFor(requestWith({}), null, async () => {
    await send('/a?set=a=1')
    return Response.redirect('https://app.test/sign-in')
  })) as Response
  expect([redirected.status, redirected.headers.get('location'), redirected.headers.getSetCookie()]).toEqual([
    302,
    'https://app.test/sign-in',
    ['a=1'],
  ])
  const draws = vi.fn(async () => void (await send('/a?set=a=1')))
  expect(await renderFor(requestWith({}), null, draws)).toBeUndefined()
  expect(draws).toHaveBeenCalledOnce()
})

test('a response that an application returns for several requests keeps no cookies', async () => {
  const shared = new Response(null, { status: 302, headers: { location: '/' } })
  const open = async (url: string) =>
    (await renderFor(requestWith({}), null, () => send(url).then(() => shared))) as Response
  const [first, second] = [await open('/a?set=a=1'), await open('/a')]
  expect([first.headers.getSetCookie(), second.headers.getSetCookie()]).toEqual([['a=1'], []])
})

test('a cookie that arrives after the document has begun causes a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  let late: Promise<unknown> | undefined
  const { cookies } = await draw(async () => {
    await send('/a?set=early=1')
    late = wait(10).then(() => send('/a?set=late=1'))
  })
  await late
  expect(cookies).toEqual(['early=1'])
  expect(warn.mock.calls).toEqual([[expect.stringContaining('`late`')]])
  warn.mockRestore()
})

test('without `AsyncLocalStorage`, a request has no cookies, and a warning names the reason', async () => {
  vi.resetModules()
  // Later files of this worker must not get the module that is imported here.
  onTestFinished(() => void vi.resetModules())
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const other = await import('./rendering.ts')
  const value = await other.renderFor(requestWith({ cookie: 'session=1' }), null, async () => {
    await other.sendInProcess(dispatch, '/a', {}, {})
    return (await other.sendInProcess(dispatch, '/a', {}, {})).json()
  })
  expect(value).toEqual({ headers: {}, origin: 'http://localhost' })
  expect(warn.mock.calls).toEqual([[expect.stringContaining('nodejs_compat')]])
  warn.mockRestore()
  vi.unstubAllGlobals()
  vi.resetModules()
  const normal = await import('./rendering.ts')
  const own = await normal.renderFor(requestWith({ cookie: 'session=1' }), null, async () =>
    (await normal.sendInProcess(dispatch, '/a', {}, {})).json(),
  )
  expect(own).toMatchObject({ headers: { cookie: 'session=1' } })
})
