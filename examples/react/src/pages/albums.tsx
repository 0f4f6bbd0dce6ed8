import { albumPath, albumPhotoPath } from 'virtual:routes'
import type { LoadArguments } from 'virtual:routes/navigation'
import { Link, type PageProps } from 'vite-plugin-turnout/react'
import { albums, findAlbum, type Album } from '../albums.ts'

export const load = {
  show({ params }: LoadArguments<'albums#show'>): Album {
    const album = findAlbum(params.id)
    if (album === undefined) throw new Response(null, { status: 404 })
    return album
  },
}

export const title = { index: 'Albums', show: ({ data }: { readonly data: Album }) => data.title }

export function Index() {
  return (
    <>
      <h1>Albums</h1>
      <ul>
        {albums.map(({ id, title, photos }) => (
          <li key={id}>
            <Link to={albumPath(id)}>
              <span className="picture" style={{ background: photos[0].picture }} />
              {title} <small>{photos.length} photos</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** TypeScript knows the parameters and the data of the page. */
export function Show({ params, data }: PageProps<'albums#show'>) {
  return (
    <>
      <h1>{data.title}</h1>
      <ul>
        {data.photos.map(({ title, picture }, index) => (
          <li key={title}>
            <Link to={albumPhotoPath(params.id, index)}>
              <span className="picture" style={{ background: picture }} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
