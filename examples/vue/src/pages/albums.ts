import type { LoadArguments } from 'virtual:routes/navigation'
import { findAlbum, type Album } from '../albums.ts'

export const load = {
  show({ params }: LoadArguments<'albums#show'>): Album {
    const album = findAlbum(params.id)
    if (album === undefined) throw new Response(null, { status: 404 })
    return album
  },
}

export const title = { index: 'Albums', show: ({ data }: { readonly data: Album }) => data.title }
