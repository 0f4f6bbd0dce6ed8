import { Link, Outlet, useParams, type RouteObject } from 'react-router'
import { photoPath, photosPath, rootPath, searchPath } from 'virtual:routes'

function Layout() {
  return (
    <>
      <nav aria-label="Site">
        <Link to={rootPath()}>Home</Link> <Link to={photosPath()}>Photos</Link>{' '}
        <Link to={searchPath({ query: { q: 'sea & sky' } })}>Search</Link>
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  )
}

function Photos() {
  return (
    <>
      <h1>Photos</h1>
      <Link to={photoPath(7)}>Photo 7</Link>
    </>
  )
}

function Photo() {
  const { id } = useParams<'id'>()
  return <h1>Photo {id}</h1>
}

export const routes: RouteObject[] = [
  {
    Component: Layout,
    children: [
      { path: '/', element: <h1>Home</h1> },
      { path: '/photos', Component: Photos },
      { path: '/photos/:id', Component: Photo },
      { path: '/search', element: <h1>Search</h1> },
    ],
  },
]
