import type { LoadArguments } from 'virtual:routes/navigation'
import { findAlbum, type Photo } from '../albums.ts'

export function load({ params }: LoadArguments<'photos#show'>): Photo {
  const photo = findAlbum(params.album_id)?.photos[Number(params.id)]
  if (photo === undefined) throw new Response(null, { status: 404 })
  return photo
}

export const title = ({ data }: { readonly data: Photo }) => data.title
