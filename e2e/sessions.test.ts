// The recipe for sessions of docs/contracts.md: its very text, built and asked.
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { samplesOf } from './samples.ts'
import { buildApplication } from './serving/hosts.ts'

const PAGE = fileURLToPath(new URL('../docs/contracts.md', import.meta.url))
const SAMPLES = samplesOf('docs/contracts.md', readFileSync(PAGE, 'utf8')).map(({ code }) => code)
const session = SAMPLES.find((code) => code.startsWith('// src/session.ts'))!
const signIn = SAMPLES.find((code) => code.includes("from './session.js'"))!

const ends: (() => unknown)[] = []
let fetch: (request: Request) => Promise<Response>

beforeAll(async () => {
  vi.stubEnv('SESSION_SECRET', 'a secret of tests with 32 characters')
  const root = makeProject(
    {
      'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default {
  plugins: [turnout({ controllers: 'src/controllers', server: true, types: false })],
  environments: { ssr: { resolve: { noExternal: true } } },
}`,
      'config/routes.ts': routesFile(`  r.resources('photos', { only: ['index', 'create'] })`),
      'src/session.ts': session,
      'src/accounts.ts': `export const authenticate = async (email: string, password: string) =>
  email === 'mia@a.test' && password === 'secret' ? { id: 7 } : null`,
      'src/controllers/photos.ts': `${signIn.replaceAll(`'./`, `'../`)}
import { signedIn } from '../session.js'
export const index = action('photos#index', { use: [signedIn] }, ({ context }) => Response.json(context))`,
    },
    'sessions',
    (end) => ends.push(end),
  )
  symlinkSync(
    fileURLToPath(new URL('node_modules/iron-session', import.meta.url)),
    path.join(root, 'node_modules/iron-session'),
  )
  await buildApplication(root)
  const file = pathToFileURL(path.join(root, 'dist/server/index.js')).href
  fetch = ((await import(/* @vite-ignore */ file)) as { default: { fetch: typeof fetch } }).default.fetch
  return async () => {
    vi.unstubAllEnvs()
    for (const end of ends) await end()
  }
})

const signInAs = (password: string, headers: Record<string, string> = {}) =>
  fetch(
    new Request('https://a.test/photos', {
      method: 'POST',
      body: JSON.stringify({ email: 'mia@a.test', password }),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )
const list = (cookie: string) => fetch(new Request('https://a.test/photos', { headers: { cookie } }))

test('who signs in has a session, which nobody can forge', async () => {
  expect((await list('')).status).toBe(401)
  const response = await signInAs('secret')
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  const [cookie, ...attributes] = response.headers.get('set-cookie')!.split('; ')
  expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Secure']))
  expect(await (await list(cookie!)).json()).toEqual({ userId: 7 })
  const middle = Math.floor(cookie!.length / 2)
  const forged = cookie!.slice(0, middle) + (cookie![middle] === 'a' ? 'b' : 'a') + cookie!.slice(middle + 1)
  expect((await list(forged)).status).toBe(401)
  expect((await signInAs('wrong')).headers.has('set-cookie')).toBe(false)
})

test('a page of another site signs nobody in', async () => {
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await signInAs('secret', { ...crossSite, 'content-type': type })).status).toBe(403)
  expect((await signInAs('secret', { 'content-type': 'text/plain' })).status).toBe(415)
})
