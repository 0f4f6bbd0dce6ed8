import { albumPath, albumPhotosPath, albumsPath } from 'virtual:routes'

interface Album {
  readonly id: number
  readonly title: string
}

/** The albums, from the server. */
export async function fetchAlbums(load: typeof fetch = fetch): Promise<readonly Album[]> {
  return (await (await load(albumsPath({ format: 'json' }))).json()) as Album[]
}

/** Sends a photo to the server. */
export const addPhoto = (album: Album, photo: FormData, load: typeof fetch = fetch): Promise<Response> =>
  load(albumPhotosPath(album.id), { method: 'POST', body: photo })

export const list = (albums: readonly Album[]): string =>
  albums.map(({ id, title }) => `<p><a href="${albumPath(id)}">${title}</a></p>`).join('')
