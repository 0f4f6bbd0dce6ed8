import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { accountPath, articlesPath, brokenPath, rarePath, rootPath } from 'virtual:routes'
import { reloadIfMissing } from '../../../router-extras.ts'
import { Link, NavLink } from '../link.tsx'

export function layout({ children }: { readonly children: ReactNode }) {
  const isPending = useNavigation().state !== 'idle'
  return (
    <>
      <nav aria-label="Main">
        <NavLink to={rootPath()} end>
          Home
        </NavLink>{' '}
        <NavLink to={articlesPath()} end>
          Articles
        </NavLink>{' '}
        <NavLink to={accountPath()}>Account</NavLink> <Link to="/old-articles/3">Moved</Link>{' '}
        <NavLink to={rarePath()} onMouseEnter={() => void import('./rare.tsx')}>
          Rare
        </NavLink>{' '}
        <Link to={brokenPath()}>Broken</Link> <Link to="/nowhere">Nowhere</Link>
      </nav>
      {isPending && <p id="pending">Loading…</p>}
      <main>{children}</main>
      <ScrollRestoration />
    </>
  )
}

export function notFound() {
  return (
    <>
      <title>Articles</title>
      <h1>Not found</h1>
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  useEffect(() => reloadIfMissing(error, location.href), [error])
  if (isRouteErrorResponse(error) && error.status === 404) return notFound()
  return (
    <>
      <title>Articles</title>
      <h1>Something went wrong</h1>
    </>
  )
}
