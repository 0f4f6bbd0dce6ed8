// Real servers, real HTTP: every input of a contract, in dev, on Node and on workerd.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { CONTRACTS, ROWS } from './serving/contracts.ts'
import { buildApplication, devHost, nodeHost, workerdHost, type Host } from './serving/hosts.ts'

const built = (start: (root: string) => Promise<Host>) => async (root: string) => {
  await buildApplication(root)
  return start(root)
}

describe.each([
  ['dev', devHost],
  ['Node', built(nodeHost)],
  ['workerd', built(workerdHost)],
] as const)('on %s', (_, start) => {
  const ends: (() => unknown)[] = []
  let host: Host
  beforeAll(async () => {
    host = await start(makeProject(CONTRACTS, 'contracts', (end) => ends.push(end)))
  })
  afterAll(async () => {
    await host?.close()
    for (const end of ends) await end()
  })

  test.each(ROWS)('$about: $status', async ({ target, method = 'GET', headers = {}, body, status, expected }) => {
    const response = await ask(host.port, target, { method, headers, ...(body !== undefined && { body }) })
    expect([response.status, response.body]).toEqual([status, expect.anything()])
    const type = response.headers['content-type']
    if (typeof expected === 'string') return expect(response.body).toBe(expected)
    if (status !== 403 && status >= 400) expect(type).toBe('application/problem+json')
    if (expected !== undefined) expect(JSON.parse(response.body)).toMatchObject(expected as object)
    // No page of another site may read or send what it has asked for.
    expect(response.headers['access-control-allow-origin']).toBe(undefined)
  })
})

test('an application without contracts is built without what reads them', async () => {
  const files = {
    'config/routes.ts': routesFile(`  r.resources('photos', { only: 'show' })`),
    'src/controllers/photos.ts': `export const show = () => new Response('photo')`,
    'vite.config.ts': CONTRACTS['vite.config.ts']!,
  }
  for (const server of [{}, { 'src/server.ts': CONTRACTS['src/server.ts']! }]) {
    const root = makeProject({ ...files, ...server }, 'contracts')
    await buildApplication(root)
    const folder = path.join(root, 'dist/server')
    const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    const code = built.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n')
    expect(code).toContain('createDispatch')
    // Forms are read without contracts, too.
    expect(code).not.toMatch(/~standard|contracts\/action|contract of/i)
  }
})
