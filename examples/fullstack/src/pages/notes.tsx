import { useEffect, useState, type FormEvent } from 'react'
import { notePath, notesPath } from 'virtual:routes'
import { visit } from '../current-page.ts'
import { Link } from '../link.tsx'
import type { Note } from '../notes.ts'

const JSON_TYPE = 'application/json'

/** What an action sends as JSON; null until it is there. */
function useJson<Value>(path: string): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void fetch(path, { headers: { accept: JSON_TYPE }, signal: controller.signal })
      .then(async (response) => setValue((await response.json()) as Value))
      .catch(() => {})
    return () => controller.abort()
  }, [path])
  return value
}

export function Index() {
  const notes = useJson<readonly Note[]>(notesPath())
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    const response = await fetch(notesPath(), {
      method: 'POST',
      headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE },
      body: JSON.stringify({ text }),
    })
    if (response.ok) visit(notePath(((await response.json()) as Note).id))
  }
  return (
    <>
      <h1>Notes</h1>
      <ul>
        {notes?.map(({ id, text }) => (
          <li key={id}>
            <Link to={notePath(id)}>{text}</Link>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)}>
        <input name="text" aria-label="Note" required /> <button>Add</button>
      </form>
    </>
  )
}

export function Show({ id }: { readonly id: string }) {
  const note = useJson<Partial<Note>>(notePath(id))
  return note === null ? <p>Loading …</p> : <h1>{note.text ?? 'No such note'}</h1>
}
