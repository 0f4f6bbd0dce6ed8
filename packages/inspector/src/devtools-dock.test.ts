import { expect, test } from 'vitest'
import { registerDock } from './devtools-dock.ts'

function docksOf(viteServer: { config: { base: string } } | undefined): unknown[] {
  const entries: unknown[] = []
  registerDock({ viteServer, docks: { register: (entry) => entries.push(entry) } }, '__turnout')
  return entries
}

test('Vite DevTools has the inspector of its server as a dock', () => {
  expect(docksOf({ config: { base: '/app/' } })).toEqual([
    { type: 'iframe', id: 'turnout', title: 'Routes', icon: '/app/__turnout/icon.svg', url: '/app/__turnout/' },
  ])
  expect(docksOf(undefined)).toEqual([])
})
