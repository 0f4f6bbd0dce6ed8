import { expect, test } from 'vitest'
import { photoPath, photosPath, rootPath } from 'virtual:routes'
import app from './server.ts'

test('Hono handles its own routes, and Turnout all others', async () => {
  expect(await (await app.request('/health')).text()).toBe('ok')
  expect(await (await app.request(rootPath())).text()).toContain(`href="${photosPath()}"`)
  const list = await app.request(photosPath(), {}, { REGION: 'north' })
  expect(await list.json()).toMatchObject({ region: 'north', photos: [{ url: photoPath(0) }, { url: photoPath(1) }] })
  expect((await app.request(photoPath(9))).status).toBe(404)
  expect((await app.request(photoPath('nine'))).headers.get('content-type')).toBe('application/problem+json')
  const found = await app.request(photosPath({ query: { title: 'slack' } }))
  expect(await found.json()).toMatchObject({ photos: [{ title: 'Slack water' }] })
  expect((await app.request(photosPath(), { method: 'DELETE' })).status).toBe(405)
})
