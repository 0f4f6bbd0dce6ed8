import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { flatPlugins } from './flat-plugins.ts'

test('flatPlugins finds plugins in lists and promises', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name): Plugin => ({ name }))
  expect([
    ...(await flatPlugins([a, [false, Promise.resolve([b, null])], undefined, Promise.resolve(c), 'text', a])),
  ]).toEqual([a, c, b])
  expect([...(await flatPlugins(undefined))]).toEqual([])
})
