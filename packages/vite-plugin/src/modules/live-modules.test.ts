// The modules of a dev server. After any edits, code that holds old exports must behave as if it had loaded the current module.
import * as runtime from '@turnout/runtime'
import { compileRoutes, type Manifest, type ManifestRoute } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loosely, type Builder } from '../../../compiler/test/loosely.ts'
import { fixedSeed, runsOf } from '../../../compiler/test/runs.ts'
import { fakeProject, tableOf, withConstraint } from '../../test/fake-project.ts'
import { MANIFEST, ROUTES } from '../ids.ts'
import type { Consumer, TurnoutOptions } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import { shareState } from './live-module.ts'
import { isSameDeclarations, LiveModules } from './live-modules.ts'
import { emittedModule } from './routes-module.ts'

type Exports = Record<string, unknown>

/** Evaluates a module as a script. Exports are getters, because a new instance of a module may change them. */
function evaluate(code: string): Exports {
  const getters: string[] = []
  const script = code
    .replace(/^export \* .*$/gm, '')
    .replace(/^import \{ (.*?) \} from '@turnout\/runtime'$/gm, (_, imported: string) => {
      return `const { ${imported.replaceAll(' as ', ': ')} } = runtime`
    })
    .replace(/^export (let|const) ([\w$]+)/gm, (_, keyword: string, name: string) => {
      getters.push(`get ${name}() { return ${name} }`)
      return `${keyword} ${name}`
    })
    .replace(/^export \{ (\w+) as default \}$/gm, (_, local: string) => {
      getters.push(`get default() { return ${local} }`)
      return ''
    })
    .replaceAll('import.meta.hot', 'undefined')
  return new Function('runtime', `'use strict'\n${script}\nreturn { ${getters.join(', ')} }`)(runtime) as Exports
}

/** Returns the result of a call, or its error. */
function outcomeOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return String(error)
  }
}

const PATHS = ['/', '/w1', '/w1/7', '/w2/new', '/w3/7/edit', '/p1/7', '/p1/x', '/p2/8', '/o1', '/o2', '/g1/a/b', '/c1']

/** Returns results of all functions of a module with these names of helpers. */
function behaviour(module: Exports, helpers: readonly string[]): unknown {
  const call = (name: string, ...args: readonly unknown[]) =>
    outcomeOf(() => (module[name] as (...args: readonly unknown[]) => unknown)(...args))
  return {
    helpers: helpers.map((name) => [name, call(name, 7), call(name, 'x', { a: 1 }), call(name)]),
    matches: PATHS.map((path) => [
      path,
      call('match', 'GET', path),
      call('matchAll', 'POST', path),
      call('allowedMethods', path),
    ]),
    models: ['page_1', 'widget', 'w1', 'w2'].map((name) => [call('pathFor', name, 7), call('urlFor', name, 7)]),
  }
}

/** Declarations in the order of the numbers: a number has the kind `number % KINDS` and the name of its other digits. */
const KINDS = 9

function declare(r: Builder, number: number): void {
  const id = 1 + (Math.floor(number / KINDS) % 3)
  const declarations = [
    () => r['resources']!(`w${id}`),
    () => r['get']!(`p${id}/:id`, { to: 'pages#show', as: `page_${id}`, constraints: { id: /\d+/ } }),
    () => r['get']!(`p${id}/:name`, { to: 'pages#named', as: `page_${id + 1}`, defaults: { format: 'html' } }),
    () => r['get']!(`o${id}`, { to: redirect('/w1') }),
    () => r['get']!(`g${id}/*rest`, { to: 'globs#show', as: null }),
    () => r['get']!(`c${id}`, { to: 'checked#show', constraints: () => true }),
    () => r['direct']!(id === 3 ? 'page_1' : `direct_${id}`, `https://example.org/d${id}`),
    () => r['direct']!(`to_${id}`, [`page_${id}`, { anchor: 'top' }]),
    () => r['resolve']!('widget', [`page_${id}`]),
  ]
  declarations[number % KINDS]!()
}

/** Compiles the declarations; null if they collide. */
function compile(numbers: readonly number[], moved: number): Manifest | null {
  const { manifest } = compileRoutes(
    loosely((r) => {
      for (const number of numbers) declare(r, number)
    }),
    { callables: 'by-name' },
  )
  if (manifest === null) return null
  const routes = manifest.routes.map((route, index): ManifestRoute => {
    return { ...route, location: { ...route.location!, file: 'config/routes.ts', line: index < moved ? 1 : 2 } }
  })
  return { ...manifest, routes }
}

const outcome = (manifest: Manifest, importCallable: (callable: { export: string }) => string = () => '/callable.ts') =>
  ({
    manifest,
    importCallable,
    controllers: new Map(),
    pages: new Map(),
    actionsWithPage: new Set(),
  }) as unknown as Outcome & {
    readonly manifest: Manifest
  }

const DEV = { showsDevBar: false }

/** Each edit adds or removes these declarations, and moves the routes after a number of them by a line. */
const edits = fc.array(
  fc.record({
    toggled: fc.uniqueArray(fc.nat(3 * KINDS - 1), { minLength: 1, maxLength: 3 }),
    moved: fc.constantFrom(99, 99, 4),
  }),
  { minLength: 3, maxLength: 7 },
)

test.each<[string, TurnoutOptions]>([
  ['', {}],
  [' with other options', { base: '/app', helpers: 'snake_case', clientRoutes: { except: ['w2', 'pages#named'] } }],
])('the exports that code holds behave like the current module after random edits%s', (_, options) => {
  const check = (list: readonly { readonly toggled: readonly number[]; readonly moved: number }[]) => {
    const project = fakeProject('/root', null, options)
    shareState(project)
    const held = new Map<string, unknown>()
    const manifests: Exports[] = []
    let before: LiveModules | null = null
    let numbers: readonly number[] = [0, 1, 5, 7, 8, 24]
    for (const { toggled, moved } of list) {
      const kept = numbers.filter((number) => !toggled.includes(number))
      numbers = [...kept, ...toggled.filter((number) => !numbers.includes(number))]
      const manifest = compile(numbers, moved)
      if (manifest === null) continue
      const modules: LiveModules = new LiveModules(outcome(manifest), project, DEV, before)
      before = modules
      const { code, names } = modules.emitted(ROUTES, 'client')!
      const instance = evaluate(code)
      manifests.push(evaluate(modules.emitted(MANIFEST, 'client')!.code))
      for (const name of names) if (!held.has(name)) held.set(name, instance[name])
      const built = emittedModule(ROUTES, outcome(manifest), project, { consumer: 'client', positions: true })!
      expect(names.toSorted()).toEqual(built.names.toSorted())
      const helpers = names.filter((name) => /path$|url$/i.test(name))
      const exports = evaluate(built.code)
      for (const actual of [instance, instance['default'] as Exports])
        expect(behaviour(actual, helpers)).toEqual(behaviour(exports, helpers))
      const { default: current } = manifests.at(-1)!
      for (const { default: value } of manifests) expect(value).toBe(current)
      for (const [name, value] of held) {
        if (names.includes(name)) expect(instance[name], name).toBe(value)
        else expect(() => (value as () => void)(), name).toThrow('no route has this helper any more')
      }
    }
  }
  fc.assert(fc.property(edits, check), { numRuns: runsOf(75), seed: fixedSeed(27) })
})

const table = tableOf((r) => {
  r.resources('photos', { only: ['index', 'show'] })
  r.get('secret', { to: 'secrets#show', as: 'secret' })
})
const HIDDEN: TurnoutOptions = { clientRoutes: { except: ['secrets'] } }

const modulesOf = (manifest: Manifest, options: TurnoutOptions = {}, before: LiveModules | null = null) =>
  new LiveModules(outcome(manifest), fakeProject('/root', null, options), DEV, before)

const moved = {
  ...table,
  routes: table.routes.map((route) => ({ ...route, location: { ...route.location!, line: 99 } })),
}

describe.each([ROUTES, MANIFEST])('%s', (source) => {
  test('is one module for clients and servers, unless they differ', () => {
    const same = modulesOf(table)
    expect(same.emitted(source, 'client')).toBe(same.emitted(source, 'server'))
    const hidden = modulesOf(table, HIDDEN)
    const textsFor = (consumer: Consumer) => [
      hidden.emitted(source, consumer)!.code,
      JSON.stringify(hidden.declarations(source, consumer)),
    ]
    for (const text of textsFor('client')) expect(text).not.toContain('secret')
    for (const text of textsFor('server')) expect(text).toContain('secret')
  })

  test('accepts updates, and is the same declarations if only the locations differ', () => {
    const project = fakeProject('/root', null)
    shareState(project)
    const shared = new LiveModules(outcome(table), project, DEV, null).emitted(source, 'client')!
    expect(shared.code).toMatch(/import\.meta\.hot\??\.accept\(\)/)
    const [first, second] = [table, moved].map((manifest) => modulesOf(manifest).emitted(source, 'client')!)
    expect(second!.code).not.toBe(first!.code)
    const declarations = (manifest: Manifest) => modulesOf(manifest).declarations(source, 'client')
    const isSameFor = (manifest: Manifest) => isSameDeclarations(declarations(table), declarations(manifest))
    expect(isSameFor(moved)).toBe(true)
    expect(isSameFor({ ...table, routes: table.routes.map((route) => ({ ...route, name: `x_${route.name}` })) })).toBe(
      false,
    )
  })

  test('is emitted once for a table', () => {
    const first = modulesOf(table, HIDDEN)
    const second = modulesOf(structuredClone(table), HIDDEN, first)
    expect(second.isSameTable).toBe(true)
    expect(second.emitted(source, 'client')).toBe(first.emitted(source, 'client'))
    const changed = modulesOf({ ...table, routes: table.routes.slice(1) }, HIDDEN, first)
    expect(changed.isSameTable).toBe(false)
    expect(changed.emitted(source, 'client')).not.toBe(first.emitted(source, 'client'))
  })
})

test('modules of actions accept updates, and have the declarations of one controller', () => {
  const [photos, secrets, users] = ['photos', 'secrets', 'users'].map((name) => `virtual:routes/actions/${name}`)
  const isSameFor = (manifest: Manifest) =>
    isSameDeclarations(
      modulesOf(table).declarations(photos!, 'client'),
      modulesOf(manifest).declarations(photos!, 'client'),
    )
  expect(modulesOf(table).emitted(photos!, 'client')!.code).toContain('import.meta.hot.accept()')
  expect(
    [moved, { ...table, routes: table.routes.slice(0, 2) }, { ...table, routes: table.routes.slice(1) }].map(isSameFor),
  ).toEqual([true, true, false])
  const hidden = modulesOf(table, HIDDEN)
  for (const [source, consumer, exists] of [
    [photos!, 'client', true],
    [secrets!, 'client', false],
    [secrets!, 'server', true],
    [users!, 'server', false],
  ] as const) {
    expect(hidden.declarations(source, consumer) !== null).toBe(exists)
    expect(hidden.emitted(source, consumer) !== null).toBe(exists)
  }
})

test('the table is another one if a callable is imported from another file', () => {
  const constrained = withConstraint(table, { module: 'a.ts', export: 'a' })
  const project = fakeProject('/root', null)
  const first = new LiveModules(outcome(constrained), project, DEV, null)
  const second = new LiveModules(
    outcome(constrained, () => '/moved.ts'),
    project,
    DEV,
    first,
  )
  expect(second.isSameTable).toBe(false)
  expect(second.emitted(ROUTES, 'client')!.code).toContain('/moved.ts')
})

test('clients get a module of their own if it must not import a server-only function', () => {
  const modules = modulesOf(withConstraint(table, { module: 'a.server.ts', export: 'a' }))
  expect(modules.emitted(ROUTES, 'client')!.code).not.toBe(modules.emitted(ROUTES, 'server')!.code)
})

test('modules of actions exist for the controllers of the table', () => {
  const modules = modulesOf(table, HIDDEN)
  expect(modules.emitted('virtual:routes/actions/photos', 'client')!.names).toEqual(['index', 'show'])
  expect(modules.emitted('virtual:routes/actions/secrets', 'client')).toBeNull()
})
