import { notePath } from 'virtual:routes'
import { create } from 'virtual:routes/actions/notes'
import { send } from 'virtual:routes/client'
import { navigate } from 'virtual:routes/navigation'

/** Sends the form, and shows the new note. Returns the reason if the note is not saved. */
export async function addNote(form: HTMLFormElement): Promise<string> {
  const reply = await send(create(), { body: new FormData(form) })
  if (reply.status === 422) return reply.data.issues?.[0]?.message ?? ''
  if (reply.status !== 201) return 'The note was not saved.'
  await navigate(notePath(reply.data.id))
  return ''
}
