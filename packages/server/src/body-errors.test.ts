import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bodyErrorStatus, trackBodyErrors } from './body-errors.ts'

const post = (body: BodyInit | null, type?: string, method = 'POST') =>
  trackBodyErrors(
    new Request('http://app.test/a', {
      method,
      body,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    }),
  )
const FORM = 'application/x-www-form-urlencoded'
const PART = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nvalue'

/** Returns the status of the error with which a reader rejects. */
async function statusOf(reading: Promise<unknown>): Promise<number | null> {
  try {
    await reading
  } catch (error) {
    return bodyErrorStatus(error)
  }
  throw new Error('It was read.')
}

test.each(['{', '', '{"a":}', 'undefined', '\u0000'])('JSON that is %j is 400', async (body) => {
  expect(await statusOf(post(body, 'application/json').json())).toBe(400)
  expect(await statusOf(post(body).clone().json())).toBe(400)
})

test.each(['application/json', 'text/plain', 'multipart/form-data-not', `x-${FORM}`])(
  'a form of the type %s is 415',
  async (type) => expect(await statusOf(post('a=1', type).formData())).toBe(415),
)

test('a form without a content type is 415', async () => {
  expect(await statusOf(post(new Uint8Array([1])).formData())).toBe(415)
  expect(await statusOf(post(null).formData())).toBe(415)
})

test.each([
  ['truncated', PART, 'multipart/form-data; boundary=x'],
  ['empty', '', 'multipart/form-data; boundary=x'],
  ['of another boundary', `${PART}\r\n--x--\r\n`, 'multipart/form-data; boundary=y'],
  ['without a boundary', `${PART}\r\n--x--\r\n`, 'multipart/form-data'],
])('a multipart form that is %s is 400', async (_, body, type) => {
  expect(await statusOf(post(body, type).formData())).toBe(400)
  expect(await statusOf(post(body, type).clone().formData())).toBe(400)
})

test('a multipart form with too many parts is 400, and the parser of the host does not see it, because it takes long', async () => {
  const parsers = [Request.prototype, Response.prototype].map((prototype) => vi.spyOn(prototype, 'formData'))
  onTestFinished(() => void vi.restoreAllMocks())
  const type = 'multipart/form-data; boundary=x'
  const part = `${PART.replace('"a"', '"a"; filename="b"')}\r\n`
  for (const reading of [(request: Request) => request, (request: Request) => request.clone()]) {
    const request = post(`${part.repeat(4097)}--x--\r\n`, type)
    expect(await statusOf(reading(request).formData())).toBe(400)
  }
  for (const parser of parsers) expect(parser).not.toHaveBeenCalled()
  const files = (await post(`${part.repeat(4096)}--x--\r\n`, type).formData()).getAll('a')
  expect(files).toHaveLength(4096)
  expect(await (files[0] as File).text()).toBe('value')
})

test('valid JSON and valid forms are returned', async () => {
  expect(await post('{"a":1}').json()).toEqual({ a: 1 })
  expect((await post('a=1+2', FORM).formData()).get('a')).toBe('1 2')
  expect((await post(`${PART}\r\n--x--\r\n`, 'multipart/form-data; boundary=x').formData()).get('a')).toBe('value')
  expect(await post('text').text()).toBe('text')
})

describe('these errors are not mistakes of the client:', () => {
  test('reading a body twice, or while other code reads it', async () => {
    const json = post('{', 'application/json')
    await json.text()
    expect(await statusOf(json.json())).toBe(null)
    const form = post('a=1', 'text/plain')
    await form.text()
    expect(await statusOf(form.formData())).toBe(null)
    const locked = post('a=1', 'text/plain')
    locked.body!.getReader()
    expect(await statusOf(locked.formData())).toBe(null)
  })

  test('an error that the application throws, of any class', () => {
    for (const error of [new TypeError('a'), new SyntaxError('a'), Object.assign(new Error('a'), { status: 400 })])
      expect(bodyErrorStatus(error)).toBe(null)
    for (const thrown of [null, undefined, 'text', 7, Symbol('a')]) expect(bodyErrorStatus(thrown)).toBe(null)
  })

  test('reading the body of a GET', async () => {
    expect(await statusOf(post(null, 'application/json', 'GET').json())).toBe(null)
  })

  test('a connection that ends before the body', async () => {
    const lost = new TypeError('terminated')
    const controller = new AbortController()
    const body = new ReadableStream({
      pull(stream) {
        controller.abort()
        stream.error(lost)
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    const headers = { 'content-type': FORM }
    const request = trackBodyErrors(new Request('http://app.test', { ...init, headers, signal: controller.signal }))
    expect(await statusOf(request.formData())).toBe(null)
  })
})

test('a value without an identity that a reader throws is thrown unchanged', async () => {
  for (const thrown of [null, undefined, 'text']) {
    const request = new Request('http://app.test', { method: 'POST', body: 'a=1', headers: { 'content-type': FORM } })
    Object.assign(request, { formData: () => Promise.reject(thrown) })
    await expect(trackBodyErrors(request).formData()).rejects.toBe(thrown)
  }
})

test("a body over the host's limit is 413, with every method that reads it", async () => {
  const tooLarge = Object.assign(new Error('too large'), { code: 'ERR_BODY_TOO_LARGE' })
  const body = () => new ReadableStream({ start: (controller) => controller.error(tooLarge) })
  const init = () => ({ method: 'POST', body: body(), duplex: 'half' as const, headers: { 'content-type': FORM } })
  for (const name of ['json', 'formData', 'text'] as const)
    expect(await statusOf(trackBodyErrors(new Request('http://app.test', init()))[name]())).toBe(413)
})

test('a request whose readers cannot be replaced is copied', async () => {
  const proxied = (body: string) => {
    const target = new Request('http://app.test', { method: 'POST', body })
    return new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
      set: () => true,
    })
  }
  expect(await statusOf(trackBodyErrors(proxied('{')).json())).toBe(400)
  expect(await trackBodyErrors(proxied('[7]')).json()).toEqual([7])
})

test('a request that can be neither changed nor copied stays as it is', () => {
  const proxy = new Proxy(new Request('http://app.test/a', { method: 'POST' }), {
    get: (target, key) => (key === 'method' ? 'TRACE' : (Reflect.get(target, key, target) as unknown)),
    set: () => true,
  })
  expect(trackBodyErrors(proxy)).toBe(proxy)
})
