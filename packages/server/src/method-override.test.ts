import { expect, test } from 'vitest'
import { methodOverride } from './method-override.ts'

const post = (body: BodyInit, type?: string, method = 'POST') =>
  new Request('http://app.test/photos/7?_method=put', {
    method,
    body,
    headers: { ...(type && { 'content-type': type }), 'x-http-method-override': 'DELETE' },
  })
const form = (text: string) => post(text, 'application/x-www-form-urlencoded')
const multipart = (fields: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return post(data)
}

test.each(['patch', 'PUT', 'Delete'])('a form sets the verb %s', async (verb) => {
  const request = await methodOverride(form(`title=a+b&_method=${verb}`))
  expect(request.method).toBe(verb.toUpperCase())
  expect(request.url).toBe('http://app.test/photos/7?_method=put')
  expect((await request.formData()).get('title')).toBe('a b')
})

test('the type of a form may have spaces and parameters', async () => {
  const request = await methodOverride(post('_method=put', 'application/x-www-form-urlencoded ; charset=utf-8'))
  expect(request.method).toBe('PUT')
})

test('a form with a file sets the verb too, and keeps the file', async () => {
  const request = await methodOverride(multipart({ _method: 'patch', file: new Blob(['bytes']) }))
  expect(request.method).toBe('PATCH')
  expect(await ((await request.formData()).get('file') as File).text()).toBe('bytes')
})

test('the returned request keeps the abort signal', async () => {
  const controller = new AbortController()
  const request = await methodOverride(new Request(form('_method=put'), { signal: controller.signal }))
  controller.abort()
  expect(request.signal.aborted).toBe(true)
})

test.each([
  ['no field', form('title=a')],
  ['GET', form('_method=get')],
  ['a verb that no form may ask for', form('_method=connect')],
  ['two words', form('_method=put,delete')],
  ['a file of that name', multipart({ _method: new Blob(['put']) })],
  ['JSON', post('{"_method":"put"}', 'application/json')],
  ['no type', post(new Uint8Array([1]))],
  ['a type that only begins so', post('_method=put', 'application/x-www-form-urlencodedx; a=b')],
  ['another type that only begins so', post('_method=put', 'application/x-www-form-urlencoded-not')],
  ['a body that is not a form', post('not a form', 'multipart/form-data; boundary=x')],
])('stays POST: %s', async (_, request) => {
  const text = await request.clone().text()
  const after = await methodOverride(request)
  expect(after.method).toBe('POST')
  expect(await after.text()).toBe(text)
})

test('only the body of a POST is read', async () => {
  const request = post('_method=delete', 'application/x-www-form-urlencoded', 'PUT')
  expect(await methodOverride(request)).toBe(request)
  expect(request.bodyUsed).toBe(false)
})

test("a body over the limit fails in the code that reads it, with the host's error", async () => {
  const tooLarge = Object.assign(new Error('too large'), { code: 'ERR_BODY_TOO_LARGE' })
  const body = new ReadableStream({ start: (controller) => controller.error(tooLarge) })
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const request = await methodOverride(
    new Request('http://app.test/photos', { ...init, headers: { 'content-type': 'multipart/form-data; boundary=a' } }),
  )
  expect(request.method).toBe('POST')
  expect(request.headers.get('content-type')).toBe('multipart/form-data; boundary=a')
  await expect(request.formData()).rejects.toBe(tooLarge)
})

test.each(['application/json', 'text/plain', 'x-application/x-www-form-urlencoded'])(
  'a body that is %s is not read',
  async (type) => {
    const request = post('_method=put', type)
    expect(await methodOverride(request)).toBe(request)
    expect(request.bodyUsed).toBe(false)
  },
)
