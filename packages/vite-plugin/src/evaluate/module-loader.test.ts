import { expect, test } from 'vitest'
import { makeFolder } from '../../test/files/make-folder.ts'
import { fileOf, LoadError } from './module-loader.ts'

test('fileOf names the file of a module, even if its path contains a `#`', () => {
  const root = makeFolder({ 'a#b/c.ts': '' })
  expect(fileOf({ id: `${root}/a#b/c.ts`, file: `${root}/a` })).toBe(`${root}/a#b/c.ts`)
  expect(fileOf({ id: '/app/d.ts?raw', file: '/app/d.ts' })).toBe('/app/d.ts')
  expect(fileOf({ id: '/app/e.ts', file: '/app/e.ts' })).toBe('/app/e.ts')
  expect(fileOf({ id: null, file: null })).toBe('')
})

test('a LoadError has the message of its cause, which may be any value', () => {
  expect(new LoadError(new TypeError('no luck'))).toMatchObject({ message: 'no luck', cause: expect.any(TypeError) })
  for (const cause of ['text', null, { message: 5 }]) expect(new LoadError(cause)).toMatchObject({ message: '', cause })
})
