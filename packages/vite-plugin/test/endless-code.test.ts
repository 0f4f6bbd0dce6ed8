// Route code that never gives the thread back. Were it not stopped, these tests would hang, and no limit of the test
// runner could end them; it would end the process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { evaluationLimit } from '../src/evaluate/common/evaluation-limit.ts'
import { onLeftover } from '../src/evaluate/host/worker-pool.ts'
import { buildPackages, PACKAGES, run } from './built.ts'
import { runCommand } from './command.ts'
import { devServer, loadedProject, makeProject, ROUTE_FILES, routesFile, summary, writeFiles } from './fixture.ts'

const limits = { ...evaluationLimit }
const { blockedMs } = limits
// A busy machine needs longer to read the position of a loop.
beforeAll(() => void Object.assign(evaluationLimit, { blockedMs: 300, secondTryMs: 3_000 }))
afterAll(() => void Object.assign(evaluationLimit, limits))

const ENTRY = 'config/routes.ts'

/** `code file:line:column` of every problem. */
async function problemsOf(files: Record<string, string>): Promise<string[]> {
  const { manifest, problems } = await (await loadedProject(makeProject(files))).outcome()
  expect(manifest).toBeNull()
  return problems.map(({ code, location }) => `${code} ${location!.file}:${location!.line}:${location!.column}`)
}

/** The place, as far as a loop has one: V8 halts at its head or in its body. */
const endless = (place: string) => expect.stringMatching(new RegExp(`^code-never-ends ${place}:\\d+$`))

test('code that ends is not stopped, and says how long the others may take', async () => {
  evaluationLimit.blockedMs = blockedMs
  const began = performance.now()
  const { problems } = await (await loadedProject(makeProject(ROUTE_FILES))).outcome()
  expect(problems).toEqual([])
  // On a machine that is busy the code around an endless loop takes its time, too.
  evaluationLimit.blockedMs = Math.min(blockedMs, Math.max(300, 100 * Math.ceil((performance.now() - began) / 20)))
})

describe('an endless loop is stopped', () => {
  test('at the top level of a route file', async () => {
    expect(await problemsOf({ [ENTRY]: routesFile('', 'while (true) {}') })).toEqual([endless(`${ENTRY}:2`)])
  })

  test('before the first import, and in spite of `catch` and `finally`', async () => {
    const source = `interface A {}\nfor (;;) {\n  try {\n    for (;;) {}\n  } catch {} finally {\n    continue\n  }\n}\n`
    expect(await problemsOf({ [ENTRY]: source })).toEqual([endless(`${ENTRY}:4`)])
  })

  test('after an await', async () => {
    const source = `await new Promise((resolve) => setTimeout(resolve, 10))\nfor (;;) {}\nexport default () => {}`
    expect(await problemsOf({ [ENTRY]: source })).toEqual([endless(`${ENTRY}:2`)])
  })

  test('of microtasks', async () => {
    const source = `type A = 1\nfor (;;) await null\nexport default () => {}`
    expect(await problemsOf({ [ENTRY]: source })).toEqual([endless(`${ENTRY}:2`)])
  })

  test('in a module that a route file imports', async () => {
    const files = {
      [ENTRY]: routesFile('', `import { spin } from '../src/spin'\nspin()`),
      'src/spin.ts': `type A = 1\n\nexport function spin(): void {\n  while (true) {}\n}\n`,
    }
    const project = await loadedProject(makeProject(files))
    const [problem] = (await project.outcome()).problems
    expect(problem).toMatchObject({
      code: 'code-never-ends',
      message: `\`src/spin.ts\` was still running after ${evaluationLimit.blockedMs / 1000} s, and was stopped.`,
      location: { file: 'src/spin.ts', line: 4 },
    })
    expect(problem!.stack!.map((line) => line.replace(/:\d+\)?$/, ''))).toEqual([
      'at spin (src/spin.ts:4',
      `at ${ENTRY}:3`,
    ])
  })

  test('in a package that Node imports', async () => {
    const files = {
      [ENTRY]: routesFile('', `import 'installed'`),
      'node_modules/installed/package.json': `{ "name": "installed", "type": "module", "exports": "./index.js" }`,
      'node_modules/installed/index.js': `\nfor (;;) {}`,
    }
    expect(await problemsOf(files)).toEqual([endless('node_modules/installed/index.js:2')])
  })

  test('in a block', async () => {
    expect(
      await problemsOf({ [ENTRY]: routesFile(`  r.resources('photos', () => {\n    while (true) {}\n  })`) }),
    ).toEqual([endless(`${ENTRY}:5`)])
  })

  test('in the block of a concern, where it is used', async () => {
    const body = `  r.concern('c', () => {\n    for (;;) {}\n  })\n  r.concerns('c')`
    expect(await problemsOf({ [ENTRY]: routesFile(body) })).toEqual([endless(`${ENTRY}:5`)])
  })

  test('in the block of a drawn file, with the mistakes of other modules reported', async () => {
    const files = {
      [ENTRY]: routesFile(`  r.draw('broken')\n  r.draw('api')`),
      'config/routes/broken.ts': 'export const = 1',
      'config/routes/api.ts': routesFile('  for (;;) {}'),
    }
    expect(await problemsOf(files)).toEqual([
      endless('config/routes/api.ts:4'),
      'module-not-loaded config/routes/broken.ts:1:14',
    ])
  })

  test('at the top level of a drawn file, with the mistakes of the others reported', async () => {
    const files = {
      [ENTRY]: routesFile(`  r.draw('api')\n  r.match('x', { to: 'a#b' })`),
      'config/routes/api.ts': routesFile('', 'for (;;) {}'),
    }
    expect(await problemsOf(files)).toEqual([`missing-via ${ENTRY}:5:5`, endless('config/routes/api.ts:2')])
  })

  test('in a getter that the compiler calls', async () => {
    const body = `  r.get('x', { to: 'a#b', defaults: { get a() {\n    for (;;) {}\n  } } })`
    expect(await problemsOf({ [ENTRY]: routesFile(body) })).toEqual([endless(`${ENTRY}:5`)])
  })
})

test('a regular expression that takes years is stopped', async () => {
  const source = routesFile('', `type A = 1\n/(a+)+$/.test('a'.repeat(50) + 'b')`)
  expect(await problemsOf({ [ENTRY]: source })).toEqual([endless(`${ENTRY}:3`)])
})

describe('unlimited allocation is stopped', () => {
  test.each([
    ['of objects', 'const all = []\nfor (;;) all.push(new Array(1e6).fill(1))'],
    ['outside of the heap', 'const all: Buffer[] = []\nfor (;;) all.push(Buffer.alloc(5e7, 1))'],
  ])('%s', async (_, lines) => {
    const limit = evaluationLimit.blockedMs
    evaluationLimit.blockedMs = blockedMs
    const began = performance.now()
    const found = await problemsOf({ [ENTRY]: routesFile('', lines) })
    // Where memory is slow, the time is up first.
    expect(found).toEqual([expect.stringMatching(/^(?:out-of-memory|code-never-ends) config\/routes\.ts:\d+:\d+$/)])
    expect(performance.now() - began).toBeLessThan(60_000)
    evaluationLimit.blockedMs = limit
  })
})

test('a loop that is left running when the routes are compiled does not hold up the next compilation', async () => {
  // The worker shares the environment of the process.
  const loop = `const timer = setInterval(() => {
  if (process.env['IS_COMPILED'] !== 'yes') return
  process.env['IS_LOOPING'] = 'yes'
  for (;;) {}
}, 10)`
  onTestFinished(() => {
    delete process.env['IS_COMPILED']
    delete process.env['IS_LOOPING']
  })
  const root = makeProject({ [ENTRY]: routesFile(`  r.root('pages#home')`, loop) })
  const project = await loadedProject(root)
  expect((await project.outcome()).problems).toEqual([])
  process.env['IS_COMPILED'] = 'yes'
  await expect.poll(() => process.env['IS_LOOPING']).toBe('yes')
  writeFiles(root, { [ENTRY]: routesFile(`  r.root('pages#other')`) })
  const told: string[] = []
  onTestFinished(onLeftover((file, thrown) => void told.push(`${path.relative(root, file)} threw ${thrown}`)))
  expect(summary((await project.recompile()).manifest)).toEqual(['GET / -> pages#other'])
  expect(told).toEqual([`${ENTRY} threw nothing, but never ended`])
})

test('with asynchronous operations being tracked, which a stop leaves in disorder', async () => {
  const files = { [ENTRY]: routesFile('', 'await new Promise((resolve) => setTimeout(resolve, 1))\nfor (;;) {}') }
  // Node ends the process if it finds them so.
  const storage = new AsyncLocalStorage<string>()
  await storage.run('tracked', async () => {
    expect(await problemsOf(files)).toEqual([endless(`${ENTRY}:3`)])
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(storage.getStore()).toBe('tracked')
  })
})

test('how errors get their stacks is put back, which the DSL changes for each call', async () => {
  const { prepareStackTrace, stackTraceLimit } = Error
  const line = `type A = 1\nError.prepareStackTrace = () => 'none'\nError.stackTraceLimit = 1\nfor (;;) {}`
  expect(await problemsOf({ [ENTRY]: routesFile('', line) })).toEqual([endless(`${ENTRY}:5`)])
  expect([Error.prepareStackTrace, Error.stackTraceLimit]).toEqual([prepareStackTrace, stackTraceLimit])
})

test('work of the compiler that takes longer than the limit is not stopped', async () => {
  // Each requirement that is not linear by its structure takes its time.
  const lines = Array.from(
    { length: 60 },
    (_, i) => `  r.get('x${i}/*a', { to: 'a#b', constraints: { a: /${'[a-z]{1,40}\\w{1,40}'.repeat(2)}${i}/ } })`,
  )
  const project = await loadedProject(makeProject({ [ENTRY]: routesFile(lines.join('\n')) }))
  const limit = evaluationLimit.blockedMs
  evaluationLimit.blockedMs = 40
  const { problems } = await project.outcome()
  evaluationLimit.blockedMs = limit
  expect(problems.filter(({ code }) => code === 'code-never-ends')).toEqual([])
})

test('an import that other code holds up for longer than the limit is waited for', async () => {
  const load = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * evaluationLimit.blockedMs)
  const root = makeProject({ [ENTRY]: routesFile(`  r.root('pages#home')`) })
  const project = await loadedProject(root, {}, { plugins: [{ name: 'slow', load }] })
  expect((await project.outcome()).problems).toEqual([])
})

test('`turnout check` reports it', async () => {
  const { code, out } = await runCommand(['check'], makeProject({ [ENTRY]: routesFile('  while (true) {}') }))
  expect(code).toBe(1)
  expect(out).toContain('error[code-never-ends]')
  expect(out).toMatch(/config\/routes\.ts:4:\d+/)
  expect(out).toContain('while (true) {}')
})

test('a dev server lives on, serves the last good table, and takes the next', async () => {
  const files = { ...ROUTE_FILES, 'src/main.ts': `export { manifest } from 'virtual:routes'` }
  const root = makeProject(files)
  const server = await devServer(root)
  const paths = async () => summary(((await server.ssrLoadModule('/src/main.ts')) as { manifest: never }).manifest)
  const first = await paths()
  const errors: string[] = []
  server.config.logger.error = (text) => void errors.push(text)
  writeFiles(root, { [ENTRY]: routesFile('  r.get("new", { to: "a#b" })\n  while (true) {}') })
  await expect.poll(() => errors.join()).toContain('code-never-ends')
  expect(await paths()).toEqual(first)
  writeFiles(root, { [ENTRY]: routesFile('  r.get("new", { to: "a#b" })') })
  await expect.poll(paths).toEqual(['GET /new -> a#b'])
})

describe('in a process of its own', () => {
  beforeAll(buildPackages)

  /** Runs `turnout check` with a short limit, in the main thread or in a worker. */
  function check(entry: string, flags: readonly string[] = [], inWorker = false, more: object = {}) {
    const dist = path.join(PACKAGES, 'vite-plugin/dist')
    const root = makeProject({
      [ENTRY]: entry,
      'vite.config.js': `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }`,
      'check.mjs': `import { evaluationLimit } from '${dist}/evaluate/common/evaluation-limit.js'
import { runProcess } from '${dist}/cli/run-process.js'
Object.assign(evaluationLimit, ${JSON.stringify({ ...evaluationLimit, ...more })})
await runProcess()`,
      'worker.mjs': `import { Worker } from 'node:worker_threads'
new Worker(new URL('./check.mjs', import.meta.url), { argv: ['check'] })`,
    })
    const args = [...flags, path.join(root, inWorker ? 'worker.mjs' : 'check.mjs'), 'check']
    return new Promise<{ code: unknown; signal: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, args, { cwd: root, encoding: 'utf8' }, (error, out, err) => {
        resolve({ code: error?.code ?? 0, signal: error?.signal ?? null, out, err })
      })
    })
  }

  /** For endless code whose position cannot be read. The process need not wait long for the position. */
  const withoutPosition = { secondTryMs: 500 }

  test('the command reports it', async () => {
    const { code, out } = await check(routesFile('  for (;;) {}'))
    expect(out).toContain('error[code-never-ends]')
    expect(code).toBe(1)
  })

  test('the command reports it, also in a worker', async () => {
    const { out } = await check(routesFile('  for (;;) {}'), [], true, withoutPosition)
    // Node's inspector reaches the workers of the main thread only, so there is no line.
    expect(out).toContain('error[code-never-ends] `config/routes.ts` was still running')
  })

  test('waiting for a child process', async () => {
    const child = `execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])`
    const line = `import { execFileSync } from 'node:child_process'\n${child}`
    const began = performance.now()
    const { signal, out, err } = await check(routesFile('', line), [], false, withoutPosition)
    expect(out).toContain('error[code-never-ends] `config/routes.ts` was still running')
    // At its end, Node would wait for the child.
    expect(err).toContain('still waits for native code')
    expect(signal).toBe('SIGKILL')
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  test('in a callback of setImmediate', async () => {
    const line = 'await new Promise(() => setImmediate(() => {\n  for (;;) {}\n}))'
    const { code, out } = await check(routesFile('', line))
    expect(out).toMatch(/config\/routes\.ts:3/)
    expect(code).toBe(1)
  })

  test('a process whose work is done is not kept', async () => {
    const root = makeProject({
      [ENTRY]: routesFile(`  r.root('pages#home')`),
      'project.mjs': `import { resolveConfig } from '${path.join(PACKAGES, 'vite-plugin/node_modules/vite/dist/node/index.js')}'
import { turnout } from 'vite-plugin-turnout'
const { plugins } = await resolveConfig({ configFile: false, plugins: [turnout({ types: false })] }, 'serve')
const { manifest } = await plugins.find(({ name }) => name === 'turnout').api.project().outcome()
process.stdout.write(String(manifest.routes.length))`,
    })
    expect(await run(path.join(root, 'project.mjs'), [], root)).toEqual({ code: 0, out: '1', err: '' })
  })

  test('nothing is stopped while there is a debugger', async () => {
    const line = `const end = Date.now() + ${3 * evaluationLimit.blockedMs}\nwhile (Date.now() < end) {}`
    const { code, err } = await check(routesFile(`  r.root('pages#home')`, line), ['--inspect=127.0.0.1:0'])
    expect(err).toContain('It is not stopped, because there is a debugger.')
    expect(code).toBe(0)
  })
})
