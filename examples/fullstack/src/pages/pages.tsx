import { aboutPath, notePath, notesPath } from 'virtual:routes'
import { Welcome } from '../welcome.tsx'

export function Home() {
  const paths = { 'notesPath()': notesPath(), 'notePath(1)': notePath(1), 'aboutPath()': aboutPath() }
  return (
    <Welcome
      title="Turnout + React and Node"
      paths={paths}
      resource="notes"
      typo="/notse"
      docs="server-and-client.md"
    />
  )
}

/** A page without an action. */
export function About() {
  return (
    <>
      <h1>About</h1>
      <p>
        The component is in <code>src/pages/pages.tsx</code>. The browser loads its module with the page.
      </p>
    </>
  )
}
