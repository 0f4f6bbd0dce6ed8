// Which models the types of helpers accept, in every TypeScript that applications have, and in templates of Vue.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { checkTypes, COMPILERS } from './compilers.ts'
import { createStarter } from './starter.ts'

beforeAll(buildPackages)

const { types } = compileRoutes((r: Routes) => {
  r.resources('books')
  r.resources('shelves', { param: 'slug' })
  r.resources('users', (users) => users.resources('posts'))
})

const MAIN = `
import { bookPath, bookUrl, shelfPath, userPostPath } from 'virtual:routes'

interface Book { readonly id: number; readonly title: string; readonly format: string }
declare const book: Book
class Shelf { slug = 'a'; get title() { return this.slug } }
const post = { id: 7, user_id: 2, text: 'x' }
export const links: string[] = [
  bookPath(book), bookPath(Object.freeze({ ...book })), bookPath(book, { query: { page: 2 }, format: 'json' }),
  bookUrl(book, { host: 'h.test' }), shelfPath(new Shelf()), userPostPath(post), userPostPath(2, post.id),
]
// @ts-expect-error the parameter is the slug
shelfPath(book)
// @ts-expect-error the post has no field for the user
userPostPath(book)
// @ts-expect-error two models by position: their ids are the values
userPostPath({ id: 2, name: 'Ann' }, post)
// @ts-expect-error an unsaved model has no id
bookPath({ title: 'x' })
// @ts-expect-error the id may be missing
bookPath(book as { id?: number; title: string })
`

test.each(COMPILERS)('%s accepts a model that has a field for each parameter', (_name, compiler) => {
  expect(checkTypes(compiler, { 'virtual-routes.d.ts': types!, 'main.ts': MAIN })).toBe('')
})

test('vue-tsc checks models in templates', () => {
  const root = createStarter({ kind: 'vue', isTypeScript: true, hasDatabase: false })
  const write = (name: string, argument: string, lang = ' lang="ts"') =>
    writeFileSync(
      path.join(root, `src/${name}.vue`),
      `<script setup${lang}>
import { albumPath } from 'virtual:routes'
const album = { id: 7, title: 'x' }
const draft = { title: 'x' }
defineExpose({ album, draft })
</script>
<template><a :href="albumPath(${argument})">{{ album.title }}</a></template>
`,
    )
  write('album', 'album')
  write('draft', 'draft')
  // As docs/helpers.md states, this one is not checked.
  write('plain', 'draft', '')
  const command = path.join(root, 'node_modules/vue-tsc/bin/vue-tsc.js')
  const { stdout } = spawnSync(process.execPath, [command, '--noEmit'], { cwd: root, encoding: 'utf8' })
  expect(stdout).toMatch(/^src\/draft\.vue\(7,\d+\): error TS2345: .*'Param \| \{ id: Param; \}'/)
  expect(stdout).not.toMatch(/(?:album|plain)\.vue/)
})
