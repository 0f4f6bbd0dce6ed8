// Route files with mistakes that would break other code of the process: each is one diagnostic, and nothing waits or ends.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
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

  test('in a block', async () => {
    const [problem] = await problemsOf({ [ENTRY]: routesFile('  throw null') })
    expect(problem).toMatchObject(['bad-block', expect.stringContaining('null'), ENTRY])
  })
})

describe('a property on a built-in prototype', () => {
  const left = (object: string, key: string) => Reflect.deleteProperty(Reflect.get(globalThis, object).prototype, key)

  afterEach(() => {
    for (const object of ['Object', 'Array', 'String']) expect(left(object, 'extra'), object).toBe(true)
  })

  test.each([
    ['at the top', `Object.prototype.extra = 1`, '', 'Object'],
    ['in a module that it imports', `import '../src/extra'`, '', 'Array'],
    ['in a block', '', 'String.prototype.extra = () => 1', 'String'],
  ])('is removed and reported: %s', async (_where, top, block, object) => {
    const root = makeProject({
      [ENTRY]: routesFile(`  r.root('pages#home')\n${block}`, top),
      'src/extra.ts': 'Array.prototype.extra = 1\nexport {}',
    })
    const project = await loadedProject(root, {})
    const { problems, manifest } = await project.outcome()
    expect(Object.keys(Reflect.get(globalThis, object).prototype)).toEqual([])
    expect(manifest).toBeNull()
    const file = top.startsWith('import') ? 'src/extra.ts' : ENTRY
    expect(problems).toMatchObject([
      {
        code: 'changed-prototype',
        message: `\`${file}\` left the enumerable property \`extra\` on \`${object}.prototype\`.`,
        location: { file, line: 1 },
      },
    ])
    // The next compilation is not concerned.
    writeFiles(root, { [ENTRY]: routesFile(`  r.root('pages#home')`) })
    expect((await project.recompile()).problems).toEqual([])
  })

  test('stays where it is not enumerable, as polyfills have it', async () => {
    const line = `Object.defineProperty(Array.prototype, 'extra', { value: 1, configurable: true })`
    const body = "  r.get(`x${([] as { extra?: number }).extra}`, { to: 'pages#home' })"
    const project = await loadedProject(makeProject({ [ENTRY]: routesFile(body, line) }))
    expect((await project.outcome()).manifest!.routes[0]!.pattern).toBe('/x1(.:format)')
    // It is the worker's own.
    expect(([] as { extra?: number }).extra).toBeUndefined()
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
