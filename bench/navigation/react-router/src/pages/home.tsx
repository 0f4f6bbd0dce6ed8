import { NOTE } from '../../../fetch-json.ts'
import { Link } from '../link.tsx'

export function Home() {
  return (
    <>
      <title>Home</title>
      <h1>Home</h1>
      <Link to="/articles/1#notes">Notes</Link>{' '}
      <Link to="/articles/1" target="_blank">
        In a tab
      </Link>{' '}
      <Link to="/articles/9">Slow</Link> <Link to="/articles/999">Unknown</Link>
      <div dangerouslySetInnerHTML={{ __html: NOTE }} />
    </>
  )
}
