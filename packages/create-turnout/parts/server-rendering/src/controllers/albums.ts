import { action } from 'virtual:routes/server'
import { z } from 'zod'
import { store } from '../albums.ts'

const Album = z.object({ id: z.number(), title: z.string() })

export const index = action('albums#index', { responses: { 200: z.array(Album).readonly() } }, async ({ json }) =>
  json(await store.all()),
)

export const show = action(
  'albums#show',
  { params: { id: z.coerce.number().int() }, responses: { 200: Album, 404: z.object({ title: z.string() }) } },
  async ({ params, json }) => {
    const album = await store.find(params.id)
    return album === undefined ? json({ title: 'Album not found' }, { status: 404 }) : json(album)
  },
)
