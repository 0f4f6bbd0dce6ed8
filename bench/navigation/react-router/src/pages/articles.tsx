import { Form, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { fetchJson, type Article } from '../../../fetch-json.ts'
import { hasMotion } from '../../../router-extras.ts'
import { Link } from '../link.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  fetchJson<Article[]>(`/api/articles${new URL(request.url).search}`, request.signal)

export function Component() {
  const data = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <>
      <title>All articles</title>
      <h1>All articles</h1>
      <Form action="/articles" viewTransition={hasMotion()}>
        <input name="q" aria-label="Search" defaultValue={search.get('q') ?? ''} />
        <button>Find</button>
      </Form>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id} style={{ height: 60 }}>
            <Link to={`/articles/${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
