import { expect, test } from 'vitest'
import { compileBlock } from '../../compile.ts'
import { OUTPUTS, writeOutput } from './outputs.ts'

const { manifest } = compileBlock((r) => r.resources('photos'))

const settings = {
  server: { controllers: new Map([['photos', '/src/controllers/photos.ts']]) },
  pages: { pages: new Map([['photos', '/src/pages/photos.ts']]) },
  actionsWithPage: new Set(['photos#index']),
}

test.each(OUTPUTS.map(({ name }) => name))('%s gives the same files each time', (name) => {
  const files = writeOutput(name, manifest!, settings)
  expect(files[0].content).toContain('photo')
  expect(writeOutput(name, manifest!, settings)).toEqual(files)
})

test('all outputs write files with different names', () => {
  const names = OUTPUTS.flatMap(({ name }) => writeOutput(name, manifest!).map((file) => file.name))
  expect(new Set(names).size).toBe(names.length)
})

test('the navigation imports only the modules of existing pages', () => {
  const { manifest: searchable } = compileBlock((r) => {
    r.resources('photos', { only: ['index', 'show'] })
    r.resources('albums', { only: ['index', 'show'] }, () => r.get('search', { on: 'collection' }))
  })
  const [{ content }] = writeOutput('navigation', searchable!, {
    pages: {
      pages: new Map([
        ['application', '/src/pages/application.ts'],
        ['photos', '/src/pages/photos.ts'],
        ['photos#show', '/src/pages/photos/show.vue'],
        ['photos#show.load', '/src/pages/photos/show.load.ts'],
        ['photos.load', '/src/pages/photos.load.ts'],
        ['albums', '/src/pages/albums.ts'],
      ]),
    },
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
