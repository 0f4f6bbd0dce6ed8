import { Form, useSearchParams } from 'react-router'
import { articlePath, articlesPath } from 'virtual:routes'
import { useRoute, type LoaderArgs } from 'virtual:routes/react-router'
import { fetchJson, type Article } from '../../../fetch-json.ts'
import { hasMotion } from '../../../router-extras.ts'
import { Link } from '../link.tsx'

export const loader = ({ request }: LoaderArgs<'articles#index'>) =>
  fetchJson<Article[]>(`/api/articles${new URL(request.url).search}`, request.signal)

export function Index() {
  const { data } = useRoute('articles')
  const [search] = useSearchParams()
  return (
    <>
      <title>All articles</title>
      <h1>All articles</h1>
      <Form action={articlesPath()} viewTransition={hasMotion()}>
        <input name="q" aria-label="Search" defaultValue={search.get('q') ?? ''} />
        <button>Find</button>
      </Form>
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
