export interface Album {
  readonly id: number
  readonly title: string
}

/** The server's data. Replace it with a database. */
const albums: readonly Album[] = [
  { id: 1, title: 'A week by the sea' },
  { id: 2, title: 'Over the pass' },
  { id: 3, title: '</script><!-- Snow & fog' },
]

export const store = {
  all: async (): Promise<readonly Album[]> => albums,
  find: async (id: number): Promise<Album | undefined> => albums.find((album) => album.id === id),
}
