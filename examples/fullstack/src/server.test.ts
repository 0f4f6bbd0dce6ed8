import { expect, test } from 'vitest'
import { aboutPath, notePath, notesPath, rootPath } from 'virtual:routes'
import { create, index, show } from 'virtual:routes/actions/notes'
import { send } from 'virtual:routes/client'
import server from 'virtual:routes/server'

const request = (path: string, accept: string) =>
  server.fetch(new Request(`http://notes.test${path}`, { headers: { accept } }))

test('a note is added, and sent as JSON', async () => {
  const added = await send(create(), { body: { text: ' Milk ' } })
  expect(added).toMatchObject({ status: 201, data: { id: 2, text: 'Milk' } })
  expect(await send(show(2))).toMatchObject({ status: 200, data: { id: 2, text: 'Milk' } })
  expect(await send(index())).toMatchObject({ status: 200, data: [{ id: 1 }, { id: 2, text: 'Milk' }] })
})

test('an empty note is refused, and an unknown note is 404', async () => {
  expect((await send(create(), { body: { text: ' ' } })).status).toBe(422)
  expect((await send(show(999))).status).toBe(404)
  expect((await request(notePath('abc'), 'application/json')).status).toBe(404)
})

test('navigations get the document, and a page without an action has no JSON', async () => {
  for (const path of [rootPath(), notePath(1), notesPath(), aboutPath()]) {
    const response = await request(path, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept'])
    expect(await response.text()).toContain('<div id="app">')
  }
  expect((await request(aboutPath(), 'application/json')).status).toBe(406)
})
