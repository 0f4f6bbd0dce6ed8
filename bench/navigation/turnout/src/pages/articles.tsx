import { articlePath, articlesPath } from 'virtual:routes'
import type { LoadArguments } from 'virtual:routes/navigation'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import { fetchJson, type Article } from '../../../fetch-json.ts'

export const title = 'All articles'

export const load = ({ url, signal }: LoadArguments<'articles#index'>) => fetchJson<Article[]>(`/api${url}`, signal)

export function Index({ data, search }: PageProps<'articles#index'>) {
  return (
    <>
      <h1>All articles</h1>
      <form action={articlesPath()}>
        <input name="q" aria-label="Search" defaultValue={String(search.q ?? '')} />
        <button>Find</button>
      </form>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id} style={{ height: 60 }}>
            <Link to={articlePath(id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
