import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { fetchJson, type Article } from '../../../fetch-json.ts'
import { Link, NavLink } from '../link.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchJson<Article>(`/api/articles/${params.id}`, request.signal)

export function Component() {
  const { id, title } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <nav aria-label="Tabs">
        <NavLink to={`/articles/${id}`} end>
          Text
        </NavLink>{' '}
        <NavLink to={`/articles/${id}/comments`}>Comments</NavLink>{' '}
        <NavLink to={`/articles/${id}/history`}>History</NavLink> <Link to="#notes">Down</Link>
      </nav>
      <Outlet />
    </>
  )
}
