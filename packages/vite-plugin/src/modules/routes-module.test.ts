import { describe, expect, test } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { fakeProject, makeFolder, tableOf, withConstraint } from '../../test/fake-project.ts'
import { ROUTES } from '../ids.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import { emittedModule, forBrowser } from './routes-module.ts'
import { standInId } from './server-only.ts'

const table = tableOf((r) => {
  r.resources('photos', { only: ['index', 'show'] })
  r.get('secret', { to: 'secrets#show', as: 'secret' })
})
const HIDDEN: TurnoutOptions = { clientRoutes: { except: ['secrets'] } }
/** The names of the file that declares the routes: tests declare them in this file. */
const [declaringFile] = table.routes.map(({ location }) => location!.file)
const located = {
  ...table,
  routes: table.routes.map((route) => ({ ...route, location: { ...route.location!, file: 'config/routes.ts' } })),
}

function makeProject(options: TurnoutOptions = {}) {
  const project = fakeProject(makeFolder(), located, options)
  return Object.assign(project, { readAllowedSource: (file: string) => `source of ${file}` })
}
const outcomeOf = (manifest: Manifest) =>
  ({
    manifest,
    importCallable: ({ module }: { readonly module: string }) => `/root/${module}`,
  }) as unknown as Outcome & {
    readonly manifest: Manifest
  }

test('routes of tests have a location', () => {
  expect(declaringFile).toMatch(/routes-module\.test\.ts$/)
})

describe('emittedModule', () => {
  const emit = (options: TurnoutOptions, consumer: Consumer, settings: object = {}) =>
    emittedModule(ROUTES, outcomeOf(located), makeProject(options), { consumer, ...settings })!

  test('exports the helpers of the routes', () => {
    const { code, names } = emit({}, 'client')
    expect(names).toEqual(expect.arrayContaining(['photosPath', 'photoUrl', 'secretPath', 'match']))
    expect(code).toContain('/secret')
  })

  test('follows the style of helpers and the base', () => {
    expect(emit({ helpers: 'snake_case' }, 'server').names).toContain('photos_path')
    expect(emit({}, 'server').code).not.toContain('/app')
    const project = makeProject()
    const based = { ...project, options: { ...project.options, compile: { base: '/app' } } }
    expect(emittedModule(ROUTES, outcomeOf(located), based as typeof project, { consumer: 'server' })!.code).toContain(
      '/app',
    )
  })

  test('maps to the route files by their absolute paths', () => {
    const project = makeProject()
    const { map } = emittedModule(ROUTES, outcomeOf(located), project, { consumer: 'client', positions: true })!
    expect(map.version).toBe(3)
    expect(map.sources).toEqual([`${project.root}/config/routes.ts`])
    expect(map.sourcesContent).toEqual(['source of config/routes.ts'])
    expect(map.mappings).not.toBe('')
  })

  test('hides routes from clients, and their source', () => {
    const { code, names, map } = emit(HIDDEN, 'client')
    expect(names).toContain('photosPath')
    expect(names).not.toContain('secretPath')
    expect(code).not.toContain('secret')
    expect(map).toEqual({ version: 3, sources: [], sourcesContent: [], names: [], mappings: '' })
    const onServer = emit(HIDDEN, 'server')
    expect(onServer.names).toContain('secretPath')
    expect(onServer.map.sources).toHaveLength(1)
    // In dev the source is the developer's own.
    expect(emit(HIDDEN, 'client', { live: { state: null } }).map.sources).toHaveLength(1)
  })

  test('imports callables from intermediate modules, and from replacements if they are server-only', () => {
    const reference = { module: 'a.server.ts', export: 'fromOffice' }
    const shared = { module: 'b.ts', export: 'fromHome' }
    const outcome = outcomeOf(withConstraint(located, reference, shared))
    const emitFor = (consumer: Consumer) => emittedModule(ROUTES, outcome, makeProject(), { consumer })!.code
    expect(emitFor('client')).toContain(standInId(reference))
    expect(emitFor('client')).not.toContain('/root/a.server.ts')
    expect(emitFor('client')).toContain('virtual:routes/callable:/root/b.ts!')
    expect(emitFor('server')).toContain('virtual:routes/callable:/root/a.server.ts!')
  })
})

test('forBrowser names route files by their URLs, so that no path on disk is exposed', () => {
  const root = makeFolder()
  const map = {
    version: 3 as const,
    sources: [`${root}/config/my routes.ts`],
    sourcesContent: [null],
    names: ['a'],
    mappings: 'AAAA',
  }
  expect(forBrowser({ code: 'code', map }, root, '/app/')).toEqual({
    code: 'code',
    map: { ...map, sources: ['/app/config/my%20routes.ts'] },
  })
})

describe('modules of actions', () => {
  const PHOTOS = 'virtual:routes/actions/photos'
  const SECRETS = 'virtual:routes/actions/secrets'

  const emit = (source: string, options: TurnoutOptions, consumer: Consumer, positions = false) =>
    emittedModule(source, outcomeOf(located), makeProject(options), { consumer, positions })

  test('export an action for each route of the controller', () => {
    const { code, names } = emit(PHOTOS, {}, 'client')!
    expect(names).toEqual(['index', 'show'])
    expect(code).toContain("'photos#index'")
    expect(emit('virtual:routes/actions/users', {}, 'client')).toBeNull()
  })

  test('contain locations in messages only if they are asked for', () => {
    expect(emit(PHOTOS, {}, 'client', true)!.code).toContain('config/routes.ts')
    expect(emit(PHOTOS, {}, 'client', false)!.code).not.toContain('config/routes.ts')
  })

  test('follow the base, and hide the routes of servers from clients', () => {
    const project = makeProject()
    const based = { ...project, options: { ...project.options, compile: { base: '/app' } } } as typeof project
    expect(emittedModule(PHOTOS, outcomeOf(located), based, { consumer: 'client' })!.code).toContain('/app')
    expect(emit(PHOTOS, {}, 'client')!.code).not.toContain('/app')
    expect(emit(SECRETS, HIDDEN, 'client')).toBeNull()
    expect(emit(SECRETS, HIDDEN, 'server')!.names).toEqual(['show'])
  })

  test('have names in the style of the helpers', () => {
    const manifest = tableOf((r) => r.get('a', { to: 'photos#show_all' }))
    const namesFor = (options: TurnoutOptions) =>
      emittedModule(PHOTOS, outcomeOf(manifest), makeProject(options), { consumer: 'client' })!.names
    expect(namesFor({})).toEqual(['showAll'])
    expect(namesFor({ helpers: 'snake_case' })).toEqual(['show_all'])
  })

  test('map to the route files, unless that would reveal hidden routes', () => {
    const { map } = emit(PHOTOS, {}, 'client')!
    expect(map.version).toBe(3)
    expect(map.sources).toEqual([expect.stringMatching(/^\/.*\/config\/routes\.ts$/)])
    expect(map.sourcesContent).toEqual(['source of config/routes.ts'])
    expect(map.mappings).not.toBe('')
    const hidden = emit(PHOTOS, HIDDEN, 'client')!.map
    expect([hidden.sources, hidden.sourcesContent, hidden.mappings]).toEqual([[], [], ''])
    expect(emit(PHOTOS, HIDDEN, 'server')!.map.sources).toHaveLength(1)
  })
})
