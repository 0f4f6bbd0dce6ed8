import type { Program } from 'estree'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { usedHelpers } from './used-helpers.ts'

/** The names that a module takes, of whatever it has them from. */
const usedOf = (code: string) =>
  Array.from(usedHelpers(parseAst(code) as Program).values(), (names) => [...names]).flat()

test('a module that is nested deeper than the stack is looked at as far as that goes', () => {
  const text = Array.from({ length: 20_000 }, () => `'a'`).join('+')
  const code = `import routes, { photoPath } from 'virtual:routes'\nroutes.photosPath()\nexport default ${text}`
  expect(usedOf(code)).toContain('photoPath')
})

test('each name is known with the module that it is taken from', () => {
  const code = `import * as photos from 'virtual:routes/actions/photos'
import { create as add, new as form } from '/@id/__x00__virtual:routes/actions/admin/users?t=1'
import { photoPath } from 'virtual:routes'
import 'virtual:routes/actions/empty'
import 'virtual:routes/server'
photos.update(1)`
  expect([...usedHelpers(parseAst(code) as Program)].map(([module, names]) => [module, ...names])).toEqual([
    ['virtual:routes/actions/photos', 'update'],
    ['virtual:routes/actions/admin/users', 'create', 'new'],
    ['virtual:routes', 'photoPath'],
    ['virtual:routes/actions/empty'],
  ])
})

test.each([
  [`import { photoPath, editPhotoPath as edit } from 'virtual:routes'`, ['photoPath', 'editPhotoPath']],
  [`import { "photoPath" as p } from 'virtual:routes'`, ['photoPath']],
  [`export { photoPath } from 'virtual:routes'\nexport * from 'virtual:routes'`, ['photoPath']],
  [
    `import routes from 'virtual:routes'\nroutes.photoPath(1)\nconst f = () => routes.photosPath()`,
    ['photosPath', 'photoPath'],
  ],
  [`import * as routes from 'virtual:routes'\nroutes.match('GET', '/')`, ['match']],
  [`import { default as routes, match } from 'virtual:routes'\nroutes.photoPath(1)`, ['match', 'photoPath']],
  // As a dev server has them.
  [`import { photoPath } from '/@id/__x00__virtual:routes'`, ['photoPath']],
  [`import { photoPath } from '/app/@id/virtual:routes?t=1'`, ['photoPath']],
  [`import { photoPath } from './my-virtual:routes'`, []],
  // What may be asked for although it is not there.
  [`import routes from 'virtual:routes'\nroutes.photoPath?.(1); routes[name](1); if (routes.photoPath) ok()`, []],
  // Another of the same name.
  [`import routes from 'virtual:routes'\nfunction f(routes) { routes.photoPath(1) }`, []],
  [`import routes from 'virtual:routes'\n{ const { a: [routes] } = b; routes.photoPath(1) }`, []],
  [`import routes from './routes'\nroutes.photoPath(1)`, []],
])('%s', (code, expected) => {
  expect(usedOf(code).sort()).toEqual([...expected].sort())
})
