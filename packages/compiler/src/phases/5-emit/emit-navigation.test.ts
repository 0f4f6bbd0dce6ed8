import { expect, test } from 'vitest'
import { compileBlock } from '../../compile.ts'
import { emitNavigation } from './emit-navigation.ts'

test('the navigation imports only the modules of existing pages', () => {
  const { manifest: searchable } = compileBlock((r) => {
    r.resources('photos', { only: ['index', 'show'] })
    r.resources('albums', { only: ['index', 'show'] }, () => r.get('search', { on: 'collection' }))
  })
  const content = emitNavigation(searchable!, {
    pages: new Map([
      ['application', '/src/pages/application.ts'],
      ['photos', '/src/pages/photos.ts'],
      ['photos#show', '/src/pages/photos/show.vue'],
      ['photos#show.load', '/src/pages/photos/show.load.ts'],
      ['photos.load', '/src/pages/photos.load.ts'],
      ['albums', '/src/pages/albums.ts'],
    ]),
    actionsWithPage: new Set(['photos#show', 'albums#index', 'albums#search']),
  })
  expect(content).toContain("const load0 = () => import('/src/pages/application.ts')")
  expect(content).toContain('application: load0,')
  expect(content).toContain(`    ['albums#index']: { controller: load1, reserved: { search: undefined } },
    ['albums#search']: { controller: load1, reserved: { search: undefined } },
    ['photos#show']: { controller: load2, component: load3, data: [load4, load5] },
  },`)
  expect(content).not.toMatch(/photos#index|albums#show|refresh/)
})
