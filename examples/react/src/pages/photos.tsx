import { albumPath } from 'virtual:routes'
import type { LoadArguments } from 'virtual:routes/navigation'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import { findAlbum, type Photo } from '../albums.ts'

export function load({ params }: LoadArguments<'photos#show'>): Photo {
  const photo = findAlbum(params.album_id)?.photos[Number(params.id)]
  if (photo === undefined) throw new Response(null, { status: 404 })
  return photo
}

export const title = ({ data }: { readonly data: Photo }) => data.title

export function Show({ params, data }: PageProps<'photos#show'>) {
  return (
    <>
      <h1>{data.title}</h1>
      <span className="picture" style={{ background: data.picture }} />
      <p>
        <Link to={albumPath(params.album_id)}>Back to the album</Link>
      </p>
    </>
  )
}
