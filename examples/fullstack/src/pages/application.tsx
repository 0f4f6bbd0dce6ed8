import type { ReactNode } from 'react'
import { aboutPath, notesPath, rootPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

export const title = 'Turnout + React and Node'

/** Surrounds all pages. */
export function layout({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <header>
        <nav>
          <Link to={rootPath()}>Home</Link>
          <Link to={notesPath()}>Notes</Link>
          <Link to={aboutPath()}>About</Link>
        </nav>
      </header>
      <main>{children}</main>
    </>
  )
}

export function notFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>
        <Link to={rootPath()}>Back to the first page</Link>
      </p>
    </>
  )
}

export function error() {
  return <h1>Something went wrong</h1>
}
