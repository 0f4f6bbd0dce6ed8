import { aboutPath, notePath, notesPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

/** The first page. Replace it with yours. */
export function Home() {
  const paths = { 'notesPath()': notesPath(), 'notePath(1)': notePath(1), 'aboutPath()': aboutPath() }
  return (
    <>
      <h1>
        <img src="/icon.svg" alt="" width="64" height="64" />
        Turnout + React + Node
      </h1>
      <p className="lead">
        Edit <code>config/routes.ts</code> and save. These links follow at once.
      </p>
      <ul>
        {Object.entries(paths).map(([call, path]) => (
          <li key={call}>
            <Link to={path}>
              <code>{call}</code> <small>{path}</small>
            </Link>
          </li>
        ))}
      </ul>
      <h2>Next</h2>
      {import.meta.env.DEV && (
        <ul>
          <li>
            <a href="/__turnout/">
              Inspector <small>See every route, and test which route matches</small>
            </a>
          </li>
        </ul>
      )}
      <p>
        Documentation: <code>node_modules/vite-plugin-turnout/docs/server-and-client.md</code>
      </p>
    </>
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
