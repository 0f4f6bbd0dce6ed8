import { expect, it } from 'vitest'
import { link } from './link.ts'

it('a link contains the path and the verb of an action', () => {
  const update = link('photos#update', 'PATCH', { parts: ['/photos/', 'id', ''] })
  expect(update(7, { page: 2 })).toStrictEqual({ url: '/photos/7?page=2', method: 'PATCH' })
  expect(() => update()).toThrow('photos#update: id is missing')
})
