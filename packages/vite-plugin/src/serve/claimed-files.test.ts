// The requests for the source of controllers.
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { expect, test } from 'vitest'
import { fakeConfig, makeFolder } from '../../test/fake-project.ts'
import { controllerTest } from './claimed-files.ts'

/** Returns the tests of a project with controllers, a link to their folder, and an alias of it, as functions of a URL. */
function makeProject(controllers: string | null = 'src/controllers') {
  const root = makeFolder({
    'src/controllers/photos.ts': '',
    'src/controllers/admin/users.ts': '',
    'src/other.ts': '',
  })
  symlinkSync(path.join(root, 'src'), path.join(root, 'linked'))
  const alias = [{ find: '~', replacement: path.join(root, 'src/controllers') }]
  const config = fakeConfig(root, { resolve: { alias } }) as ViteDevServer['config']
  const { isFile, isUnguardedModule } = controllerTest({ config }, controllers && path.join(root, controllers))
  const request = (url?: string) => ({ url: url?.replace('ROOT', root) }) as Connect.IncomingMessage
  return {
    isFile: (url?: string) => isFile(request(url)),
    isUnguardedModule: (url?: string) => isUnguardedModule(request(url)),
  }
}

test.each([
  '/src/controllers/photos.ts',
  '/src/controllers/photos.ts?raw',
  '/src/controllers/photos.ts#a',
  '/src/controllers/photos.ts/',
  '/src/controllers/photos.ts\\',
  '/src/controllers/admin/users.ts?import&t=1',
  '/src/controllers/%70hotos.ts',
  '/src/./controllers/../controllers/photos.ts',
  '/src/missing/../controllers/photos.ts',
  '/@fsROOT/src/controllers/photos.ts',
  '/@fs/ROOT/src/controllers/photos.ts',
  '/@FSROOT/src/controllers/photos.ts',
  'ROOT/src/controllers/photos.ts',
  '/~/photos.ts',
  '~/photos.ts',
  '/linked/controllers/photos.ts',
])('%s is the source of a controller', (url) => {
  expect(makeProject().isFile(url)).toBe(true)
})

test.each([
  '/src/other.ts',
  '/src/controllers/missing.ts',
  '/src/controllers',
  '/controllers/photos.ts',
  '/a/@fsROOT/src/controllers/photos.ts',
  '/%E0%A4%A',
  // Vite does not decode a slash.
  '/src%2Fcontrollers%2Fphotos.ts',
  '/src/controllers/photos.ts%00',
  '/',
  undefined,
])('%s is not', (url) => {
  expect(makeProject().isFile(url)).toBe(false)
})

test('the path of a link is a module that no other guard sees', () => {
  const { isUnguardedModule } = makeProject()
  expect(isUnguardedModule('/linked/controllers/photos.ts')).toBe(true)
  expect(isUnguardedModule('/src/controllers/photos.ts')).toBe(false)
  expect(isUnguardedModule('/linked/other.ts')).toBe(false)
})

test('no file is a controller in a project without controllers', () => {
  const { isFile, isUnguardedModule } = makeProject(null)
  expect([isFile, isUnguardedModule].map((isOne) => isOne('/src/controllers/photos.ts'))).toEqual([false, false])
})
