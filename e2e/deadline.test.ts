// The deadline of docs/serving.md, in an application: an action that never settles gets a response.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeProject, routesFile } from '../packages/vite-plugin/test/fixture.ts'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { ROOT } from './pages.ts'
import { samplesOf } from './samples.ts'
import { buildApplication, devHost, nodeHost } from './serving/hosts.ts'

const PAGE = 'docs/serving.md'
const sample = samplesOf(PAGE, readFileSync(path.join(ROOT, PAGE), 'utf8')).find(
  ({ file }) => file === 'src/deadline.ts',
)!

const FILES = {
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true, types: false })] }`,
  'config/routes.ts': routesFile(`['hangs', 'answers', 'throws'].map((name) => r.get(name, { to: 'late#' + name }))`),
  'src/deadline.ts': sample.code,
  'src/controllers/late.ts': `import { deadline } from '../deadline'
export const middleware = [deadline(500)]
export const hangs = () => new Promise(() => {})
export const answers = () => new Response('in time')
export const throws = () => { throw new Error('own') }`,
}

test('in dev, the page says that the action took too long', async () => {
  const { port, close } = await devHost(makeProject(FILES))
  onTestFinished(close)
  expect(await ask(port, '/answers')).toMatchObject({ status: 200, body: 'in time' })
  expect(await ask(port, '/hangs')).toMatchObject({
    status: 500,
    body: expect.stringContaining('500: Error: no response after 500 ms'),
  })
  expect((await ask(port, '/throws')).body).toContain('500: Error: own')
})

test('in production it is 500, and the terminal says why', async () => {
  const root = makeProject(FILES)
  await buildApplication(root)
  const { port, close, printed } = await nodeHost(root)
  onTestFinished(close)
  const { status, body } = await ask(port, '/hangs')
  expect([status, body.includes('no response')]).toEqual([500, false])
  await expect.poll(printed).toContain('Error: no response after 500 ms')
  expect(await ask(port, '/answers')).toMatchObject({ status: 200, body: 'in time' })
})
