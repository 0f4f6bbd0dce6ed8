import { useState } from 'react'
import { albumPath } from 'virtual:routes'
import { Link } from 'vite-plugin-turnout/react'

/** The first page. Replace it with yours. */
export function Home() {
  const [count, setCount] = useState(0)
  return (
    <>
      <h1>Turnout + React on the server</h1>
      <p>
        <button onClick={() => setCount(count + 1)}>Clicked {count} times</button>
      </p>
      <p>
        <Link to={albumPath(1)}>The first album</Link>
      </p>
    </>
  )
}

export const load = {
  /** A redirect of the server, and of the browser. */
  latest(): never {
    throw new Response(null, { status: 302, headers: { location: albumPath(2) } })
  },
}

export const latest = null
