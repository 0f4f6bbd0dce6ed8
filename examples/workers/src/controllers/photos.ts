import { photoPath } from 'virtual:routes'
import { action } from 'virtual:routes/server'
import { z } from 'zod'

const titles = ['First light', 'Slack water']

const Search = z.object({ title: z.string().default('') })
const Photo = z.object({ title: z.string() })

export const index = action('photos#index', { query: Search }, ({ context, query }) => {
  const photos = titles
    .map((title, id) => ({ title, url: photoPath(id) }))
    .filter(({ title }) => title.toLowerCase().includes(query.title.toLowerCase()))
  return Response.json({ region: context.region, photos })
})

/** `/api/photos/abc` is 404: the handler runs only for integers. */
export const show = action(
  'photos#show',
  {
    params: { id: z.coerce.number().int().nonnegative() },
    responses: { 200: Photo, 404: z.object({ error: z.string() }) },
  },
  ({ params, json }) => {
    const title = titles[params.id]
    return title === undefined ? json({ error: 'Photo not found' }, { status: 404 }) : json({ title })
  },
)
