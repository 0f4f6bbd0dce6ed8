import { expect, test } from 'vitest'
import { turnout } from '../index.ts'
import { devtoolsDock } from './devtools-dock.ts'

function docksOf(viteServer: { config: { base: string } } | undefined): unknown[] {
  const entries: unknown[] = []
  devtoolsDock.setup({ viteServer, docks: { register: (entry) => entries.push(entry) } })
  return entries
}

test('Vite DevTools has the inspector of its server as a dock', () => {
  expect(docksOf({ config: { base: '/app/' } })).toEqual([
    { type: 'iframe', id: 'turnout', title: 'Routes', icon: '/app/__turnout/icon.svg', url: '/app/__turnout/' },
  ])
  expect(docksOf(undefined)).toEqual([])
})

test('there is none where the inspector is off', () => {
  expect(turnout()).toHaveProperty('devtools', devtoolsDock)
  expect(turnout({ inspector: false })).not.toHaveProperty('devtools')
})
