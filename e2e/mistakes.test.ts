// The messages of TypeScript for common mistakes in links and contracts, and its hovers, as a snapshot: a message names the
// wrong argument, at its place, and no type whose name only Turnout knows.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { checkTypes, COMPILERS, writeProject } from './compilers.ts'
import { typescript5, typescript7 } from './language-servers.ts'

beforeAll(buildPackages)

const OPTIONS = {
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  skipLibCheck: true,
  paths: { zod: [fileURLToPath(import.meta.resolve('zod')).replace(/\.(m|c)?js$/, '.d.$1ts')] },
}

const { manifest } = compileRoutes((r: Routes) => {
  r.resources('albums', (albums) => albums.resources('photos', { only: ['show'] }))
  r.resources('photos')
})
const declarations = emitTypes(manifest!, {
  server: true,
  contracts: new Map(['index', 'update'].map((name) => [`photos#${name}`, { module: './photos.js', name }])),
}).code

const PHOTOS = `import { z } from 'zod'
import { action } from 'virtual:routes/server'
const Page = z.object({ page: z.coerce.number<string | number>().optional() })
const Form = z.object({ title: z.string(), tags: z.array(z.string()).optional() })
const Photo = z.object({ id: z.number(), title: z.string() })
export const index = action('photos#index', { query: Page }, () => new Response())
export const update = action('photos#update', { params: { id: z.string() }, body: Form, responses: { 200: Photo } }, () => new Response())
`

const IMPORTS = `import { z } from 'zod'
import { albumPath, albumPhotoPath, albumsPath, match, photosPath, photoUrl, type RouteMatch } from 'virtual:routes'
import { show as showAlbum } from 'virtual:routes/actions/albums'
import { index, update } from 'virtual:routes/actions/photos'
import { send } from 'virtual:routes/client'
import { action, type Action } from 'virtual:routes/server'
declare const found: RouteMatch<'photo' | 'albums#index'>
const Form = z.object({ title: z.string() })
`

/** Each line contains one mistake. */
const MISTAKES = [
  `albumPath(7, { qery: 1 })`,
  `albumsPath({ q: 'fog' })`,
  `albumPath()`,
  `albumPath({ idd: 7 })`,
  `albumPath(undefined)`,
  `albumPhotoPath(1)`,
  `albumPhotoPath(1, 2, { format: 'json', ancor: 'top' })`,
  `albumPhotoPath({ album_id: 1, id: 2 }, { qery: {} })`,
  `photoUrl(7, { protocol: 'https' })`,
  `showAlbum(7, { host: 'example.org' })`,
  `photosPath({ query: { pag: 2 } })`,
  `found.params.idd`,
  `if (match('GET', '/')?.controller === 'photo') found.path`,
  `export type Slip = RouteMatch<'photos#shwo'>`,
  `send(update(7), { body: { titel: 'x' } })`,
  `send(update(7), { body: { title: 5 } })`,
  `send(update(7))`,
  `send(update(7), { signal: null })`,
  `send(index(), { body: { title: 'x' } })`,
  `action('photos#updat', { body: Form }, () => new Response())`,
  `action('photo#show', () => new Response())`,
  `action('photos#update', { params: { idd: z.string() } }, () => new Response())`,
  `action('photos#update', { body: 'Form' }, () => new Response())`,
  `action('photos#update', { body: Form }, ({ body }) => new Response(body.titel))`,
  `action('photos#show', { responses: { 200: Form } }, ({ json }) => json({ titel: 'x' }))`,
  `action('photos#show', ({ params }) => { params.id })`,
  `export const show: Action<'photos#show'> = ({ params }) => { params.id }`,
]

/** Returns what a compiler reports for each mistake: a mark under the start of the wrong part, and the message. */
function reportsOf(compiler: string): readonly string[] {
  const files = { 'virtual-routes.d.ts': declarations, 'photos.ts': PHOTOS, 'main.ts': IMPORTS + MISTAKES.join('\n') }
  const output = checkTypes(compiler, files, OPTIONS)
  const reports = MISTAKES.map(() => '')
  const firstLine = IMPORTS.split('\n').length
  for (const [, line, column, message] of output.matchAll(/^main\.ts\((\d+),(\d+)\): error (.*(?:\n {2,}.*)*)/gm)) {
    reports[Number(line) - firstLine] += `${' '.repeat(Number(column) - 1)}^\n${message}\n`
  }
  expect(output.match(/^\S*\(\d+,\d+\): error/gm)).toHaveLength(MISTAKES.length)
  return reports
}

test('a mistake in a link or a contract has one message, at its place', async () => {
  const [reports5, reports7] = [COMPILERS[0], COMPILERS[2]].map(([, compiler]) => reportsOf(compiler)) as [
    readonly string[],
    readonly string[],
  ]
  const texts = MISTAKES.map((mistake, index) => {
    const [report5, report7] = [reports5[index]!, reports7[index]!]
    for (const report of [report5, report7]) {
      expect(report, mistake).not.toBe('')
      expect(report, mistake).not.toMatch(/No overload|exactOptionalPropertyTypes|Params\d|PlainLink|ContractAction/)
    }
    return `${mistake}\n${report5 === report7 ? report5 : `${report5}TypeScript 7:\n${report7}`}`
  })
  await expect(texts.join('\n')).toMatchFileSnapshot('mistakes.txt')
})

/** A use, and what the pointer is on. */
const HOVERS = [
  ['void index({ query: { page: 2 } })', 'index'],
  ['void update(7)', 'update'],
  ['const link = update(7)', 'link'],
  ['void albumPhotoPath(1, 2)', 'albumPhotoPath'],
] as const

test.each([
  ['5.9', typescript5],
  ['7', typescript7],
])('a hover of a link in TypeScript %s shows its route and its parameters', async (_version, start) => {
  const { root } = writeProject(
    {
      'virtual-routes.d.ts': declarations,
      'photos.ts': PHOTOS,
      'main.ts': IMPORTS + HOVERS.map(([use]) => use).join('\n'),
    },
    OPTIONS,
  )
  const file = path.join(root, 'main.ts')
  const { hover } = await start(file, root)
  const firstLine = IMPORTS.split('\n').length
  const texts: string[] = []
  for (const [index, [use, on]] of HOVERS.entries()) {
    texts.push(`${use}\n${await hover({ file, line: firstLine + index, column: use.indexOf(on) + 1 })}`)
  }
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(`hovers-${_version}.txt`)
})
