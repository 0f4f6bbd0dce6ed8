// `vitest --watch` in a project that has the plugin, in a process of its own.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildPackages } from './built.ts'
import { makeProject, routesFile, writeFiles } from './fixture.ts'

const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

beforeAll(buildPackages)

/**
 * A reporter that prints a line after each run, with the results of its files. The line comes when the watcher watches the
 * drawn route file, because it misses earlier edits.
 */
const REPORTER = `export default class {
  onInit(vitest) {
    this.watcher = vitest.vite.watcher
  }
  isWatching() {
    return Object.values(this.watcher.getWatched()).some((names) => names.includes('api.ts'))
  }
  async onTestRunEnd(modules) {
    const resultOf = (module) => {
      const tests = [...module.children.allTests('failed')]
      const errors = [...module.errors(), ...tests.flatMap((failed) => failed.result().errors)]
      return module.ok() ? 'passed' : errors[0].message
    }
    const results = Object.fromEntries(modules.map((module) => [module.relativeModuleId, resultOf(module)]))
    while (!this.isWatching()) await new Promise((resolve) => setTimeout(resolve, 10))
    process.stdout.write('RUN ' + JSON.stringify(results) + '\\n')
  }
}`

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
export default { plugins: [turnout({ types: false })], test: { include: ['src/*.test.js'], reporters: ['./reporter.js'], environment: './environment.js' } }`,
      'reporter.js': REPORTER,
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
    /** The results of all runs until now. */
    const runs = () =>
      Array.from(text.matchAll(/^RUN (.*)\n/gm), ([, line]) => JSON.parse(line!) as Record<string, string>)
    const expectRuns = (expected: readonly object[]) =>
      expect.poll(runs, { timeout: 60_000, message: text }).toEqual(expected)
    const links = 'src/links.test.js'
    const first = { [links]: 'passed', 'src/other.test.js': 'passed' }
    await expectRuns([first])
    const writeApi = (line: string) => writeFiles(root, { 'config/routes/api.ts': routesFile(line) })
    writeApi(`  r.resource('profile', { path: 'me' })`)
    const moved = { [links]: expect.stringContaining(`expected '/me' to be '/profile'`) }
    await expectRuns([first, moved])
    writeApi(`  r.resource('profile')`)
    const restored = { [links]: 'passed' }
    await expectRuns([first, moved, restored])
    writeApi(`  r.resource('person')`)
    await expectRuns([first, moved, restored, { [links]: expect.stringContaining('profilePath') }])
  },
)
