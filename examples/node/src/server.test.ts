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

test('an empty note is refused, and a wrong verb says which there are', async () => {
  expect((await ask(notesPath(), { text: ' ' })).status).toBe(422)
  const refused = await ask(rootPath(), {})
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
