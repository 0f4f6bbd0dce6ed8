import { useEffect, useState, type FormEvent } from 'react'
import { notePath } from 'virtual:routes'
import { create, index, show } from 'virtual:routes/actions/notes'
import { send } from 'virtual:routes/client'
import { visit } from '../current-page.ts'
import { Link } from '../link.tsx'

const requestNotes = () => send(index())
const requestNote = (id: string) => send(show(id))

export function Index() {
  const [notes, setNotes] = useState<Awaited<ReturnType<typeof requestNotes>>>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => void requestNotes().then(setNotes), [])

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text'))
    const response = await send(create(), { body: { text } })
    if (response.status === 201) visit(notePath(response.data.id))
    else setProblem(response.status === 422 ? response.data.issues?.[0]?.message : 'The note was not saved.')
  }

  return (
    <>
      <h1>Notes</h1>
      <form onSubmit={(event) => void add(event)}>
        <input name="text" aria-label="Note" required /> <button>Add</button>
      </form>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {notes?.status === 200 && notes.data.length === 0 && <p>There are no notes yet.</p>}
      <ul>
        {notes?.status === 200 &&
          notes.data.map(({ id, text }) => (
            <li key={id}>
              <Link to={notePath(id)}>{text}</Link>
            </li>
          ))}
      </ul>
    </>
  )
}

export function Show({ id }: { readonly id: string }) {
  const [note, setNote] = useState<Awaited<ReturnType<typeof requestNote>>>()
  useEffect(() => void requestNote(id).then(setNote), [id])
  if (note === undefined) return <p>Loading …</p>
  return <h1>{note.status === 200 ? note.data.text : 'Note not found'}</h1>
}
