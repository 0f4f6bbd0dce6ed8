// Random requests of the OpenAPI document of an application: no error of the server, and no response that it lacks.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixedSeed, runsOf } from '../packages/compiler/test/runs.ts'
import { buildPackages, run, TURNOUT } from '../packages/vite-plugin/test/built.ts'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { differencesOf, isListed, requestsOf } from './openapi-requests.ts'
import { copyProject, serve } from './project.ts'

/** An interface for programs: each contract declares its responses, so no operation has a `default`. */
const API = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ controllers: 'src/controllers', server: true, types: false })] }`,
  'config/routes.ts': routesFile(`  r.resources('photos', { except: ['new', 'edit', 'destroy'] })`),
  'src/controllers/photos.ts': `
import { action } from 'virtual:routes/server'
import { z } from 'zod'
const Id = z.coerce.number().int().min(1)
const Photo = z.object({ id: z.number(), title: z.string(), tags: z.array(z.string()) })
const Form = z.object({ photo: z.object({ title: z.string().min(1).max(80), tags: z.array(z.string()).default([]) }) })
const Search = z.object({
  page: z.coerce.number().int().min(1).default(1),
  tags: z.array(z.string()).optional(),
  by: z.object({ name: z.string() }).optional(),
})
export const index = action(
  'photos#index',
  { query: Search, headers: { 'x-key': z.string().max(5).optional() }, responses: { 200: z.array(Photo) } },
  ({ query, json }) => json([{ id: query.page, title: query.by?.name ?? '', tags: query.tags ?? [] }]),
)
export const show = action('photos#show', { params: { id: Id }, responses: { 200: Photo } }, ({ params, json }) =>
  json({ id: params.id, title: 'Fog', tags: [] }),
)
export const create = action('photos#create', { body: Form, responses: { 201: Photo } }, ({ body, json }) =>
  json({ id: 1, ...body.photo }, { status: 201 }),
)
export const update = action(
  'photos#update',
  { params: { id: Id }, body: Form, responses: { 200: Photo } },
  ({ params, body, json }) => json({ id: params.id, ...body.photo }),
)`,
}

async function documentOf(root: string): Promise<Record<string, any>> {
  const { code, out, err } = await run(TURNOUT, ['export', 'openapi'], root)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

type SignIn = (port: number) => Promise<Record<string, string>>

/** Sends the requests of a document, and returns how often each status was listed in it. */
async function sendRequests(root: string, count: number, signIn: SignIn = async () => ({})) {
  const document = await documentOf(root)
  const { url } = await serve(root)
  const port = Number(new URL(url).port)
  const listed: Record<number, number> = {}
  let session = await signIn(port)
  for await (const request of requestsOf(document, fixedSeed(28), count)) {
    const { method, target, body } = request
    const response = await ask(port, target, { ...request, headers: { ...session, ...request.headers } })
    expect(differencesOf(document, request, response), `${method} ${target} ${String(body)}`).toEqual([])
    if (isListed(request, response)) listed[response.status] = (listed[response.status] ?? 0) + 1
    if (request.operation['operationId'] === 'sessionsDestroy') session = await signIn(port)
  }
  return listed
}

test('an interface whose contracts declare all responses', async () => {
  await buildPackages()
  const root = makeProject(API, 'openapi')
  const listed = await sendRequests(root, runsOf(2500))
  // Each kind of response has occurred.
  expect(Object.keys(listed)).toEqual(['200', '201', '400', '404', '413', '415', '422'])
})

test('the photo album', async () => {
  await buildPackages()
  const { root } = copyProject('playground')
  process.env['DATABASE_URL'] = `file:${path.join(root, 'album.db')}`
  onTestFinished(() => {
    delete process.env['DATABASE_URL']
    rmSync(path.join(root, 'album.db'), { force: true })
  })
  const listed = await sendRequests(root, runsOf(2500), async (port) => {
    const { headers } = await ask(port, '/session', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=ada@halide.test&password=shutter',
    })
    return { cookie: /session=[^;]+/.exec(headers['set-cookie']!)![0] }
  })
  expect(Object.keys(listed)).toEqual(expect.arrayContaining(['301', '400', '415', '422']))
})
