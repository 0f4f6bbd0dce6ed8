import { describe, expect, test } from 'vitest'
import { tableOf, withConstraint } from '../../test/fake-project.ts'
import { checkBundle, hasServerOnly, isServerOnly, isStandInId, standInId, standInModule } from './server-only.ts'

const reference = { module: 'src/office.server.ts', export: 'fromOffice' }
const shared = { module: 'src/office.ts', export: 'fromOffice' }
const plain = tableOf((r) => {
  r.get('office', { to: 'pages#office', as: 'office' })
  r.get('other', { to: 'pages#other' })
})
const table = withConstraint(plain, shared, reference)

test.each([
  ['src/office.server.ts', true],
  ['a.server.mjs', true],
  ['src/.server.ts', false],
  ['src/office.ts', false],
  ['src/office.server.d.ts', false],
  ['src/office.server.ts/index', false],
  ['src/office.server.', false],
  ['src/officeXserver.ts', false],
])('%s must not be in a client: %s', (module, isOnServers) => {
  expect(isServerOnly({ module, export: 'a' })).toBe(isOnServers)
})

test('a table has server-only callables if one route uses one', () => {
  expect([table, withConstraint(plain, shared), plain].map(hasServerOnly)).toEqual([true, false, false])
})

describe('a replacement module', () => {
  const id = standInId(reference)

  test('has an id that URLs and file names preserve', () => {
    expect(id).toMatch(/^virtual:routes\/server-only\/[\w-]+$/)
    expect([id, 'virtual:routes', `x${id}`].map(isStandInId)).toEqual([true, false, false])
    expect(standInId({ ...reference, export: 'other' })).not.toBe(id)
  })

  test('exports a function that throws', async () => {
    const code = standInModule(id, table)!
    const exports = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { fromOffice(): void }
    expect(() => exports.fromOffice()).toThrow('`fromOffice` of `src/office.server.ts` runs on servers only')
    expect(code.split('\n')).toHaveLength(5)
  })

  test('exists for callables of the routes only', () => {
    expect(standInModule(standInId({ module: '/etc/x.server.ts', export: 'a' }), table)).toBeUndefined()
    expect(standInModule(id, plain)).toBeUndefined()
    expect(standInModule(id, null)).toBeUndefined()
  })
})

describe('checkBundle', () => {
  const id = standInId(reference)
  const chunk = (modules: Readonly<Record<string, number>>) => ({
    modules: Object.fromEntries(Object.entries(modules).map(([name, renderedLength]) => [name, { renderedLength }])),
  })
  const check = (bundle: Readonly<Record<string, object>>, manifest: typeof table | null = table, compile = {}) =>
    checkBundle(bundle, manifest, { compile })

  test('reports a replacement module with code in the bundle once, with its routes', () => {
    const problems = check({ 'a.js': chunk({ [id]: 9, '/a.ts': 5 }), 'b.js': chunk({ [id]: 9 }), 'c.css': {} })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code: 'server-module-in-client', severity: 'error' })
    expect(problems[0]!.message).toContain('fromOffice')
    expect(problems[0]!.message).toContain('office.server.ts')
    expect(problems[0]!.message).not.toContain('src/office.server.ts')
    expect(JSON.stringify(problems[0])).toContain('office')
    expect(JSON.stringify(problems[0])).not.toContain('other')
  })

  test('names a route without a name by its verbs and pattern', () => {
    const { routes } = plain
    const nameless = (verbs: readonly string[]) => ({ ...plain, routes: [{ ...routes[0]!, name: null, verbs }] })
    const messageFor = (manifest: typeof plain) =>
      JSON.stringify(check({ 'a.js': chunk({ [id]: 9 }) }, withConstraint(manifest, reference)))
    expect(messageFor(nameless(['GET', 'POST']))).toContain('GET|POST /office(.:format)')
    expect(messageFor(nameless([]))).toContain('any verb /office(.:format)')
  })

  test('has the location of the first route', () => {
    const location = { file: 'config/routes.ts', line: 3, column: 5 }
    const located = { ...plain, routes: [{ ...plain.routes[0]!, location }] }
    expect(check({ 'a.js': chunk({ [id]: 1 }) }, withConstraint(located, reference))[0]!.location).toEqual(location)
    const nowhere = { ...plain, routes: [{ ...plain.routes[0]!, location: null }] }
    expect(check({ 'a.js': chunk({ [id]: 1 }) }, withConstraint(nowhere, reference))[0]!.location).toBeNull()
  })

  test('reports nothing for modules without code, other modules, and other tables', () => {
    expect(check({ 'a.js': chunk({ [id]: 0, '/office.server.ts': 9 }) })).toEqual([])
    expect(check({ 'a.js': chunk({ [id]: 9 }) }, plain)).toEqual([])
    expect(check({ 'a.js': chunk({ [id]: 9 }) }, null)).toEqual([])
    expect(check({})).toEqual([])
  })

  test('follows the severities of the project', () => {
    const severities = { 'server-module-in-client': 'off' } as const
    expect(check({ 'a.js': chunk({ [id]: 9 }) }, table, { severities })).toEqual([])
  })
})
