import { notePath, notesPath, rootPath } from 'virtual:routes'
import { action, type Action } from 'virtual:routes/server'
import { z } from 'zod'
import { button, escape, page } from '../html.ts'
import { store } from '../notes.ts'

const NoteForm = z.object({ text: z.string().trim().min(1, 'A note needs a text.').max(500, 'The note is too long.') })

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })

/** All notes, and the form for another one, with what was typed before. */
async function notesPage(text = '', problem = '', status = 200): Promise<Response> {
  const notes = await store.all()
  const list = notes.map((note) => `<li><a href="${notePath(note.id)}">${escape(note.text)}</a></li>`)
  return page(
    `<h1>Notes</h1><ul>${list.join('')}</ul>
    <form method="post" action="${notesPath()}">
    <input name="text" aria-label="Note" value="${escape(text)}" required><button>Add</button>
    ${problem === '' ? '' : `<p role="alert">${escape(problem)}</p>`}</form>`,
    status,
  )
}

export const index: Action<'notes#index'> = () => notesPage()

export const create = action(
  'notes#create',
  {
    body: NoteForm,
    // Invalid input shows the form again. Other responses are Turnout's.
    invalid: (issues, { status, text }) =>
      status === 422 ? notesPage(text('text'), issues[0]?.message, status) : undefined,
  },
  async ({ body }) => {
    const note = await store.add(body.text)
    return seeOther(notePath(note.id))
  },
)

export const show: Action<'notes#show'> = async ({ params }) => {
  const note = await store.find(params.id)
  if (note === undefined) return page('<h1>No such note</h1>', 404)
  return page(`<h1>${escape(note.text)}</h1>${button(notePath(note.id), 'delete', 'Delete')}`)
}

export const destroy: Action<'notes#destroy'> = async ({ params }) =>
  (await store.remove(params.id)) ? seeOther(rootPath()) : page('<h1>No such note</h1>', 404)
