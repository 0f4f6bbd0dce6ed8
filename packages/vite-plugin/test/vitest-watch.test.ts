// `vitest --watch` in a project that has the plugin, in a process of its own.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from './built.ts'
import { makeProject, routesFile, writeFiles } from './fixture.ts'

const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

beforeAll(buildPackages)

test.each([
  ['servers', 'ssr'],
  ['browsers', 'client'],
])(
  'an edit of a route file runs the tests for %s again that import the routes, and no others',
  async (_, environment) => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.resources('photos')\n  r.draw('api')`),
      'config/routes/api.ts': routesFile(`  r.resource('profile')`),
      'vite.config.js': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ types: false })], test: { include: ['src/*.test.js'], reporters: ['tap-flat'], environment: './environment.js' } }`,
      'environment.js': `export default {
  name: 'own', viteEnvironment: '${environment}', setup: () => ({ teardown() {} }) }`,
      'src/links.js': `import { profilePath } from 'virtual:routes'\nexport const link = () => profilePath()`,
      'src/links.test.js': `import { expect, test } from 'vitest'\nimport { link } from './links'
test('links', () => expect(link()).toBe('/profile'))`,
      'src/other.test.js': `import { test } from 'vitest'\ntest('other', () => {})`,
    })
    const child = spawn(process.execPath, [VITEST, '--watch', '--no-color'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: '', VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill())
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += String(data)))
    const seen = () => stripVTControlCharacters(text)
    await expect.poll(seen, { timeout: 60_000 }).toMatch(/^ok .*> links /m)
    expect(seen()).toMatch(/^ok .*> other /m)
    text = ''
    const writeApi = (name: string) =>
      writeFiles(root, { 'config/routes/api.ts': routesFile(`  r.resource('${name}')`) })
    writeFiles(root, { 'config/routes/api.ts': routesFile(`  r.resource('profile', { path: 'me' })`) })
    await expect.poll(seen, { timeout: 60_000 }).toMatch(/^not ok .*> links /m)
    expect(seen()).toContain('/me')
    expect(seen()).not.toContain('other')
    text = ''
    writeApi('profile')
    await expect.poll(seen, { timeout: 60_000 }).toMatch(/^ok .*> links /m)
    text = ''
    writeApi('person')
    await expect.poll(seen, { timeout: 60_000 }).toMatch(/^not ok .*links/m)
    expect(seen()).not.toContain('other')
  },
)
