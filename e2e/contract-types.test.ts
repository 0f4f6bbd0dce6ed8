// What contracts are typed as, with schemas of each library, in every TypeScript that applications have.
import { fileURLToPath } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { describe, expect, test } from 'vitest'
import { checkTypes, COMPILERS } from './compilers.ts'

/** The module of a package, which the project has not installed: its types are next to it. */
const moduleOf = (name: string) => fileURLToPath(import.meta.resolve(name)).replace(/\.(m|c)?js$/, '.d.$1ts')

const OPTIONS = {
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  skipLibCheck: true,
  paths: {
    zod: [moduleOf('zod')],
    valibot: [moduleOf('valibot')],
    arktype: [moduleOf('arktype')],
  },
}

const { manifest } = compileRoutes((r: Routes) => {
  r.resources('photos')
})
const withContracts = (...actions: readonly string[]) =>
  emitTypes(manifest!, {
    server: true,
    contracts: new Map(
      actions.map((name) => [`photos#${name}`, { module: './photos.js', name: name === 'new' ? 'newPhoto' : name }]),
    ),
  }).code

const SAME = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}
`

/** The same schemas in each library. */
const LIBRARIES = {
  Zod: `import { z } from 'zod'
const Id = z.coerce.number().int()
const Page = z.object({ page: z.coerce.number<string | number>().default(1) })
const Form = z.object({ title: z.string(), tags: z.array(z.string()).default([]) })
const Title = z.object({ title: z.string() })
const Photo = z.object({ id: z.number(), title: z.string() })`,
  Valibot: `import * as v from 'valibot'
const Id = v.pipe(v.string(), v.transform(Number))
const Page = v.object({ page: v.pipe(v.optional(v.union([v.string(), v.number()]), 1), v.transform(Number)) })
const Form = v.object({ title: v.string(), tags: v.optional(v.array(v.string()), []) })
const Title = v.object({ title: v.string() })
const Photo = v.object({ id: v.number(), title: v.string() })`,
  ArkType: `import { type } from 'arktype'
const Id = type('string.integer.parse')
const Page = type({ page: type('string | number').pipe(Number).default(1) })
const Form = type({ title: 'string', tags: type('string[]').default(() => []) })
const Title = type({ title: 'string' })
const Photo = type({ id: 'number', title: 'string' })`,
}

const HANDLERS = `
import { action } from 'virtual:routes/server'
${SAME}
declare module 'virtual:routes/server' {
  interface Register { context: { readonly db: string } }
}
export const index = action('photos#index', { query: Page }, ({ query, params, context, body, headers, json }) => {
  const page: number = query.page
  const db: string = context.db
  same<typeof body, undefined>(true)
  same<typeof headers, undefined>(true)
  same<typeof params.format, string | undefined>(true)
  // @ts-expect-error the query has no such field
  query.pages
  return json({ page, db }, { status: 200, headers: { 'x-a': 'b' } })
})
const user = async ({ context }: { readonly context: { readonly db: string } }) =>
  context.db === '' ? new Response(null, { status: 401 }) : { user: { name: 'Mia' } }
export const update = action(
  'photos#update',
  {
    params: { id: Id },
    headers: Title,
    body: Form,
    responses: { 200: Photo, 409: Form },
    use: [user, () => {}, () => ({ greeting: 'Hello' })],
    maxBodySize: 1000,
    invalid(issues, { status, text, values, params, context }) {
      const titles = issues.filter(({ name, path }) => name === 'title' || path[0] === 'title').map(({ message }) => message)
      same<typeof status, 400 | 404 | 413 | 415 | 422>(true)
      same<typeof values.body, unknown>(true)
      const id: string = params.id
      const name: string = context.user.name
      return new Response(text('title') + titles.join() + id + name, { status })
    },
  },
  ({ params, body, context, request, route, json }) => {
    const id: number = params.id
    const title: string = body.title
    const tags: readonly string[] = body.tags
    const greeting: string = context.greeting + context.user.name + context.db + request.url + route.path
    const format: string | undefined = params.format
    // @ts-expect-error no middleware adds it
    context.session
    // @ts-expect-error the data of this status is another
    json({ id, title }, { status: 409 })
    // @ts-expect-error the contract has no such status
    json({ id, title }, { status: 418 })
    // @ts-expect-error the data is another
    json({ id: title, title })
    if (title === '') return json({ title, tags: [...tags] }, { status: 409 })
    return json({ id, title: title + greeting + format })
  },
)
export const show = action('photos#show', ({ params, context }) => new Response(params.id + context.db))
// @ts-expect-error there is no such action
export const other = action('photos#other', { body: Form }, () => new Response())
// @ts-expect-error a text is no schema
export const destroy = action('photos#destroy', { body: 'Form' }, () => new Response())
`

/** Actions that link to themselves and to each other, in handlers, in \`invalid\` and in what responds for middleware. */
const CIRCLES = `
import { action } from 'virtual:routes/server'
import { photoPath, photosPath, editPhotoPath } from 'virtual:routes'
import { index as indexLink, update as updateLink } from 'virtual:routes/actions/photos'
import { send } from 'virtual:routes/client'
const redirectTo = (location: string) => new Response(null, { status: 303, headers: { location } })
export const index = action(
  'photos#index',
  { query: Page, invalid: () => redirectTo(photosPath({ query: { page: 1 } })) },
  ({ query }) => redirectTo(photosPath({ query: { page: query.page + 1 } })),
)
export const show = action('photos#show', { query: Page }, async ({ params, query }) => {
  const next = photosPath({ query: { page: query.page } })
  if (params.id === '') return redirectTo(indexLink({ query: { page: 3 } }).url)
  return redirectTo(next + photoPath(7, { query: { page: 2 } }) + editPhotoPath(7))
})
export const update = action(
  'photos#update',
  { body: Form, use: [() => redirectTo(photosPath({ query: { page: 1 } }))], invalid: (_, { text }) => redirectTo(updateLink(7).url + text('title')) },
  async ({ body }) => {
    const reply = await send(updateLink(7), { body })
    return reply.ok ? redirectTo(updateLink(7).url) : { body, url: photosPath({ query: { page: 1 } }) }
  },
)
`

const CLIENT = `
import { photoPath, photosPath, photosUrl, newPhotoPath } from 'virtual:routes'
import links, { index, show, update, destroy } from 'virtual:routes/actions/photos'
import { createSend, send } from 'virtual:routes/client'
${SAME}
photosPath({ query: { page: 2 } })
photosPath({ query: { page: '2' }, anchor: 'top', format: 'json' })
photosPath({})
photosPath()
photosUrl({ host: 'a.test', query: { page: 2 } })
index({ query: { page: 2 } }).method satisfies string
newPhotoPath({ query: { anything: 7 } })
photoPath(7, { query: { anything: 7 } })
links.index({ query: { page: 2 } })
// @ts-expect-error the schema has no such field
photosPath({ query: { pages: 2 } })
// @ts-expect-error the schema accepts numbers and texts
photosPath({ query: { page: [2] } })
// @ts-expect-error the schema has no such field
index({ query: { pages: 2 } })
// @ts-expect-error the host is required
photosUrl({ query: { page: 2 } })

export async function save(signal: AbortSignal) {
  const reply = await send(update(7), { body: { title: 'Fog' }, headers: { title: 'x' }, signal, credentials: 'include' })
  if (reply.ok) same<typeof reply.status, 200>(true)
  if (reply.status === 200) {
    same<typeof reply.data.id, number>(true)
    same<typeof reply.ok, true>(true)
    return reply.data.title + reply.headers.get('etag')
  }
  if (reply.status === 409) {
    same<typeof reply.ok, false>(true)
    return reply.data.tags.join()
  }
  if (reply.status === 422) return reply.data.issues?.map(({ path, message }) => path.join('.') + message).join()
  if (reply.status === 404) return reply.data.title
  if (reply.status === 500) same<typeof reply.data, unknown>(true)
  if (reply.status === 0) {
    same<typeof reply.error, unknown>(true)
    // @ts-expect-error nothing has arrived
    return reply.data
  }
  // @ts-expect-error the contract has no such status
  if (reply.status === 201) return reply.data
}
send(update(7), { body: new FormData(), headers: { title: 'x' } })
// @ts-expect-error the body is missing
send(update(7), { headers: { title: 'x' } })
// @ts-expect-error the options are missing
send(update(7))
// @ts-expect-error the title is missing
send(update(7), { body: {}, headers: { title: 'x' } })
// @ts-expect-error the header is missing
send(update(7), { body: { title: 'Fog' } })
// @ts-expect-error the contract has no body
send(index(), { body: {} })
send(index({ query: { page: 2 } })).then((reply) => {
  if (reply.status === 200) same<typeof reply.data, unknown>(true)
})
send(show(7), { headers: { authorization: 'x' } })
send(destroy(7), { body: { anything: 7 } }).then(({ status }) => same<typeof status, 0>(false))
const own = createSend({ headers: () => ({ 'x-csrf-token': 'x' }), credentials: 'include', context: { db: 'db' }, origin: 'https://a.test' })
own(update(7), { body: { title: 'Fog' }, headers: { title: 'x' } }).then((reply) => {
  if (reply.status === 200) same<typeof reply.data.title, string>(true)
})
`

describe.each(COMPILERS)('in %s', (_name, compiler) => {
  test.each(Object.entries(LIBRARIES))('schemas of %s type what handlers receive', (_library, schemas) => {
    const files = { 'virtual-routes.d.ts': withContracts('index', 'update', 'show'), 'photos.ts': schemas + HANDLERS }
    expect(checkTypes(compiler, files, OPTIONS)).toBe('')
  })

  test.each(Object.entries(LIBRARIES))('schemas of %s type links and clients', (_library, schemas) => {
    const files = {
      'virtual-routes.d.ts': withContracts('index', 'update', 'show'),
      'photos.ts': schemas + HANDLERS,
      'main.ts': CLIENT,
    }
    expect(checkTypes(compiler, files, OPTIONS)).toBe('')
  })

  test('actions link to themselves', () => {
    const files = {
      'virtual-routes.d.ts': withContracts('index', 'update', 'show'),
      'photos.ts': LIBRARIES.Zod + CIRCLES,
    }
    expect(checkTypes(compiler, files, OPTIONS)).toBe('')
  })
})

test('an application without contracts has no type of them', () => {
  const without = emitTypes(manifest!, { server: true }).code
  expect(withContracts()).toBe(without)
  expect(without).not.toMatch(/contract|schema|typeOnly/i)
})
