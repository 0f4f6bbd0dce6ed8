import { resolveConfig, type InlineConfig, type Plugin } from 'vite'
import { describe, expect, test } from 'vitest'
import { makeFolder, tableOf } from '../../test/fake-project.ts'
import type { TurnoutOptions } from '../options.ts'
import { resolveOptions } from '../resolve-options.ts'
import { enableContracts, flatPlugins, makeProject } from './make-project.ts'

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
  const project = await makeProject(resolveOptions({}), config, settings)
  expect(project.root).toBe(root)

  const table = tableOf((r) => r.get('a', { to: 'a#show' }))
  project.outcome = async () => ({ table, controllersFolder: `${root}/controllers` }) as never
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
