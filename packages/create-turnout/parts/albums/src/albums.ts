export interface Album {
  readonly id: string
  readonly title: string
  readonly photos: readonly string[]
}

/** Replace them with data that your application fetches. */
export const albums: readonly Album[] = [
  { id: '1', title: 'A week by the sea', photos: ['First light', 'Slack water'] },
  { id: '2', title: 'Over the pass', photos: ['The wrong turn', 'Larches'] },
]

export const findAlbum = (id: string): Album | undefined => albums.find((album) => album.id === id)
