export interface Photo {
  readonly title: string
  /** A CSS background, in place of an image. */
  readonly picture: string
}

export interface Album {
  readonly id: string
  readonly title: string
  readonly photos: readonly [Photo, ...Photo[]]
}

/** Draws a sun over a horizon. */
const view = (sun: string, sky: string, ground: string) =>
  `radial-gradient(circle at ${sun}, #fff4d6 9%, #0000 9.5%), linear-gradient(${sky} 58%, ${ground} 58%)`

/** Replace them with data that your application fetches. */
export const albums: readonly Album[] = [
  {
    id: '1',
    title: 'A week by the sea',
    photos: [
      { title: 'First light', picture: view('70% 50%', '#f2b880, #e98a6d', '#2c6e7f, #1f4e66') },
      { title: 'Slack water', picture: view('30% 24%', '#b5dbe8, #e6f1ee', '#4f9aa3, #2b7384') },
    ],
  },
  {
    id: '2',
    title: 'Over the pass',
    photos: [
      { title: 'The wrong turn', picture: view('58% 20%', '#8fb4d9, #dfe8f0', '#7b8a6b, #4a5a48') },
      { title: 'Larches', picture: view('22% 42%', '#f6d58b, #f3e6c4', '#c07f3a, #7a4a25') },
    ],
  },
]

export const findAlbum = (id: string): Album | undefined => albums.find((album) => album.id === id)
