import { expect, test } from 'vitest'
import { turnout } from '../index.ts'
import { devtoolsDock } from './devtools-dock.ts'

test('Vite DevTools has the inspector as a dock', async () => {
  const urls: string[] = []
  const docks = { register: ({ url }: { url: string }) => urls.push(url) }
  await devtoolsDock.setup({ viteServer: { config: { base: '/app/' } }, docks })
  expect(urls).toEqual(['/app/__turnout/'])
})

test('there is none where the inspector is off', () => {
  expect(turnout()).toHaveProperty('devtools', devtoolsDock)
  expect(turnout({ inspector: false })).not.toHaveProperty('devtools')
})
