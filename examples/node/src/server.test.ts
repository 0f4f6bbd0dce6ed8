import { expect, test } from 'vitest'
import { notePath, notesPath, rootPath } from 'virtual:routes'
import server from './server.ts'

const ask = (path: string, form?: Record<string, string>) =>
  server.fetch(new Request(`http://notes.test${path}`, form && { method: 'POST', body: new URLSearchParams(form) }))

test('a note is added, shown and deleted', async () => {
  const added = await ask(notesPath(), { text: 'Milk & <bread>' })
  expect([added.status, added.headers.get('location')]).toEqual([303, notePath(1)])
  expect(await (await ask(notePath(1))).text()).toContain('<h1>Milk &amp; &lt;bread&gt;</h1>')
  expect((await ask(notePath(1), { _method: 'delete' })).headers.get('location')).toBe(rootPath())
  expect((await ask(notePath(1))).status).toBe(404)
})

test('an invalid note is shown again, with what was typed', async () => {
  const text = '<b>' + 'a'.repeat(500)
  const refused = await ask(notesPath(), { text })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('<p role="alert">The note is too long.</p>')
  expect(html).toContain('value="&lt;b&gt;aaa')
})

test('a note that is no form, or comes from another site, is refused', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    server.fetch(new Request(`http://notes.test${notesPath()}`, { method: 'POST', headers, body }))
  expect((await send({ 'content-type': 'text/plain' }, 'text=Milk')).status).toBe(415)
  expect((await send({ 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\n')).status).toBe(400)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send({ ...form, origin: 'http://evil.test' }, 'text=Milk')).status).toBe(403)
  expect((await send({ ...form, 'content-length': '100001' }, 'text=Milk')).status).toBe(413)
})

test('an empty note is refused, and a wrong verb says which there are', async () => {
  expect((await ask(notesPath(), { text: ' ' })).status).toBe(422)
  const refused = await ask(rootPath(), {})
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
