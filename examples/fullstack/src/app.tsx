import { aboutPath, rootPath } from 'virtual:routes'
import type { LoadedPage } from 'virtual:routes/pages'
import { useCurrentPage } from './current-page.ts'
import { Link } from './link.tsx'

export function App() {
  const current = useCurrentPage()
  return (
    <>
      <nav>
        <Link to={rootPath()}>Notes</Link> <Link to={aboutPath()}>About</Link>
      </nav>
      {current === undefined ? <p>Loading …</p> : <Page current={current} />}
    </>
  )
}

/** The page of the route. TypeScript knows the parameters of each. */
function Page({ current }: { readonly current: LoadedPage | null }) {
  switch (current?.action) {
    case 'notes#index':
    case 'pages#about':
      return <current.page />
    case 'notes#show':
      return <current.page key={current.match.params.id} id={current.match.params.id} />
    default:
      return <h1>Nothing here</h1>
  }
}
