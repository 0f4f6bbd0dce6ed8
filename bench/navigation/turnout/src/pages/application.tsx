import type { ReactNode } from 'react'
import { accountPath, articlesPath, brokenPath, rarePath, rootPath } from 'virtual:routes'
import { Link, usePending } from 'vite-plugin-turnout/react'

export const title = 'Articles'

export function layout({ children }: { readonly children: ReactNode }) {
  const isPending = usePending() !== null
  return (
    <>
      <nav aria-label="Main">
        <Link to={rootPath()}>Home</Link> <Link to={articlesPath()}>Articles</Link>{' '}
        <Link to={accountPath()}>Account</Link> <Link to="/old-articles/3">Moved</Link>{' '}
        <Link to={rarePath()} prefetch="hover">
          Rare
        </Link>{' '}
        <Link to={brokenPath()}>Broken</Link> <Link to="/nowhere">Nowhere</Link>
      </nav>
      {isPending && <p id="pending">Loading…</p>}
      <main>{children}</main>
    </>
  )
}

export function notFound() {
  return <h1>Not found</h1>
}

export function error() {
  return <h1>Something went wrong</h1>
}
