import { expect, test } from 'vitest'
import { match, photoPath } from 'virtual:routes'
import { addPhoto, fetchAlbums, list } from './albums.ts'

/** A server that tells what it was asked. */
const asked: string[] = []
const server = (async (path: string, init?: RequestInit) => {
  asked.push(`${init?.method ?? 'GET'} ${path}`)
  return Response.json([{ id: 1, title: 'A week by the sea' }])
}) as typeof fetch

test('requests and links go where the Rails server has its routes', async () => {
  const albums = await fetchAlbums(server)
  await addPhoto(albums[0]!, new FormData(), server)
  expect(asked).toEqual(['GET /albums.json', 'POST /albums/1/photos'])
  expect(list(albums)).toContain('<a href="/albums/1">A week by the sea</a>')
})

test('requirements of the Rails server are known', () => {
  expect(match('GET', '/albums/one')).toBeNull()
  expect(match('GET', '/pictures/7')?.redirect?.location).toBe(photoPath(7))
})
