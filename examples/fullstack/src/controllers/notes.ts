import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { store } from '../store.ts'

const Note = z.object({ id: z.number(), text: z.string() })
const NoteForm = z.object({ text: z.string().trim().min(1, 'Write something first.') })

// A navigation to these routes gets the document of the page. A request for JSON gets the response of the action.

export const index = action('notes#index', { responses: { 200: z.array(Note) } }, async ({ json }) =>
  json(await store.all()),
)

/** `/notes/abc` is 404: the handler runs only for integers. */
export const show = action(
  'notes#show',
  { params: { id: z.coerce.number().int() }, responses: { 200: Note, 404: z.object({ title: z.string() }) } },
  async ({ params, json }) => {
    const note = await store.find(params.id)
    return note === undefined ? json({ title: 'Note not found' }, { status: 404 }) : json(note)
  },
)

export const create = action('notes#create', { body: NoteForm, responses: { 201: Note } }, async ({ body, json }) =>
  json(await store.add(body.text), { status: 201 }),
)
