// A dev server emits the module of a table again after each edit. Routes that the edit has not changed are the same objects.
import { expect, test } from 'vitest'
import { compileRoutes } from '../../compile-routes.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { deepFreeze } from '../3-freeze/freeze.ts'
import { emitModule, type ModuleOptions } from './emit-module.ts'

function compiled(edited: string): Manifest {
  const { manifest, diagnostics } = compileRoutes((r) => {
    r.resources('photos', { id: /\d+/ })
    r.get(edited, { to: 'pages#edited', as: 'edited' })
    r.get('quoted', { to: 'pages#quoted', as: 'quoted', defaults: { text: '"routes":[]' } })
    r.direct('home', '/home?text="routes":[]$&')
  })
  expect(diagnostics).toEqual([])
  return manifest!
}

/** Returns the manifest of an edited table that has the unchanged routes of the table before. */
function edit(before: Manifest, edited: string): Manifest {
  const after = compiled(edited)
  return deepFreeze({
    ...after,
    routes: after.routes.map((route, index) => (route.name === 'edited' ? route : before.routes[index]!)),
  })
}

test.each<[string, ModuleOptions]>([
  ['live', { live: true }],
  ['built', {}],
  ['under a base', { live: true, base: '/app' }],
  ['for clients', { live: true, clientRoutes: { except: ['pages#quoted'] } }],
])('emits the same %s module as from new objects', (_, options) => {
  const first = compiled('first')
  emitModule(first, { base: '/other' })
  emitModule(first, options)
  expect(emitModule(edit(first, 'second/:page'), options)).toEqual(emitModule(compiled('second/:page'), options))
})
