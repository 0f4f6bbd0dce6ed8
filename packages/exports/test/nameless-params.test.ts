import { compileRoutes } from '@turnout/compiler'
import { expect, it } from 'vitest'
import { exportToRou3, exportToUrlPattern } from './export-samples.ts'

it.each([exportToRou3, exportToUrlPattern])('parameters without a name are left out of tables', (make) => {
  const { manifest } = compileRoutes((r) => {
    r.get('/glob/*', { to: 'a#b' })
    r.get('/:-x/y', { to: 'a#c' })
  })
  expect(make(manifest!).unsaid.map(({ route, reason }) => [route, reason])).toEqual([
    [0, 'a parameter of it has no name'],
    [1, 'a parameter of it has no name'],
  ])
})
