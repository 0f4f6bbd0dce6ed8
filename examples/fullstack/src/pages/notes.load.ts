import { index, show } from 'virtual:routes/actions/notes'
import { send } from 'virtual:routes/client'
import type { LoadArguments } from 'virtual:routes/navigation'
import type { Note } from '../store.ts'

/** The data of each page. A note that does not exist shows the page `notFound`. */
export const load = {
  async index({ signal }: LoadArguments<'notes#index'>): Promise<Note[]> {
    const reply = await send(index(), { signal })
    if (reply.status !== 200) throw reply
    return reply.data
  },
  async show({ params, signal }: LoadArguments<'notes#show'>): Promise<Note> {
    const reply = await send(show(params.id), { signal })
    if (reply.status !== 200) throw reply
    return reply.data
  },
}
