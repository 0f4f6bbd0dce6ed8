// The data of the application. A real application asks a server.

export interface Photo {
  readonly id: number
  readonly title: string
}

let photos: readonly Photo[] = [
  { id: 1, title: 'Harbour' },
  { id: 2, title: 'Fog' },
]

export const listPhotos = async (): Promise<readonly Photo[]> => photos

/** @throws Response with status 404 if there is no such photo */
export async function findPhoto(id: string): Promise<Photo> {
  const found = photos.find((photo) => photo.id === Number(id))
  if (found === undefined) throw new Response(null, { status: 404, statusText: 'Not Found' })
  return found
}

export async function addPhoto(title: string): Promise<Photo> {
  const photo = { id: Math.max(0, ...photos.map(({ id }) => id)) + 1, title }
  photos = [...photos, photo]
  return photo
}

export async function renamePhoto(id: string, title: string): Promise<void> {
  photos = photos.map((photo) => (photo.id === Number(id) ? { ...photo, title } : photo))
}

export async function removePhoto(id: string): Promise<void> {
  photos = photos.filter((photo) => photo.id !== Number(id))
}
