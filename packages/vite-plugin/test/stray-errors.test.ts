// What code of route files throws where nothing catches it, in processes of their own: the test runner catches it here.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPackages, PACKAGES, run, TURNOUT, VITE } from './built.ts'
import { makeProject, routesFile, type Files } from './fixture.ts'

const ENTRY = 'config/routes.ts'
const project = (files: Files) =>
  makeProject({
    'index.html': '<script type="module" src="/src/main.ts"></script>',
    'src/main.ts': `import 'virtual:routes'`,
    'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }`,
    ...files,
  })
const check = (files: Files) => run(TURNOUT, ['check'], project(files))

beforeAll(buildPackages)

describe('`turnout check`', () => {
  test('reports a rejection that nothing handles', async () => {
    const { code, out, err } = await check({
      [ENTRY]: routesFile(`  r.root('pages#home')`, `type A = 1\nvoid Promise.reject(new TypeError('boom'))`),
    })
    expect(out).toContain('error[module-threw] `config/routes.ts` threw TypeError: boom')
    expect(out).toContain('at config/routes.ts:3:21')
    expect([code, err]).toEqual([1, ''])
  })

  test('reports an error of a timer', async () => {
    const line = `setTimeout(() => {\n  throw new Error('late')\n}, 1)\nawait new Promise((resolve) => setTimeout(resolve, 50))`
    const { code, out, err } = await check({ [ENTRY]: routesFile('', line) })
    expect(out).toContain('error[module-threw] `config/routes.ts` threw Error: late')
    expect(out).toContain('at config/routes.ts:3:9')
    expect([code, err]).toEqual([1, ''])
  })

  test.each([
    ['at the top', '', 'process.exit(0)'],
    ['in a block', '  process.exit(0)', ''],
    [
      'in a timer',
      '',
      'setTimeout(() => process.exit(0), 1)\nawait new Promise((resolve) => setTimeout(resolve, 5_000))',
    ],
  ])('does not succeed if a route file ends the process: %s', async (_where, body, line) => {
    const { code, out, err } = await check({ [ENTRY]: routesFile(body, line) })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('the process ended while the route files were running')
  })

  test('is not kept by a timer that a route file leaves open', async () => {
    const { code, out } = await check({
      [ENTRY]: routesFile(`  r.root('pages#home')`, 'setInterval(() => {}, 10_000_000)'),
    })
    expect([code, out]).toEqual([0, expect.stringContaining('1 route')])
  })

  test.each(['process.exitCode = 0', `process.on('exit', () => (process.exitCode = 0))`])(
    'keeps its exit code: %s',
    async (line) => {
      expect((await check({ [ENTRY]: routesFile(`  r.get('x')`, line) })).code).toBe(1)
    },
  )

  test('ends as ever with an error of other code', async () => {
    const config = `import { turnout } from 'vite-plugin-turnout'
const plugin = { name: 'other', transform: () => void setTimeout(() => { throw new Error('of a plugin') }) }
export default { plugins: [turnout(), plugin] }`
    const line = 'await new Promise((resolve) => setTimeout(resolve, 5_000))'
    const { code, err } = await check({ [ENTRY]: routesFile('', line), 'vite.config.ts': config })
    expect(err).toContain('Error: of a plugin')
    expect(code).toBe(2)
  })
})

/** Route code that runs a statement as soon as there is a file with the name `now`. */
const onceThereIsNow = (statement: string) => `import { existsSync } from 'node:fs'
const timer = setInterval(() => {
  if (!existsSync('now')) return
  clearInterval(timer)
  ${statement}
}, 10)`

/** A plugin that makes the file when the route files are done, and waits until Turnout has set the exit code. */
const WITH_SLOW_PLUGIN = `import { writeFileSync } from 'node:fs'
import { turnout } from 'vite-plugin-turnout'
async function generateBundle() {
  writeFileSync('now', '')
  while (process.exitCode === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
}
export default { plugins: [turnout(), { name: 'slow', generateBundle }] }`

test('a build is not ended by a value that is thrown when the route files are long done', async () => {
  const root = project({
    [ENTRY]: routesFile(`  r.root('pages#home')`, onceThereIsNow(`throw new Error('late')`)),
    'vite.config.ts': WITH_SLOW_PLUGIN,
  })
  const { code, out, err } = await run(VITE, ['build'], root)
  expect(err).toContain('config/routes.ts` has left running threw Error: late')
  expect(out).toContain('dist/index.html')
  // It is complete, but somebody should look at it.
  expect(code).toBe(1)
})

test('a build does not succeed if a route file ends the process', async () => {
  const root = project({ [ENTRY]: routesFile('', 'process.exit(0)') })
  const { code, err } = await run(VITE, ['build'], root)
  expect(err).toContain('the process ended while the route files were running')
  expect([code, existsSync(path.join(root, 'dist'))]).toEqual([1, false])
})

test('a dev server lives on, and says so', async () => {
  const vite = path.join(PACKAGES, 'vite-plugin/node_modules/vite/dist/node/index.js')
  const thrown = `setTimeout(() => {\n    throw new Error('very late')\n  })\n  throw new Error('late')`
  const root = project({
    [ENTRY]: routesFile(`  r.root('pages#home')`, onceThereIsNow(thrown)),
    'dev.mjs': `import { writeFileSync } from 'node:fs'
import { createServer } from '${vite}'
const texts = []
const said = new Promise((resolve) => (console.error = (text) => texts.push(text) === 2 && resolve(texts.join('\\n'))))
const server = await createServer({ logLevel: 'silent', appType: 'custom', server: { middlewareMode: true, ws: false } })
const { default: manifest } = await server.ssrLoadModule('virtual:routes/manifest')
writeFileSync('now', '')
console.log(await said)
const loaded = await server.ssrLoadModule('virtual:routes/manifest')
console.log(manifest.routes.length, loaded.default.routes.length, 'route')
await server.close()
process.exit()`,
  })
  const { code, out } = await run(path.join(root, 'dev.mjs'), [], root)
  expect(out).toContain('turnout: code that `config/routes.ts` has left running threw Error: late')
  expect(out).toContain('turnout: code that `config/routes.ts` has left running threw Error: very late')
  expect(out).toContain('1 1 route')
  expect(code).toBe(0)
})
