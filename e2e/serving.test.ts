// Real servers, real HTTP: the same application answers the same in dev, on Node and on workerd.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { APPLICATION } from './serving/application.ts'
import { buildApplication, devHost, nodeHost, previewHost, workerdHost, type Host } from './serving/hosts.ts'
import { testServing } from './serving/suite.ts'

testServing({
  name: 'dev',
  start: (atEnd) => devHost(makeProject(APPLICATION, 'serving', atEnd)),
  isBuilt: false,
  lacks: ['any host'],
})

/** Starts what the application is built to. */
const built =
  (start: (root: string) => Promise<Host>) =>
  async (atEnd: (end: () => unknown) => void): Promise<Host> => {
    const root = makeProject(APPLICATION, 'serving', atEnd)
    await buildApplication(root)
    return start(root)
  }

testServing({ name: 'Node', start: built(nodeHost), isBuilt: true })

// Vite itself refuses names that `preview.allowedHosts` does not list.
testServing({ name: 'the preview of Vite', start: built(previewHost), isBuilt: true, lacks: ['any host'] })

// Limits and files are the platform's, which is not here.
testServing({
  name: 'workerd',
  start: built(workerdHost),
  isBuilt: true,
  lacks: ['addresses', '400 for malformed hosts', 'files', 'encoded dot segments', 'ends', 'broken responses'],
})

test('an application without a client is built with its public files', async () => {
  const { 'vite.config.ts': config, ...files } = APPLICATION
  const root = makeProject({ ...files, 'vite.config.ts': config!.replace(/ {2}environments: .*\n/, '') }, 'serving')
  await buildApplication(root)
  expect(readdirSync(path.join(root, 'dist/client'))).toEqual(['long.bin', 'robots.txt'])
  expect(readdirSync(path.join(root, 'dist/server/.vite'))).toEqual(['routes-manifest.json'])
  const controllers = readdirSync(path.join(root, 'dist/server/assets')).map((file) => file.replace(/-.*/, ''))
  expect(controllers).toEqual(expect.arrayContaining(['application', 'faults', 'pages', 'photos', 'users']))
})

test.each(['SIGINT', 'SIGTERM'] as const)('on %s a server answers what it has begun, and ends', async (signal) => {
  const root = makeProject(APPLICATION, 'serving')
  await buildApplication(root)
  const { port, stop, printed } = await nodeHost(root)
  // It leaves a timer.
  await ask(port, '/half').catch(() => {})
  const slow = ask(port, '/slow')
  await expect.poll(async () => (await ask(port, '/slow?begun')).body).toBe('true')
  const ended = stop(signal)
  expect(await slow).toMatchObject({ status: 200, body: 'slow' })
  expect(await ended).toBe(0)
  expect(printed()).toMatch(
    new RegExp(`turnout: ${signal}: .* 2000 ms[^]*the application is closed[^]*turnout: stopped\\.`),
  )
})

test('a server that is asked to stop does not wait for ever', async () => {
  const root = makeProject(APPLICATION, 'serving')
  await buildApplication(root)
  const { port, stop, printed } = await nodeHost(root)
  const hanging = ask(port, '/faults/hangs')
  hanging.catch(() => {})
  // It has come once a later one is answered.
  await ask(port, '/photos')
  expect(await stop('SIGTERM')).toBe(1)
  await expect(hanging).rejects.toThrow()
  expect(printed()).toMatch(
    /the server did not close in 2000 ms[^]*the application is closed[^]*stopped, but not in order/,
  )
})
