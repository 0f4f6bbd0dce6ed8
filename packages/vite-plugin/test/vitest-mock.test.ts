// Vitest replaces the modules of the routes by mocks, in a process of its own.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from './built.ts'
import { makeProject, routesFile } from './fixture.ts'

const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

beforeAll(buildPackages)

/** A test file that mocks the modules and then runs the lines of a test. */
const mocked = (options: string, lines: string) => `import { expect, test, vi } from 'vitest'
import routes, { match, pathFor, photoPath } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
import * as namespace from 'virtual:routes'
import photos, { show } from 'virtual:routes/actions/photos'
import odd, { manifest as oddManifest } from 'virtual:routes/actions/odd'
import { dispatch } from 'virtual:routes/server'
vi.mock('virtual:routes'${options})
vi.mock('virtual:routes/manifest'${options})
vi.mock('virtual:routes/actions/photos'${options})
vi.mock('virtual:routes/actions/odd'${options})
test('mocks', async () => {
  for (const mock of [match, pathFor, photoPath, show, oddManifest, odd.manifest]) expect(vi.isMockFunction(mock)).toBe(true)
  expect(routes.photoPath).toBe(photoPath)
  expect(namespace.photoPath).toBe(photoPath)
  expect(photos.show).toBe(show)
  expect(Object.keys(routes).sort()).toEqual(Object.keys(namespace).filter((name) => name !== 'default').sort())
${lines}
})
`

test('Vitest mocks and spies on all exports of the modules, and both ways to import an export give one mock', async () => {
  const root = makeProject({
    'config/routes.ts': routesFile(`  r.resources('photos')
  r.get('manifest', { to: 'odd#manifest' })`),
    'src/controllers/photos.js': ['index', 'create', 'new_', 'edit', 'show', 'update', 'destroy']
      .map((name) => `export const ${name} = () => new Response('${name}')`)
      .join('\n'),
    // An action may have the name of an export of `virtual:routes`.
    'src/controllers/odd.js': `export const manifest = () => new Response()`,
    'vite.config.js': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ types: false, server: true })] }`,
    'src/automock.test.js': mocked(
      '',
      `  expect(photoPath(7)).toBe(undefined)
  photoPath.mockReturnValue('/mocked')
  expect(routes.photoPath(7)).toBe('/mocked')
  expect(show(7)).toBe(undefined)`,
    ),
    'src/spy.test.js': mocked(
      ', { spy: true }',
      `  expect(photoPath(7)).toBe('/photos/7')
  expect(routes.photoPath(8)).toBe('/photos/8')
  expect(photoPath.mock.calls).toEqual([[7], [8]])
  expect(photos.show(7)).toEqual({ url: '/photos/7', method: 'GET' })
  expect(show).toHaveBeenCalledWith(7)
  expect(manifest.routes[0].pattern).toBe('/photos(.:format)')
  expect(match('GET', '/photos/9').params).toEqual({ id: '9' })
  expect(await (await dispatch(new Request('http://a.test/photos'))).text()).toBe('index')`,
    ),
    'src/factory.test.js': `import { expect, test, vi } from 'vitest'
import { photoPath, photosPath } from 'virtual:routes'
import manifest from 'virtual:routes/manifest'
vi.mock('virtual:routes', async (importOriginal) => ({ ...(await importOriginal()), photoPath: () => '/made' }))
test('one function', () => expect([photoPath(1), photosPath(), manifest.routes.length > 0]).toEqual(['/made', '/photos', true]))`,
  })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [VITEST, 'run', '--no-color', '--maxWorkers=1', '--reporter=json'],
    { cwd: root, env: { ...process.env, NODE_ENV: '', VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '' } },
  ).catch((error: { stdout: string }) => error)
  interface Result {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }
  const { testResults } = JSON.parse(stdout) as { testResults: readonly Result[] }
  const failures = testResults.map(({ name, message, assertionResults }) => [
    path.basename(name),
    message,
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ])
  expect(failures.sort()).toEqual([
    ['automock.test.js', ''],
    ['factory.test.js', ''],
    ['spy.test.js', ''],
  ])
})
