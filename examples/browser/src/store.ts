/** The album's data: kept in the browser, so that the site needs no server. */
export interface Album {
  readonly id: number
  title: string
  /** `2025-07` */
  month: string
}

export interface Photo {
  readonly id: number
  readonly albumId: number
  title: string
}

export interface Comment {
  readonly id: number
  readonly photoId: number
  author: string
  text: string
  approved: boolean
}

interface Data {
  next: number
  albums: Album[]
  photos: Photo[]
  comments: Comment[]
}

const KEY = 'photo-album'

const initial: Data = {
  next: 100,
  albums: [
    { id: 1, title: 'Summer by the sea', month: '2025-07' },
    { id: 2, title: 'Mountains', month: '2025-09' },
    { id: 3, title: 'The city at night', month: '2024-12' },
  ],
  photos: [
    { id: 1, albumId: 1, title: 'First light' },
    { id: 2, albumId: 1, title: 'Low tide' },
    { id: 3, albumId: 1, title: 'Driftwood' },
    { id: 4, albumId: 2, title: 'The pass' },
    { id: 5, albumId: 2, title: 'Above the clouds' },
    { id: 6, albumId: 3, title: 'Tram 9' },
    { id: 7, albumId: 3, title: 'Neon' },
  ],
  comments: [
    { id: 1, photoId: 1, author: 'Ada', text: 'The colours!', approved: true },
    { id: 2, photoId: 1, author: 'Grace', text: 'Which lens was this?', approved: true },
    { id: 3, photoId: 6, author: 'Linus', text: 'I know that corner.', approved: false },
  ],
}

const data: Data = JSON.parse(localStorage.getItem(KEY) ?? JSON.stringify(initial)) as Data

function save(): void {
  localStorage.setItem(KEY, JSON.stringify(data))
}

/** The rows of one kind. */
function table<Row extends { readonly id: number }>(name: 'albums' | 'photos' | 'comments') {
  const rows = () => data[name] as unknown as Row[]
  return {
    all: (): readonly Row[] => rows(),
    find: (id: string | undefined): Row | null => rows().find((row) => String(row.id) === id) ?? null,
    create: (values: Omit<Row, 'id'>): Row => {
      const row = { ...values, id: data.next++ } as unknown as Row
      rows().push(row)
      save()
      return row
    },
    update: (row: Row, values: Partial<Omit<Row, 'id'>>): void => {
      Object.assign(row, values)
      save()
    },
    remove: (...gone: readonly Row[]): void => {
      data[name] = rows().filter((row) => !gone.includes(row)) as never
      save()
    },
  }
}

export const albums = table<Album>('albums')
export const photos = table<Photo>('photos')
export const comments = table<Comment>('comments')

export function photosOf(album: Album): Photo[] {
  return photos.all().filter((photo) => photo.albumId === album.id)
}

export function commentsOf(photo: Photo): Comment[] {
  return comments.all().filter((comment) => comment.photoId === photo.id)
}

/** Removes a photo with its comments. */
export function removePhoto(photo: Photo): void {
  comments.remove(...commentsOf(photo))
  photos.remove(photo)
}
