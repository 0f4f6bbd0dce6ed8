// Random requests from a seed, for every route of the photo album: none is answered with an error of the server.
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { copyProject, serve } from './project.ts'
import { randomNumbers } from '../packages/runtime/test/random.ts'

const COUNT = 1500
const SEED = 33

const PATHS = [
  '/',
  '/about',
  '/search',
  '/albums',
  '/albums/new',
  '/albums/:id',
  '/albums/:id/edit',
  '/albums/:id/remove',
  '/albums/:id/slideshow',
  '/albums/:id/photos',
  '/albums/:id/photos/new',
  '/photos/:id',
  '/photos/:id/edit',
  '/photos/:id/picture',
  '/photos/:id/comments',
  '/archive/:id',
  '/archive/:id/:id',
  '/session',
  '/session/new',
  '/admin/comments',
  '/admin/comments/:id/approve',
  '/pictures/:id',
]
const IDS = ['1', '2', '999', '0', '-1', '1e9', '9007199254740993', 'x', '%00', '%F0%9F%98%80', '2025', '07', '1%2F2']
const METHODS = ['GET', 'GET', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']
const FIELDS = [
  'title',
  'month',
  'story',
  'author',
  'body',
  'email',
  'password',
  'picture',
  'q',
  'at',
  '_method',
  '__proto__',
]
const SUFFIXES = ['', '', '', '[]', '[a]', '[__proto__]', '[', '[][b]']
const VALUES = [
  '',
  'x',
  '2026-07',
  '-1',
  'NaN',
  'a'.repeat(2000),
  '%00',
  '%ff',
  '%',
  '%27%3B--',
  'patch',
  'delete',
  '%F0%9F%98%80',
]
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=xx',
  'text/plain',
  '',
]

test(`${COUNT} random requests get no error of the server`, async () => {
  await buildPackages()
  const { root } = copyProject('playground')
  process.env['DATABASE_URL'] = `file:${path.join(root, 'album.db')}`
  onTestFinished(() => {
    delete process.env['DATABASE_URL']
  })
  const { url } = await serve(root)
  const port = Number(new URL(url).port)
  const random = randomNumbers(SEED)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const fields = () =>
    Array.from({ length: Math.floor(random() * 6) }, () => `${pick(FIELDS)}${pick(SUFFIXES)}=${pick(VALUES)}`).join('&')
  const jsonOf = () =>
    pick(['{', '{}', '[]', 'null', '{"title":1}', '{"title":["x"]}', '{"__proto__":{}}', '"\\ud800"'])
  const multipart = () =>
    `--xx\r\ncontent-disposition: form-data; name="${pick(FIELDS)}${pick(SUFFIXES)}"${pick(['', '; filename="a.png"'])}\r\n\r\n${pick(VALUES)}\r\n--xx${pick(['--\r\n', ''])}`
  // Who is signed in gets further.
  const signIn = await ask(port, '/session', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=ada@halide.test&password=shutter',
  })
  const cookie = /session=[^;]+/.exec(signIn.headers['set-cookie']!)![0]
  const statuses = new Map<number, number>()
  for (let count = 0; count < COUNT; count++) {
    const target = pick(PATHS).replaceAll(':id', () => pick(IDS)) + pick(['', '', `?${fields()}`, '.json'])
    const method = pick(METHODS)
    const type = pick(TYPES)
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
    const body = type.startsWith('multipart') ? multipart() : type.endsWith('json') ? jsonOf() : fields()
    const headers = { ...(hasBody && type !== '' && { 'content-type': type }), ...(random() < 0.8 && { cookie }) }
    const { status } = await ask(port, target, { method, headers, ...(hasBody && { body }) })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect(status, `${method} ${target} ${type} ${hasBody ? body : ''}`).toBeLessThan(500)
  }
  // All kinds of responses have occurred.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 404, 405, 415, 422]))
})
