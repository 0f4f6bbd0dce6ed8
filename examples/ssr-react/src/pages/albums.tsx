import { albumPath } from 'virtual:routes'
import { index, show } from 'virtual:routes/actions/albums'
import { send } from 'virtual:routes/client'
import type { LoadArguments } from 'virtual:routes/navigation'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import type { Album } from '../albums.ts'

// `send` fetches in a browser. On the server, it calls the action in the same process.
export const load = {
  async index({ signal }: LoadArguments<'albums#index'>): Promise<readonly Album[]> {
    const reply = await send(index(), { signal })
    if (reply.status !== 200) throw reply
    return reply.data
  },
  async show({ params, signal }: LoadArguments<'albums#show'>): Promise<Album> {
    const reply = await send(show(params.id), { signal })
    if (reply.status !== 200) throw reply
    return reply.data
  },
}

export const title = { index: 'Albums', show: ({ data }: { readonly data: Album }) => data.title }

export function Index({ data }: PageProps<'albums#index'>) {
  return (
    <>
      <h1>Albums</h1>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>
            <Link to={albumPath(id)}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Show({ data }: PageProps<'albums#show'>) {
  return <h1>{data.title}</h1>
}
