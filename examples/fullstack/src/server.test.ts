import { expect, test } from 'vitest'
import { aboutPath, notePath, notesPath } from 'virtual:routes'
import server from 'virtual:routes/server'

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'
const JSON_TYPE = 'application/json'

const ask = (path: string, accept: string) =>
  server.fetch(new Request(`http://notes.test${path}`, { headers: { accept } }))

const add = (body: string, type = JSON_TYPE) =>
  server.fetch(
    new Request(`http://notes.test${notesPath()}`, { method: 'POST', headers: { 'content-type': type }, body }),
  )

test('a note is added, and sent as JSON', async () => {
  const added = await add('{ "text": "Milk" }')
  expect([added.status, await added.json()]).toEqual([201, { id: 1, text: 'Milk' }])
  expect(await (await ask(notePath(1), JSON_TYPE)).json()).toEqual({ id: 1, text: 'Milk' })
  expect(await (await ask(notesPath(), JSON_TYPE)).json()).toHaveLength(1)
  expect((await add('{}')).status).toBe(422)
  expect((await add('text=Milk', 'text/plain')).status).toBe(415)
})

test('navigations get the document, and a page without an action has no JSON', async () => {
  for (const path of [notePath(1), notesPath(), aboutPath()]) {
    const response = await ask(path, HTML)
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept'])
    expect(await response.text()).toContain('<div id="app">')
  }
  expect((await ask(aboutPath(), JSON_TYPE)).status).toBe(406)
})
