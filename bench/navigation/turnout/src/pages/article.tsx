import type { ReactNode } from 'react'
import { articleCommentsPath, articleHistoryPath, articlePath } from 'virtual:routes'
import type { LoadArguments } from 'virtual:routes/navigation'
import { Link, useRoute } from 'vite-plugin-turnout/react'
import { fetchJson, type Article } from '../../../fetch-json.ts'

export const title = ({ data }: { readonly data: Article }) => data.title

export const load = ({ params, signal }: LoadArguments<'article#show'>) =>
  fetchJson<Article>(`/api/articles/${params.id}`, signal)

export function layout({ children }: { readonly children: ReactNode }) {
  const { data, params } = useRoute()
  const id = String(params.id)
  return (
    <>
      <h1>{(data as Article | undefined)?.title}</h1>
      <nav aria-label="Tabs">
        <Link to={articlePath(id)}>Text</Link> <Link to={articleCommentsPath(id)}>Comments</Link>{' '}
        <Link to={articleHistoryPath(id)}>History</Link> <a href="#notes">Down</a>
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
