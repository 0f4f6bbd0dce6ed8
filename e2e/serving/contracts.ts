// An application whose actions have contracts, and every input that they accept or refuse.
import { routesFile, type Files } from '../../packages/vite-plugin/test/fixture.ts'

export const CONTRACTS: Files = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [turnout({ controllers: 'src/controllers', server: true, types: false })],
  // workerd gets what the build makes, and no packages.
  environments: { ssr: { resolve: { noExternal: ['zod'] } } },
}`,
  'config/routes.ts': routesFile(`  r.resources('photos', { only: ['index', 'show', 'create', 'update'] })`),
  'src/server.ts': `import { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
export default defineServer({ fetch: async (request) => dispatch(await methodOverride(request), { name: 'app' }) })`,
  'src/schemas.ts': `import { z } from 'zod'
export const Id = z.coerce.number().int()
export const Page = z.object({ page: z.coerce.number().int().default(1), tags: z.array(z.string()).default([]) })
export const Key = z.object({ 'x-key': z.string().optional() })
export const Photo = z.object({
  photo: z.object({ title: z.string().min(3), tags: z.array(z.string()).default([]), file: z.instanceof(File).optional() }),
})`,
  'src/controllers/photos.ts': `
import { action } from 'virtual:routes/server'
import { Id, Key, Page, Photo } from '../schemas'
export const index = action('photos#index', { query: Page, headers: Key }, ({ query, headers, json }) => json({ query, key: headers['x-key'] }))
export const show = action('photos#show', { params: { id: Id } }, ({ params, json }) => json(params))
export const create = action(
  'photos#create',
  { body: Photo, maxBodySize: 20_000 },
  async ({ body: { photo: { file, ...photo } }, json }) =>
    json({ ...photo, ...(file && { file: [file.name, file.type, await file.text()] }) }, { status: 201 }),
)
export const update = action(
  'photos#update',
  {
    params: { id: Id },
    body: Photo,
    use: [({ request }) => (request.headers.has('x-guest') ? new Response('sign in', { status: 401 }) : { user: 'Mia' })],
    invalid: (issues, { status, text }) =>
      new Response('form ' + status + ' ' + text('photo[title]') + ' ' + issues.map(({ name }) => name), { status }),
  },
  ({ params, body, context, request }) => Response.json([request.method, params.id, body.photo.title, context.name, context.user]),
)`,
}

/** A request, and the response to it. */
export interface Row {
  readonly about: string
  readonly target: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly status: number
  /** The JSON that is in the response, in part; a text for a response that is no JSON. */
  readonly expected?: unknown
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=xx' }
const part = (name: string, value: string, more = '') =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const post = (
  about: string,
  headers: Row['headers'] & object,
  body: Row['body'] & {},
  status: number,
  expected?: unknown,
): Row => ({
  about,
  target: '/photos',
  method: 'POST',
  headers,
  body,
  status,
  expected,
})

export const ROWS: readonly Row[] = [
  {
    about: 'a query',
    target: '/photos?page=2&tags[]=a&tags[]=b',
    status: 200,
    expected: { query: { page: 2, tags: ['a', 'b'] } },
  },
  {
    about: 'headers',
    target: '/photos',
    headers: { 'X-Key': 'k' },
    status: 200,
    expected: { key: 'k', query: { page: 1, tags: [] } },
  },
  { about: 'params', target: '/photos/7', status: 200, expected: { id: 7 } },
  { about: 'invalid params', target: '/photos/seven', status: 404, expected: { status: 404, title: 'Not Found' } },
  {
    about: 'an invalid query',
    target: '/photos?page=x',
    status: 422,
    expected: { status: 422, title: 'Unprocessable Content', issues: [{ in: 'query', name: 'page', path: ['page'] }] },
  },
  {
    about: 'a query with a broken escape',
    target: '/photos?page=%zz',
    status: 400,
    expected: { title: 'Bad Request' },
  },
  { about: 'a query with a prototype', target: '/photos?__proto__[page]=2', status: 400 },
  { about: 'a query of two kinds', target: '/photos?page=1&page[x]=2', status: 400 },
  post('JSON', JSON_TYPE, '{"photo":{"title":"Fog","tags":["a"]}}', 201, { title: 'Fog', tags: ['a'] }),
  post('a form', FORM, 'photo[title]=Fog+%C3%A9&photo[tags][]=a', 201, { title: 'Fog é', tags: ['a'] }),
  post(
    'a form with a file',
    MULTIPART,
    `${part('photo[title]', 'Fog')}${part('photo[file]', 'bytes', '; filename="a.txt"\r\ncontent-type: text/plain')}--xx--\r\n`,
    201,
    { title: 'Fog', file: ['a.txt', 'text/plain', 'bytes'] },
  ),
  post('an invalid form', FORM, 'photo[title]=x', 422, {
    issues: [{ in: 'body', name: 'photo[title]', path: ['photo', 'title'] }],
  }),
  post('invalid JSON', JSON_TYPE, '{"photo":{"title":"Fog","tags":[1]}}', 422, {
    issues: [{ in: 'body', name: 'photo[tags][]', path: ['photo', 'tags', 0] }],
  }),
  post('broken JSON', JSON_TYPE, '{', 400, { title: 'Bad Request' }),
  post('JSON that is not UTF-8', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), 400),
  post('JSON in another charset', { 'content-type': 'application/json; charset=utf-16' }, '{}', 400),
  post('JSON with a prototype', JSON_TYPE, '{"__proto__":1}', 400),
  post('JSON with half a surrogate pair', JSON_TYPE, '["\\ud800"]', 400),
  post('deep JSON', JSON_TYPE, '['.repeat(5000) + ']'.repeat(5000), 400),
  post('a form with a broken escape', FORM, 'photo[title]=%f', 400),
  post('a form with a prototype', FORM, 'photo[__proto__][x]=1', 400),
  post('a form of too many levels', FORM, `a${'[b]'.repeat(33)}=1`, 400),
  post('a form of too many fields', FORM, 'a&'.repeat(5000), 400),
  post(
    'a form of another boundary',
    { 'content-type': 'multipart/form-data; boundary=yy' },
    `${part('a', 'b')}--xx--\r\n`,
    400,
  ),
  post('a text', { 'content-type': 'text/plain' }, '{"photo":{"title":"Fog"}}', 415, {
    title: 'Unsupported Media Type',
  }),
  post('a body of no type', {}, '{"photo":{"title":"Fog"}}', 415),
  post('a body of two types', { 'content-type': 'application/json, text/plain' }, '{"photo":{"title":"Fog"}}', 415),
  post('a compressed body', { ...JSON_TYPE, 'content-encoding': 'br' }, '{}', 415),
  post('a body that is too large', FORM, 'a'.repeat(20_001), 413, { title: 'Content Too Large' }),
  post('a body of chunks that is too large', { ...FORM, 'transfer-encoding': 'chunked' }, 'a'.repeat(20_001), 413),
  {
    about: 'a form with a verb',
    target: '/photos/7',
    method: 'POST',
    headers: FORM,
    body: '_method=patch&photo[title]=Fog',
    status: 200,
    expected: ['PATCH', 7, 'Fog', 'app', 'Mia'],
  },
  {
    about: 'an invalid form that the action shows again',
    target: '/photos/7',
    method: 'PATCH',
    headers: FORM,
    body: 'photo[title]=x',
    status: 422,
    expected: 'form 422 x photo[title]',
  },
  {
    about: 'a type that the action refuses itself',
    target: '/photos/7',
    method: 'PATCH',
    headers: { 'content-type': 'text/plain' },
    body: 'a',
    status: 415,
    expected: 'form 415  ',
  },
  {
    about: 'a request that middleware of the contract refuses',
    target: '/photos/7',
    method: 'PATCH',
    headers: { ...JSON_TYPE, 'x-guest': '1' },
    body: '{',
    status: 401,
    expected: 'sign in',
  },
  // What pages of other sites may send without asking is refused before the contract, and nothing else gets past it.
  ...[
    'text/plain',
    'text/plain; a=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=xx',
    '',
  ].map((type) =>
    post(
      `a request of another site with the type \`${type}\``,
      { ...(type && { 'content-type': type }), 'sec-fetch-site': 'cross-site' },
      '{"photo":{"title":"Fog"}}',
      403,
    ),
  ),
  {
    about: 'the question before a request of JSON from another site',
    target: '/photos',
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    status: 204,
  },
]
