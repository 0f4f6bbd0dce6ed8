import { index, show } from 'virtual:routes/actions/albums'
import { send } from 'virtual:routes/client'
import type { LoadArguments } from 'virtual:routes/navigation'
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
