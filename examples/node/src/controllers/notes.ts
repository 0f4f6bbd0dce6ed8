import { notePath, notesPath } from 'virtual:routes'
import { action, type Action } from 'virtual:routes/server'
import { z } from 'zod'
import { button, escape, page } from '../html.ts'
import { store } from '../notes.ts'

const NoteForm = z.object({
  text: z.string().trim().min(1, 'Write something first.').max(500, 'The note is too long.'),
})

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })
const notFound = () => page('Note not found', '<h1>Note not found</h1>', { status: 404 })

/** `/notes/abc` is 404: the handler runs only for integers. */
const oneNote = { params: { id: z.coerce.number().int() }, invalid: notFound }

/** All notes, and the form for a new note. An invalid note is shown again, with the problem. */
async function notesPage(text = '', problem = '', status = 200): Promise<Response> {
  const notes = await store.all()
  const items = notes.map((note) => `<li><a href="${notePath(note.id)}">${escape(note.text)}</a></li>`)
  return page(
    'Notes',
    `<h1>Notes</h1>
    <form method="post" action="${notesPath()}">
      <input name="text" aria-label="Note" placeholder="Write a note" value="${escape(text)}" required maxlength="500"
        ${problem === '' ? '' : 'aria-invalid="true" aria-describedby="problem"'}> <button>Add</button>
    </form>
    ${problem === '' ? '' : `<p id="problem" role="alert">${escape(problem)}</p>`}
    ${items.length === 0 ? '<p>There are no notes yet.</p>' : `<ul>${items.join('')}</ul>`}`,
    { status, path: notesPath() },
  )
}

export const index: Action<'notes#index'> = () => notesPage()

export const create = action(
  'notes#create',
  {
    body: NoteForm,
    // Turnout responds to broken requests.
    invalid: (issues, { status, text }) =>
      status === 422 ? notesPage(text('text'), issues[0]?.message, status) : undefined,
  },
  async ({ body }) => {
    const note = await store.add(body.text)
    return seeOther(notePath(note.id))
  },
)

export const show = action('notes#show', oneNote, async ({ params }) => {
  const note = await store.find(params.id)
  if (note === undefined) return notFound()
  return page('Note', `<h1>${escape(note.text)}</h1>${button(notePath(note.id), 'delete', 'Delete')}`)
})

export const destroy = action('notes#destroy', oneNote, async ({ params }) =>
  (await store.remove(params.id)) ? seeOther(notesPath()) : notFound(),
)
