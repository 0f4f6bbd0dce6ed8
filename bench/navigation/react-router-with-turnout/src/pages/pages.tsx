import { articlePath } from 'virtual:routes'
import { NOTE } from '../../../fetch-json.ts'
import { Link } from '../link.tsx'

export function Home() {
  return (
    <>
      <title>Home</title>
      <h1>Home</h1>
      <Link to={articlePath(1, { anchor: 'notes' })}>Notes</Link>{' '}
      <Link to={articlePath(1)} target="_blank">
        In a tab
      </Link>{' '}
      <Link to={articlePath(9)}>Slow</Link> <Link to={articlePath(999)}>Unknown</Link>
      <div dangerouslySetInnerHTML={{ __html: NOTE }} />
    </>
  )
}
