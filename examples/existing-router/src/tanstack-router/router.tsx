import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type LinkProps,
  type RouterHistory,
} from '@tanstack/react-router'
import { photoPath, photosPath, rootPath, searchPath } from 'virtual:routes'

/** A link to a whole URL. The router's own `to` accepts patterns, and builds the URL itself. */
export function PathLink({ href, ...props }: { href: string } & Omit<LinkProps, 'to' | 'href' | 'params' | 'search'>) {
  return <Link {...props} to={href as never} />
}

const rootRoute = createRootRoute({
  component: () => (
    <>
      <nav aria-label="Site">
        <PathLink href={rootPath()}>Home</PathLink> <PathLink href={photosPath()}>Photos</PathLink>{' '}
        <PathLink href={searchPath({ query: { q: 'sea & sky' } })}>Search</PathLink>
      </nav>
      <main>
        <Outlet />
      </main>
    </>
  ),
})

const route = createRoute
const photoRoute = route({ getParentRoute: () => rootRoute, path: '/photos/$id', component: Photo })

function Photo() {
  const { id } = photoRoute.useParams()
  return <h1>Photo {id}</h1>
}

const routeTree = rootRoute.addChildren([
  route({ getParentRoute: () => rootRoute, path: '/', component: () => <h1>Home</h1> }),
  route({
    getParentRoute: () => rootRoute,
    path: '/photos',
    component: () => (
      <>
        <h1>Photos</h1>
        <PathLink href={photoPath(7)}>Photo 7</PathLink>
      </>
    ),
  }),
  photoRoute,
  route({ getParentRoute: () => rootRoute, path: '/search', component: () => <h1>Search</h1> }),
])

export const createAppRouter = (history?: RouterHistory) => createRouter({ routeTree, ...(history && { history }) })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
