import type { ReactNode } from 'react'
import { albumsPath, rootPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

export { NotFound as notFound } from '../not-found.tsx'

export const title = 'Turnout + React'

/** Surrounds all pages. */
export function layout({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <header>
        <nav>
          <Link to={rootPath()}>Home</Link>
          <Link to={albumsPath()}>Albums</Link>
        </nav>
      </header>
      <main>{children}</main>
    </>
  )
}
