import type { Action } from 'virtual:routes/server'
import { store } from '../store.ts'

const refused = (status: number, error: string) => Response.json({ error }, { status })

// Navigations to these routes get the document of the page. Requests for JSON get what the actions return.

export const index: Action<'notes#index'> = async () => Response.json(await store.all())

export const show: Action<'notes#show'> = async ({ params }) => {
  const note = await store.find(params.id)
  return note === undefined ? refused(404, 'There is no such note.') : Response.json(note)
}

export const create: Action<'notes#create'> = async ({ request }) => {
  // A form of another site cannot send this type.
  if (request.headers.get('content-type') !== 'application/json') return refused(415, 'Send JSON.')
  const body: unknown = await request.json().catch(() => null)
  const text = (Object(body) as { readonly text?: unknown }).text
  if (typeof text !== 'string' || text.trim() === '') return refused(422, 'A note needs a text.')
  return Response.json(await store.add(text.trim()), { status: 201 })
}
