import { notePath, notesPath, rootPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'
import { button, escape, page } from '../html.ts'
import { store } from '../notes.ts'

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

export const index: Action<'notes#index'> = async () => {
  const notes = await store.all()
  const list = notes.map(({ id, text }) => `<li><a href="${notePath(id)}">${escape(text)}</a></li>`)
  return page(`<h1>Notes</h1><ul>${list.join('')}</ul>
    <form method="post" action="${notesPath()}"><input name="text" aria-label="Note" required><button>Add</button></form>`)
}

export const create: Action<'notes#create'> = async ({ request }) => {
  const text = (await request.formData()).get('text')
  if (typeof text !== 'string' || text.trim() === '') return page('<h1>A note needs a text.</h1>', 422)
  const note = await store.add(text.trim())
  return seeOther(notePath(note.id))
}

export const show: Action<'notes#show'> = async ({ params }) => {
  const note = await store.find(params.id)
  if (note === undefined) return page('<h1>No such note</h1>', 404)
  return page(`<h1>${escape(note.text)}</h1>${button(notePath(note.id), 'delete', 'Delete')}`)
}

export const destroy: Action<'notes#destroy'> = async ({ params }) =>
  (await store.remove(params.id)) ? seeOther(rootPath()) : page('<h1>No such note</h1>', 404)
