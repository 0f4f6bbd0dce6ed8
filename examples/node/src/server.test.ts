import { expect, test } from 'vitest'
import { notePath, notesPath, rootPath } from 'virtual:routes'
import server from './server.ts'

const send = (path: string, form?: Record<string, string>) =>
  server.fetch(new Request(`http://notes.test${path}`, form && { method: 'POST', body: new URLSearchParams(form) }))

test('the first page links to the notes', async () => {
  const response = await send(rootPath())
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(`href="${notesPath()}"`)
})

test('a note is added, shown and deleted', async () => {
  const added = await send(notesPath(), { text: 'Milk & <bread>' })
  const path = added.headers.get('location')!
  expect([added.status, path]).toEqual([303, expect.stringMatching(/^\/notes\/\d+$/)])
  expect(await (await send(path)).text()).toContain('<h1>Milk &amp; &lt;bread&gt;</h1>')
  expect(await (await send(notesPath())).text()).toContain(`<a href="${path}">Milk`)
  expect((await send(path, { _method: 'delete' })).headers.get('location')).toBe(notesPath())
  expect((await send(path)).status).toBe(404)
})

test('an unknown note is 404, and so is an id that is not a number', async () => {
  for (const id of ['999', 'abc', '-1']) expect((await send(notePath(id))).status).toBe(404)
})

test('an invalid note is shown again', async () => {
  const text = '<b>' + 'a'.repeat(500)
  const refused = await send(notesPath(), { text })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('<p id="problem" role="alert">The note is too long.</p>')
  expect(html).toContain('value="&lt;b&gt;aaa')
  expect((await send(notesPath(), { text: ' ' })).status).toBe(422)
})

test('a request of another site, of another type or of a wrong method is refused', async () => {
  const post = (headers: Record<string, string>, body: string) =>
    server.fetch(new Request(`http://notes.test${notesPath()}`, { method: 'POST', headers, body }))
  expect((await post({ 'content-type': 'text/plain' }, 'text=Milk')).status).toBe(415)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await post({ ...form, origin: 'http://evil.test' }, 'text=Milk')).status).toBe(403)
  const refused = await send(rootPath(), {})
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
