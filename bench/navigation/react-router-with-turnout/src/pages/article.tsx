import type { ReactNode } from 'react'
import { articleCommentsPath, articleHistoryPath, articlePath } from 'virtual:routes'
import { useRoute, type LoaderArgs } from 'virtual:routes/react-router'
import { fetchJson, type Article } from '../../../fetch-json.ts'
import { Link, NavLink } from '../link.tsx'

export const loader = {
  layout: ({ params, request }: LoaderArgs<'article#show'>) =>
    fetchJson<Article>(`/api/articles/${params.id}`, request.signal),
}

export function layout({ children }: { readonly children: ReactNode }) {
  const { id, title } = useRoute('layout:article').data
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <nav aria-label="Tabs">
        <NavLink to={articlePath(id)} end>
          Text
        </NavLink>{' '}
        <NavLink to={articleCommentsPath(id)}>Comments</NavLink> <NavLink to={articleHistoryPath(id)}>History</NavLink>{' '}
        <Link to="#notes">Down</Link>
      </nav>
      {children}
    </>
  )
}

export function Show() {
  return (
    <>
      <p style={{ height: 3000 }}>The text</p>
      <h2 id="notes">Notes</h2>
      <p style={{ height: 1000 }}>Below</p>
    </>
  )
}

export function Comments() {
  return <p>The comments</p>
}

export function History() {
  return <p>The history</p>
}
