import { aboutPath, notesPath, rootPath } from 'virtual:routes'
import type { LoadedPage } from 'virtual:routes/pages'
import { useCurrentPage } from './current-page.ts'
import { Link } from './link.tsx'

export function App() {
  const current = useCurrentPage()
  return (
    <>
      <header>
        <nav>
          <Link to={rootPath()}>Home</Link>
          <Link to={notesPath()}>Notes</Link>
          <Link to={aboutPath()}>About</Link>
        </nav>
      </header>
      <main>{current === undefined ? <p>Loading …</p> : <Page current={current} />}</main>
    </>
  )
}

/** Shows the page of the route. TypeScript knows the parameters of each route. */
function Page({ current }: { readonly current: LoadedPage | null }) {
  switch (current?.action) {
    case 'pages#home':
    case 'pages#about':
    case 'notes#index':
      return <current.page />
    case 'notes#show':
      return <current.page key={current.match.params.id} id={current.match.params.id} />
    default:
      return <h1>Page not found</h1>
  }
}
