import { expect, test } from 'vitest'
import { compileRoutes } from '../index.ts'
import type { Routes } from '../dsl.ts'
import { renamedHelpers } from './renamed-helpers.ts'

/** Compiles routes whose second line declares resources. All tables declare them at the same place. */
function tableOf(...names: readonly [string, ...string[]]) {
  const { manifest } = compileRoutes((r: Routes) => {
    r.root('pages#home')
    r.resources(...names, { only: ['index', 'show'] })
  })
  return manifest!
}

test('the helpers and the actions of a renamed resource lead to the new ones', () => {
  expect([...renamedHelpers(new Map(), tableOf('albums'), tableOf('records'))]).toEqual([
    ['virtual:routes/actions/albums', 'virtual:routes/actions/records'],
    ['albumsPath', 'recordsPath'],
    ['albumsUrl', 'recordsUrl'],
    ['albumPath', 'recordPath'],
    ['albumUrl', 'recordUrl'],
  ])
})

test('a second rename continues the first, and a rename back ends it', () => {
  const first = renamedHelpers(new Map(), tableOf('albums'), tableOf('records'), 'snake_case')
  const second = renamedHelpers(first, tableOf('records'), tableOf('tracks'), 'snake_case')
  expect([second.get('albums_path'), second.get('records_path')]).toEqual(['tracks_path', 'tracks_path'])
  expect([...renamedHelpers(second, tableOf('tracks'), tableOf('albums'), 'snake_case').keys()]).not.toContain(
    'albums_path',
  )
})

test('of several resources in one call, the renamed one is found, but not after one is removed', () => {
  const old = tableOf('albums', 'photos')
  const renamed = renamedHelpers(new Map(), old, tableOf('albums', 'pictures'))
  expect([renamed.get('photosPath'), renamed.has('albumsPath')]).toEqual(['picturesPath', false])
  expect(renamedHelpers(new Map(), old, tableOf('pictures')).size).toBe(0)
})

test('routes without a place have no new names', () => {
  const withoutPlaces = (name: string) => {
    const table = tableOf(name)
    return { ...table, routes: table.routes.map((route) => ({ ...route, location: null })) }
  }
  expect(renamedHelpers(new Map(), withoutPlaces('albums'), withoutPlaces('records')).size).toBe(0)
})
