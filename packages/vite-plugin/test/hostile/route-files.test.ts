// Route files that throw odd values, and files that cannot be read: each is one diagnostic.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadedProject, makeProject, routesFile, writeFiles, type Files } from '../fixture.ts'

const ENTRY = 'config/routes.ts'

async function problemsOf(files: Files): Promise<readonly (readonly [string, string, string | undefined])[]> {
  const project = await loadedProject(makeProject(files), {})
  const { problems, manifest } = await project.outcome()
  expect(manifest === null).toBe(problems.some(({ severity }) => severity === 'error'))
  return problems.map(({ code, message, location }) => [code, message, location?.file] as const)
}

describe('what is thrown need not be an error', () => {
  test.each([
    ['throw null', 'null'],
    ['throw undefined', 'undefined'],
    [`await Promise.reject('no')`, 'no'],
    ['throw Object.create(null)', 'an object that cannot be read'],
    [`throw new Proxy({}, { getPrototypeOf() { throw 1 }, get() { throw 2 } })`, 'an object that cannot be read'],
  ])('%s at the top of a route file', async (line, thrown) => {
    expect(await problemsOf({ [ENTRY]: routesFile('', line) })).toEqual([
      ['module-threw', `\`${ENTRY}\` threw ${thrown}`, ENTRY],
    ])
  })

  const getter = (key: string) => `Object.defineProperty(new Error('x'), '${key}', { get() { throw 1 } })`

  test.each([
    ['an error whose `message` cannot be read', `throw ${getter('message')}`, 'threw Error'],
    ['an error whose `stack` cannot be read', `throw ${getter('stack')}`, 'threw Error: x'],
    ['an error whose `name` cannot be read', `throw ${getter('name')}`, 'threw x'],
    ['an error without a stack', `throw Object.assign(new Error('x'), { stack: 1 })`, 'could not be loaded: x'],
    ['an object without a string', 'throw { toString() { throw 1 } }', 'threw an object that cannot be read'],
    ['a frozen error', `throw Object.freeze(new Error('frozen'))`, 'threw Error: frozen'],
    ['a rejection that nothing handles', `void Promise.reject(Object.freeze(new Error('x')))`, 'threw Error: x'],
    ['an error with properties that nothing reads', `throw ${getter('cause')}`, 'threw Error: x'],
  ])('%s', async (_what, line, message) => {
    const unhandled = process.listeners('unhandledRejection')
    // The test runner would report the rejection as an error of this test.
    process.removeAllListeners('unhandledRejection')
    const problems = await problemsOf({ [ENTRY]: routesFile('', line) })
    for (const listener of unhandled) process.on('unhandledRejection', listener)
    expect(problems.map(([, text]) => text)).toEqual([expect.stringContaining(message)])
  })

  test('an error with a message of a million characters is cut', async () => {
    const [problem] = await problemsOf({ [ENTRY]: routesFile('', `throw new Error('x'.repeat(1e6))`) })
    expect(problem![0]).toBe('module-threw')
    expect(problem![1].length).toBeLessThan(5_000)
  })

  test('in a block', async () => {
    const [problem] = await problemsOf({ [ENTRY]: routesFile('  throw null') })
    expect(problem).toMatchObject(['bad-block', expect.stringContaining('null'), ENTRY])
  })
})

describe.skipIf(process.platform === 'win32')('a named pipe is not read', () => {
  const pipe = (root: string, file: string) => {
    rmSync(path.join(root, file), { force: true })
    execFileSync('mkfifo', [path.join(root, file)])
  }

  test.each([
    [
      'the entry',
      ENTRY,
      routesFile(''),
      ['entry-not-found', /Not a regular file, and so not read: `config\/routes\.ts`/],
    ],
    ['the routes of Rails', 'config/routes.json', '{}', ['entry-not-found', /not read: `config\/routes\.json`/]],
  ])('in place of %s', async (_what, file, text, [code, why]) => {
    const root = makeProject({ [file]: text })
    pipe(root, file)
    const project = await loadedProject(root, file === ENTRY ? {} : { routes: file })
    const { problems } = await project.outcome()
    expect(problems).toMatchObject([{ code, why: expect.stringMatching(why as RegExp) }])
  })

  test('in place of a drawn file, of a controller and of an import', async () => {
    const root = makeProject({
      [ENTRY]: routesFile(`  r.draw('api')\n  r.resources('photos', { only: 'index' })`),
      'config/routes/api.ts': '',
      'src/controllers/photos.ts': '',
      'src/other.ts': '',
    })
    for (const file of ['config/routes/api.ts', 'src/controllers/photos.ts', 'src/other.ts']) pipe(root, file)
    const project = await loadedProject(root, { controllers: 'src/controllers' })
    const codes = async () => (await project.recompile()).problems.map(({ code }) => code)
    expect(await codes()).toEqual(['draw-not-found'])
    writeFiles(root, { [ENTRY]: routesFile('', `import '../src/other'`) })
    expect(await codes()).toEqual(['module-not-loaded'])
    writeFiles(root, { [ENTRY]: routesFile(`  r.resources('photos', { only: 'index' })`) })
    expect(await codes()).toEqual(['unknown-controller'])
  })
})
