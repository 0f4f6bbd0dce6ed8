import { writeFileSync } from 'node:fs'
import type { Program } from 'estree'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { loadKey } from '@turnout/compiler/internal/names/file-names'
import { makeFolder } from '../../test/files/make-folder.ts'
import { ControllerReader } from './controller-reader.ts'
import { exportsOf } from './exports.ts'
import { controllerName, isController, isPage, pageName, pagesIn } from './names.ts'

const names = (code: string) => exportsOf(parseAst(code) as Program)?.map(({ name }) => name) ?? null

test.each([
  ['export const use = [guard], list = []', ['use']],
  ['const use = [guard]\nexport { use }', ['use']],
  ['const guards = [guard]\nexport { guards as use, guards }', ['use']],
  ['const guards = []\nexport { guards as use, guards }', []],
  ['export const use = []', []],
  ['export const use = [,]', []],
  ['export const use = [...guards]', ['use']],
  ['export const use = {}', []],
  ['export const use = 7', []],
  ['export const use = compose(guard)', ['use']],
  ['export { use } from "./guards.js"', ['use']],
  ['export function use() {}', ['use']],
  ['export const uses = []', []],
  ['export * from "./guards.js"', null],
])('`use` of a controller counts if it may be middleware: %s', (code, expected) => {
  const exports = exportsOf(parseAst(code) as Program, 'named actions')
  expect(exports?.map(({ name }) => name) ?? null).toEqual(expected)
})

describe('the exports of a module', () => {
  test.each([
    ['export function index() {}', ['index']],
    ['export async function index() {}\nexport function* show() {}', ['index', 'show']],
    ['export const index = () => {}, show = wrap(() => {})', ['index', 'show']],
    ['const create = () => {}\nexport { create as new, create }', ['new', 'create']],
    ['const create = () => {}\nexport { create as "new" }', ['new']],
    ['export { index, show as edit } from "./other.js"', ['index', 'edit']],
    ['export const { index, show: edit = null, ...rest } = made()', ['index', 'edit', 'rest']],
    ['export const [index, , show] = made()', ['index', 'show']],
    // What is not a function is not an action.
    [
      'export const title = "a", size = 1, list = [], map = {}\nexport class Model {}\nexport const show = made',
      ['show'],
    ],
    ['export * as other from "./other.js"', []],
    ['export default function () {}\nexport function index() {}', ['index']],
  ])('%s', (code, expected) => {
    expect(names(code)).toEqual(expected)
  })

  test.each([
    'export * from "./other.js"',
    'export default class { index() {} }',
    'class Photos { index() {} }\nexport { Photos as default }',
    'const photos = { index() {} }\nexport default photos',
    'export default defineController({ index() {} })',
    'export { default } from "./other.js"',
  ])('cannot be told: %s', (code) => {
    expect(names(code)).toBeNull()
  })
})

test.each([
  ['photos.ts', 'photos'],
  ['admin/photos.js', 'admin/photos'],
  ['admin/line-items.tsx', 'admin/line_items'],
  ['lineItems.mts', 'line_items'],
  ['LineItemsController.ts', 'line_items'],
  ['line_items_controller.ts', 'line_items'],
  ['photos.controller.ts', 'photos'],
  ['photos/index.ts', 'photos'],
  ['controller.ts', 'controller'],
  ['index.ts', null],
  ['_shared.ts', null],
  ['_shared/photos.ts', null],
  ['photos.test.ts', null],
  ['photos.d.ts', null],
  ['photos.css', null],
])('the controller of %s is %s', (file, name) => {
  expect(controllerName(file)).toBe(name)
  expect(isController('/app/controllers', `/app/controllers/${file}`)).toBe(name !== null)
})

test.each([
  ['photos/show.vue', 'photos#show'],
  ['admin/photos/SignIn.svelte', 'admin/photos#sign_in'],
  ['show.vue', null],
  ['_parts/show.vue', null],
  ['photos/_row.vue', null],
  ['photos/show.test.vue', null],
])('the page of %s is %s', (file, name) => {
  expect(pageName(file)).toBe(name)
  expect(isPage('/app/pages', `/app/pages/${file}`)).toBe(name !== null)
})

test('a load file has the key of the page next to it', () => {
  const files = ['albums.ts', 'albums.load.ts', 'photos/show.vue', 'photos/show.load.ts', 'notes.load.ts']
  const root = makeFolder(Object.fromEntries(files.map((file) => [file, ''])))
  const pages = [...pagesIn(root)].map(([name, [file]]) => [file.slice(root.length + 1), name])
  expect(Object.fromEntries(pages)).toEqual({
    'albums.ts': 'albums',
    'albums.load.ts': loadKey('albums'),
    'photos/show.vue': 'photos#show',
    'photos/show.load.ts': loadKey('photos#show'),
    'notes.load.ts': loadKey('notes'),
  })
  expect(pagesIn(`${root}/nowhere`).size).toBe(0)
})

test('places are those of the source, and a changed file is read again', async () => {
  const root = makeFolder({
    'controllers/photos.ts': `type Action = (id: string) => string\n\ninterface é { a: 1 }\nexport const index: Action = (id) => id\nconst made: Action = (id) => id\nexport { made as new, type Action }\n`,
    'controllers/broken.ts': `export const index = (`,
  })
  const reader = new ControllerReader()
  const read = () => reader.read(`${root}/controllers`, (file) => file.slice(root.length + 1))
  const controllers = await read()
  expect([...controllers!.keys()]).toEqual(['broken', 'photos'])
  expect(controllers!.get('broken')!.actions).toBeNull()
  expect(controllers!.get('photos')).toEqual({
    file: 'controllers/photos.ts',
    actions: [
      { name: 'index', line: 4, column: 14 },
      { name: 'new', line: 6, column: 18 },
    ],
  })
  writeFileSync(`${root}/controllers/broken.ts`, 'export const index = () => null')
  expect((await read())!.get('broken')!.actions).toEqual([{ name: 'index', line: 1, column: 14 }])
  expect(await reader.read(`${root}/nowhere`, String)).toBeNull()
})
