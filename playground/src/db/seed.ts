import { hashPassword } from '../data/passwords.ts'
import { addPhoto } from '../data/photos.ts'
import type { Database } from './connect.ts'
import { drawLandscape, type Scene } from './landscape.ts'
import { albums, comments, users } from './schema.ts'

/** Who can sign in to a fresh album. The page for it tells them, as this is a showcase. */
export const ACCOUNTS = [
  { name: 'Ada', email: 'ada@halide.test', role: 'keeper', password: 'shutter' },
  { name: 'Grace', email: 'grace@halide.test', role: 'reader', password: 'aperture' },
] as const

interface AlbumSeed {
  readonly title: string
  readonly month: string
  readonly story: string
  readonly photos: readonly { readonly title: string; readonly scene: Scene; readonly comments?: readonly Remark[] }[]
}

interface Remark {
  readonly author: string
  readonly body: string
  readonly isApproved: boolean
}

const ALBUMS: readonly AlbumSeed[] = [
  {
    title: 'A week by the sea',
    month: '2026-07',
    story: 'We had the bay to ourselves before eight. After that, the gulls.',
    photos: [
      {
        title: 'First light',
        scene: { place: 'sea', hour: 'dawn', format: 'wide' },
        comments: [
          { author: 'Grace', body: 'The colours! Is that the bay behind the lighthouse?', isApproved: true },
          { author: 'Mary', body: 'I can smell the salt.', isApproved: true },
        ],
      },
      { title: 'Slack water', scene: { place: 'sea', hour: 'day', format: 'tall' } },
      { title: 'The last ferry', scene: { place: 'sea', hour: 'dusk', format: 'wide' } },
      { title: 'Moonrise', scene: { place: 'sea', hour: 'night', format: 'square' } },
    ],
  },
  {
    title: 'Over the pass',
    month: '2026-05',
    story: 'Four days, two huts, one wrong turn that we would take again.',
    photos: [
      { title: 'The wrong turn', scene: { place: 'mountains', hour: 'day', format: 'wide' } },
      {
        title: 'Above the clouds',
        scene: { place: 'mountains', hour: 'dawn', format: 'tall' },
        comments: [{ author: 'Grace', body: 'Worth every step.', isApproved: true }],
      },
      { title: 'Hut, lights out', scene: { place: 'mountains', hour: 'night', format: 'wide' } },
      { title: 'Way down', scene: { place: 'forest', hour: 'dusk', format: 'square' } },
      { title: 'Larches', scene: { place: 'forest', hour: 'day', format: 'tall' } },
    ],
  },
  {
    title: 'The city, after hours',
    month: '2025-12',
    story: 'Between the last tram and the first.',
    photos: [
      {
        title: 'Blue hour',
        scene: { place: 'city', hour: 'dusk', format: 'wide' },
        comments: [{ author: 'Linus', body: 'I know that corner.', isApproved: false }],
      },
      { title: 'Every other window', scene: { place: 'city', hour: 'night', format: 'tall' } },
      { title: 'Tram 9, 5:12', scene: { place: 'city', hour: 'dawn', format: 'square' } },
    ],
  },
  {
    title: 'Dry season',
    month: '2025-09',
    story: 'Nothing moved but the shadows.',
    photos: [
      { title: 'Ridge', scene: { place: 'desert', hour: 'dawn', format: 'wide' } },
      { title: 'Noon', scene: { place: 'desert', hour: 'day', format: 'square' } },
      { title: 'The long shadow', scene: { place: 'desert', hour: 'dusk', format: 'tall' } },
    ],
  },
]

/** Fills an empty database: the accounts, and albums of pictures that are drawn here. */
export async function seed(db: Database): Promise<void> {
  const [someone] = await db.select({ id: users.id }).from(users).limit(1)
  if (someone !== undefined) return
  for (const { password, ...account } of ACCOUNTS) {
    await db.insert(users).values({ ...account, password: await hashPassword(password) })
  }
  for (const { photos, ...album } of ALBUMS) {
    const [{ id: albumId } = { id: 0 }] = await db.insert(albums).values(album).returning({ id: albums.id })
    for (const { title, scene, comments: remarks = [] } of photos) {
      const { width, height, svg } = drawLandscape(title, scene)
      const bytes = Buffer.from(svg)
      const photoId = await addPhoto(db, { albumId, title, picture: { width, height, type: 'image/svg+xml', bytes } })
      for (const remark of remarks) await db.insert(comments).values({ ...remark, photoId })
    }
  }
}
