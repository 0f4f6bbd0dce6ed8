import { useEffect } from 'react'
import { isRouteErrorResponse, Outlet, ScrollRestoration, useNavigation, useRouteError } from 'react-router'
import { reloadIfMissing } from '../../router-extras.ts'
import { Link, NavLink } from './link.tsx'
import { NotFound } from './pages/not-found.tsx'

export function Layout() {
  const isPending = useNavigation().state !== 'idle'
  return (
    <>
      <nav aria-label="Main">
        <NavLink to="/" end>
          Home
        </NavLink>{' '}
        <NavLink to="/articles" end>
          Articles
        </NavLink>{' '}
        <NavLink to="/account">Account</NavLink> <Link to="/old-articles/3">Moved</Link>{' '}
        <NavLink to="/rare" onMouseEnter={() => void import('./pages/rare.tsx')}>
          Rare
        </NavLink>{' '}
        <Link to="/broken">Broken</Link> <Link to="/nowhere">Nowhere</Link>
      </nav>
      {isPending && <p id="pending">Loading…</p>}
      <main>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}

export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => reloadIfMissing(error, location.href), [error])
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <>
      <title>Articles</title>
      <h1>Something went wrong</h1>
    </>
  )
}
