import type { LoadArguments } from 'virtual:routes/navigation'
import type { PageProps } from 'vite-plugin-turnout/react'
import { findAlbum } from '../albums.ts'

export function load({ params }: LoadArguments<'photos#show'>): string {
  const photo = findAlbum(params.album_id)?.photos[Number(params.id)]
  if (photo === undefined) throw new Response(null, { status: 404 })
  return photo
}

export const title = ({ data }: { readonly data: string }) => data

export function Show({ data }: PageProps<'photos#show'>) {
  return <h1>{data}</h1>
}
