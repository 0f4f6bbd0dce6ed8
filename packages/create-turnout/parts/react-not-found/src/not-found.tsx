import { rootPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

/** The page for paths that no route matches. */
export function NotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        <Link to={rootPath()}>Back to the first page</Link>
      </p>
    </>
  )
}
