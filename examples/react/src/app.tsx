import { useEffect } from 'react'
import { albumPath, albumPhotoPath, albumsPath, match, rootPath } from 'virtual:routes'
import { albums, findAlbum } from './albums.ts'
import { Link } from './link.tsx'
import { usePath, visit } from './location.ts'
import { Welcome } from './welcome.tsx'

export function App() {
  const route = match('GET', usePath())
  const target = route?.redirect?.location
  useEffect(() => {
    if (target !== undefined) visit(target)
  }, [target])
  return (
    <>
      <header>
        <nav>
          <Link to={rootPath()}>Home</Link>
          <Link to={albumsPath()}>Albums</Link>
        </nav>
      </header>
      <main>
        <Page route={route} />
      </main>
    </>
  )
}

/** Shows the page of the route. TypeScript knows the parameters of each route. */
function Page({ route }: { readonly route: ReturnType<typeof match> }) {
  switch (route?.name) {
    case 'root':
      return <Welcome />
    case 'albums':
      return <AlbumList />
    case 'album':
      return <Album id={route.params.id} />
    case 'album_photo':
      return <h1>{findAlbum(route.params.album_id)?.photos[Number(route.params.id)] ?? 'Photo not found'}</h1>
    default:
      return <h1>Page not found</h1>
  }
}

function AlbumList() {
  return (
    <>
      <h1>Albums</h1>
      <ul>
        {albums.map(({ id, title, photos }) => (
          <li key={id}>
            <Link to={albumPath(id)}>
              {title} <small>{photos.length} photos</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Album({ id }: { readonly id: string }) {
  const album = findAlbum(id)
  if (album === undefined) return <h1>Album not found</h1>
  return (
    <>
      <h1>{album.title}</h1>
      <ul>
        {album.photos.map((photo, index) => (
          <li key={photo}>
            <Link to={albumPhotoPath(id, index)}>{photo}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
