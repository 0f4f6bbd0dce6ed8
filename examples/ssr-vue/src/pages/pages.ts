import { albumPath } from 'virtual:routes'

export const load = {
  /** A redirect of the server, and of the browser. */
  latest(): never {
    throw new Response(null, { status: 302, headers: { location: albumPath(2) } })
  },
}

export const latest = null
