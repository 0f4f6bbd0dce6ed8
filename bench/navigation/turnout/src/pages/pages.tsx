import { articlePath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'
import { NOTE } from '../../../fetch-json.ts'

export const title = 'Home'

export function Home() {
  return (
    <>
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
