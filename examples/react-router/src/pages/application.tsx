import type { ReactNode } from 'react'
import { isRouteErrorResponse, NavLink, ScrollRestoration, useRouteError } from 'react-router'
import { accountPath, photosPath, rootPath } from 'virtual:routes'
import { useRoute } from 'virtual:routes/react-router'
import { currentUser } from '../session.ts'

export const loader = async (): Promise<{ user: string | null }> => ({ user: await currentUser() })

export function layout({ children }: { readonly children: ReactNode }) {
  const { data } = useRoute('layout:application')
  return (
    <>
      <nav aria-label="Site">
        <NavLink to={rootPath()}>Home</NavLink> <NavLink to={photosPath()}>Photos</NavLink>{' '}
        <NavLink to={accountPath()}>{data.user ?? 'Account'}</NavLink>
      </nav>
      <main>{children}</main>
      <ScrollRestoration />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return <h1>{isMissing ? 'This page does not exist.' : 'This page has an error.'}</h1>
}
