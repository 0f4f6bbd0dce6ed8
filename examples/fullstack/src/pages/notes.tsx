import { useState, type FormEvent } from 'react'
import { notePath } from 'virtual:routes'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import { addNote } from '../add-note.ts'
import type { Note } from '../store.ts'

export const title = { index: 'Notes', show: ({ data }: { readonly data: Note }) => data.text }

export function Index({ data }: PageProps<'notes#index'>) {
  const [problem, setProblem] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setProblem(await addNote(event.currentTarget))
  }

  return (
    <>
      <h1>Notes</h1>
      <form onSubmit={(event) => void submit(event)}>
        <input
          name="text"
          aria-label="Note"
          placeholder="Write a note"
          required
          aria-invalid={problem !== ''}
          aria-describedby="problem"
        />{' '}
        <button>Add</button>
      </form>
      <p id="problem" role="alert">
        {problem}
      </p>
      {data.length === 0 && <p>There are no notes yet.</p>}
      <ul>
        {data.map(({ id, text }) => (
          <li key={id}>
            <Link to={notePath(id)}>{text}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** TypeScript knows the data of the page. */
export function Show({ data }: PageProps<'notes#show'>) {
  return <h1>{data.text}</h1>
}
