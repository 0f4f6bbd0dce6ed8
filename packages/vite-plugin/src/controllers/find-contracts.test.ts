import { compileRoutes } from '@turnout/compiler'
import { defineRoutes } from '@turnout/compiler/dsl'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { findContracts } from './find-contracts.ts'

const { manifest } = compileRoutes(
  defineRoutes((r) => {
    r.resources('photos')
    r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))
    r.get('sign_in', { to: 'sessions#sign_in' })
  }),
)

/** The actions that are found, each with the export and the end of its file. */
function found(controllers: Record<string, string>) {
  const root = makeFolder(
    Object.fromEntries(Object.entries(controllers).map(([file, text]) => [`src/controllers/${file}`, text])),
  )
  const contracts = findContracts(`${root}/src/controllers`, manifest!)
  return Object.fromEntries(
    Array.from(contracts, ([key, { file, name }]) => [key, [file.replace(/.*\/controllers\//, ''), name]]),
  )
}

test('actions with a contract are found by their names', () => {
  expect(
    found({
      'photos.ts': `import { action } from 'virtual:routes/server'
export const index = action('photos#index', { query }, handler)
const blank = action(
  "photos#new",
  { query },
  handler,
)
export { blank as new, other as edit }
const other = action(\`photos#edit\`, handler)
export const show: Action<'photos#show'> = () => new Response()
const update = action('photos#update', { body }, handler)
export const destroy = action('photos#nothing', handler)`,
      'admin/users.ts': `export const index = action('admin/users#index', handler)`,
      'sessions.ts': `const signIn = action('sessions#sign_in', handler)\nexport { signIn }`,
    }),
  ).toEqual({
    'photos#index': ['photos.ts', 'index'],
    'photos#new': ['photos.ts', 'new'],
    'photos#edit': ['photos.ts', 'edit'],
    'admin/users#index': ['admin/users.ts', 'index'],
    'sessions#sign_in': ['sessions.ts', 'signIn'],
  })
})

test('none are found without controllers, and in controllers without contracts', () => {
  expect(found({})).toEqual({})
  expect(found({ 'photos.ts': `export const index = () => new Response()` })).toEqual({})
})

test('half a megabyte that begins like contracts is read to its end', () => {
  // The number of steps is linear in the length. With quadratic steps, the test would run for minutes and reach its limit of time.
  for (const piece of ['action(', "action( '", 'export {', 'export const ', 'export { a, ', ' as ']) {
    const source = `export const index = action('photos#index', handler)\naction ${piece.repeat(500_000 / piece.length)}`
    expect(Object.keys(found({ 'photos.ts': source })), piece).toContain('photos#index')
  }
})

test.each([
  '({ params }) => show(params)',
  'async ({ params }) => show(params)',
  'args => show(args)',
  'function () {}',
])('an action without a contract is not found: %s', (handler) => {
  const controllers = { 'photos.ts': `export const show = action('photos#show', ${handler})` }
  expect(found(controllers)).toEqual({})
})
