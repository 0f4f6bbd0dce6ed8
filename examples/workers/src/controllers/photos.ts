import { photoPath } from 'virtual:routes'
import type { Action } from 'virtual:routes/server'

const titles = ['First light', 'Slack water']

export const index: Action<'photos#index'> = ({ context }) =>
  Response.json({ region: context.region, photos: titles.map((title, id) => ({ title, url: photoPath(id) })) })

export const show: Action<'photos#show'> = ({ params }) => {
  const title = titles[Number(params.id)]
  return title === undefined ? Response.json({ error: 'no such photo' }, { status: 404 }) : Response.json({ title })
}
