import { useEffect } from 'react'
import { albumPath, albumPhotoPath, albumsPath, match, rootPath } from 'virtual:routes'
import { albumOf, albums } from './albums.ts'
import { Link } from './link.tsx'
import { usePath, visit } from './location.ts'

export function App() {
  const found = match('GET', usePath())
  const moved = found?.redirect?.location
  useEffect(() => {
    if (moved !== undefined) visit(moved)
  }, [moved])
  return (
    <>
      <nav>
        <Link to={rootPath()}>Home</Link> <Link to={albumsPath()}>Albums</Link>
      </nav>
      <Page found={found} />
    </>
  )
}

/** The page of what the routes answer. TypeScript knows which parameters each has. */
function Page({ found }: { readonly found: ReturnType<typeof match> }) {
  switch (found?.name) {
    case 'root':
    case 'albums':
      return (
        <ul>
          {albums.map(({ id, title }) => (
            <li key={id}>
              <Link to={albumPath(id)}>{title}</Link>
            </li>
          ))}
        </ul>
      )
    case 'album':
      return <Album id={found.params.id} />
    case 'album_photo':
      return <h1>{albumOf(found.params.album_id)?.photos[Number(found.params.id)] ?? 'No such photo'}</h1>
    default:
      return <h1>Nothing here</h1>
  }
}

function Album({ id }: { readonly id: string }) {
  const album = albumOf(id)
  if (album === undefined) return <h1>No such album</h1>
  return (
    <>
      <h1>{album.title}</h1>
      {album.photos.map((photo, index) => (
        <p key={photo}>
          <Link to={albumPhotoPath(id, index)}>{photo}</Link>
        </p>
      ))}
    </>
  )
}
