import { resolveConfig, type InlineConfig, type Plugin } from 'vite'
import { describe, expect, test, onTestFinished, vi } from 'vitest'
import { makeFolder, tableOf, fakeProject } from '../../test/fake-project.ts'
import type { TurnoutOptions } from '../options.ts'
import { resolveOptions } from '../resolve-options.ts'
import { enableContracts, flatPlugins, makeProject, loadContracts } from './make-project.ts'
import { evaluationLimit } from '../evaluate/evaluation-limit.ts'

const resolved = (config: InlineConfig) =>
  resolveConfig({ root: makeFolder(), configFile: false, logLevel: 'silent', ...config }, 'serve')

describe('the base of a project', () => {
  const baseOf = async (base: string | undefined, options: TurnoutOptions = { base: true }) => {
    const config = await resolved(base === undefined ? {} : { base })
    const project = await makeProject(resolveOptions(options), config, { base })
    return project.options.compile.base
  }

  test('is that of the user, also if Vite reduces it in dev', async () => {
    expect(await baseOf('https://example.org/app/')).toBe('https://example.org/app/')
    expect(await baseOf('./')).toBe('./')
    expect(await baseOf('')).toBe('')
  })

  test('is otherwise that of the resolved config', async () => {
    expect(await baseOf('/app')).toBe('/app/')
    expect(await baseOf(undefined)).toBe('/')
    // A dot elsewhere is not the beginning of a relative base.
    expect(await baseOf('/v1.0')).toBe('/v1.0/')
  })

  test('is none if the option is not set', async () => {
    expect(await baseOf('/app', {})).toBeUndefined()
  })
})

test('controllers see the plugins of the user, without Turnout and those of Vite', async () => {
  const root = makeFolder({
    'controllers/a.ts': `import 'no-such'\nexport const show = action('a#show', {})`,
  })
  const calls: string[] = []
  const spy = (name: string): Plugin => ({
    name,
    resolveId: (id) => void (id === 'no-such' && calls.push(name)),
  })
  const own = spy('mine')
  const config = await resolved({ root, plugins: [[own], spy('turnout'), spy('added by another plugin')] })
  const settings = { plugins: [[own], config.plugins.find(({ name }) => name === 'turnout')!] }
  const project = await makeProject(resolveOptions({ controllers: 'controllers' }), config, settings)
  expect(project.root).toBe(root)

  const table = tableOf((r) => r.get('a', { to: 'a#show' }))
  project.outcome = async () => ({ table }) as never
  const hooks = spy('hooks')
  await enableContracts(project, config, settings, hooks)
  expect(project.loadContracts).not.toBeNull()
  const { failures } = await project.loadContracts!()
  expect(failures.get('a')).toContain('no-such')
  expect([...new Set(calls)]).toEqual(['hooks', 'mine'])
})

test('flatPlugins finds plugins in lists and promises', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name): Plugin => ({ name }))
  expect([
    ...(await flatPlugins([a, [false, Promise.resolve([b, null])], undefined, Promise.resolve(c), 'text', a])),
  ]).toEqual([a, c, b])
  expect([...(await flatPlugins(undefined))]).toEqual([])
})

const manifest = tableOf((r) => {
  r.resources('photos', { only: ['index', 'show'] })
  r.resources('users', { only: 'index' })
})
const contractFor = (action: string) => `Object.assign(() => {}, { contract: ${JSON.stringify({ for: action })} })`
/** The export of an action with a contract: the scanner searches for `action('photos#index'`. */
const exported = (name: string, action: string) =>
  `export const ${name} = /* action('${action}') */ ${contractFor(action)}`

async function load(
  files: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
  table = manifest as typeof manifest | null,
) {
  const root = makeFolder(files)
  const config = await resolveConfig({ root, configFile: false, logLevel: 'silent' }, 'serve')
  const options = files === NO_FOLDER ? {} : { controllers: 'controllers' }
  const { contracts, failures, wrapSchema } = await loadContracts(fakeProject(root, table, options), config, plugins)
  return { contracts: Object.fromEntries(contracts), failures: Object.fromEntries(failures), wrapSchema }
}
const NO_FOLDER = {}

describe('loadContracts', () => {
  test('reads the contracts of actions from their controllers', async () => {
    const { contracts, failures } = await load({
      'controllers/photos.ts': `${exported('index', 'photos#index')}\nexport const show = () => {} // action('photos#show')`,
      'controllers/users.ts': exported('index', 'users#index'),
    })
    expect(contracts).toEqual({ 'photos#index': { for: 'photos#index' }, 'users#index': { for: 'users#index' } })
    expect(failures).toEqual({})
  })

  test('leaves out an action whose contract is missing after all', async () => {
    const { contracts } = await load({
      'controllers/photos.ts': `${exported('index', 'photos#index')}\nexport const show = () => {} // action('photos#show')`,
    })
    expect(Object.keys(contracts)).toEqual(['photos#index'])
  })

  test('leaves no timer behind, which would keep the build alive', async () => {
    const { ms } = evaluationLimit
    const [starts, ends] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    onTestFinished(() => {
      Object.assign(evaluationLimit, { ms })
      starts.mockRestore()
      ends.mockRestore()
    })
    // No other timer has this delay.
    Object.assign(evaluationLimit, { ms: 54_321 })
    await load({ 'controllers/photos.ts': exported('index', 'photos#index') })
    const timers = starts.mock.calls.flatMap(([, delay], index) =>
      delay === 54_321 ? [starts.mock.results[index]!.value as NodeJS.Timeout] : [],
    )
    expect(timers).toHaveLength(2)
    expect(ends.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers))
  })

  test('lists a controller that fails once, and reads the others', async () => {
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'photoRuns'))
    const { contracts, failures } = await load({
      'controllers/photos.ts': `globalThis.photoRuns = (globalThis.photoRuns ?? 0) + 1\nthrow new Error('no luck')\n${exported('index', 'photos#index')}\n${exported('show', 'photos#show')}`,
      'controllers/users.ts': exported('index', 'users#index'),
    })
    expect(Object.keys(contracts)).toEqual(['users#index'])
    expect(failures).toEqual({ photos: 'Error: no luck' })
    expect(globalThis).toHaveProperty('photoRuns', 1)
  })

  test('lists a controller whose top-level `await` does not end', async () => {
    const { ms } = evaluationLimit
    onTestFinished(() => void Object.assign(evaluationLimit, { ms }))
    Object.assign(evaluationLimit, { ms: 1 })
    const { failures } = await load({
      'controllers/photos.ts': `await new Promise(() => {})\n${exported('index', 'photos#index')}`,
    })
    expect(failures['photos']).toMatch(/controllers\/photos\.ts.*0\.001/s)
  })

  test('runs nothing without a table, a folder, or contracts', async () => {
    const unused = { 'controllers/photos.ts': "throw new Error('it ran')" }
    for (const { contracts, failures, wrapSchema } of [
      await load(unused),
      await load({ 'controllers/photos.ts': exported('index', 'photos#index') }, [], null),
      await load(NO_FOLDER),
    ]) {
      expect([contracts, failures]).toEqual([{}, {}])
      expect(wrapSchema('schema')).toBe('schema')
    }
  })
})

describe('schemas', () => {
  const converter = (code: string): Plugin => ({
    name: 'converter',
    enforce: 'pre',
    resolveId: (id) => (id === '@valibot/to-json-schema' ? '\0converter' : null),
    load: (id) => (id === '\0converter' ? code : null),
  })
  const files = { 'controllers/photos.ts': exported('index', 'photos#index') }
  const valibot = { '~standard': { vendor: 'valibot' } }

  test('of Valibot are converted by its package', async () => {
    const { wrapSchema } = await load(files, [
      converter('export const toStandardJsonSchema = (schema) => ({ schema })'),
    ])
    expect(wrapSchema(valibot)).toEqual({ schema: valibot })
    for (const schema of [
      null,
      'text',
      {},
      { '~standard': { vendor: 'zod' } },
      { '~standard': { vendor: 'valibot', jsonSchema: {} } },
    ])
      expect(wrapSchema(schema)).toBe(schema)
  })

  test('of Valibot need its package', async () => {
    for (const code of ["throw new Error('missing')", 'export const other = 1']) {
      const { wrapSchema } = await load(files, [converter(code)])
      expect(() => wrapSchema(valibot)).toThrow('install `@valibot/to-json-schema` for schemas of Valibot')
    }
  })
})
