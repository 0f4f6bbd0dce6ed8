// The client's module in two parts. After any edits, a page must behave as if it had loaded the whole module.
import * as runtime from '@turnout/runtime'
import { compileRoutes, type Manifest, type ManifestRoute } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'
import { BY_NAME } from '@turnout/compiler/internal/manifest/manifest'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { loosely, type Builder } from '../../../compiler/test/loosely.ts'
import { fixedSeed, runsOf } from '../../../compiler/test/runs.ts'
import { fakeProject } from '../../test/fake-project.ts'
import { LIVE_STATE, ROUTES, TABLE } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import type { Outcome } from '../project/outcome.ts'
import { LIVE_STATE_CODE } from './live-module.ts'
import { liveModules, type LiveModules } from './live-modules.ts'
import { emittedModule } from './routes-module.ts'

type Exports = Record<string, unknown>

/** Evaluates a module as a script. Exports are getters, because a new instance of a module changes them. */
function evaluate(code: string, modules: Readonly<Record<string, object>>): Exports {
  const names: string[] = []
  const script = code
    .replace(/^export \* .*$/gm, '')
    .replace(/^import \{ (.*?) \} from '(.*?)'(?:;|$)/gm, (_, imported: string, source: string) => {
      return `const { ${imported.replaceAll(' as ', ': ')} } = modules['${source}'];`
    })
    .replace(/(?<=begin\(\); )import \{ (.*?) \} from '(.*?)'$/m, (_, imported: string, source: string) => {
      return `const { ${imported.replaceAll(' as ', ': ')} } = modules['${source}'];`
    })
    .replace(/^export (let|const) ([\w$]+)/gm, (_, keyword: string, name: string) => {
      names.push(name)
      return `${keyword} ${name}`
    })
    .replace(/^export \{ (.*) \}$/gm, (_, exported: string) => {
      names.push(...exported.split(', '))
      return ''
    })
    .replaceAll('import.meta.hot', 'undefined')
  const getters = names.map((name) => `get ${name}() { return ${name} }`)
  return new Function('modules', `'use strict'\n${script}\nreturn { ${getters.join(', ')} }`)(modules) as Exports
}

/** A page of a dev server. It loads each part again only if its code has changed. */
class Page {
  readonly #state = evaluate(LIVE_STATE_CODE, {})
  #table: { readonly code: string; readonly exports: Exports } = { code: '', exports: {} }
  /** The exports that modules of the page have imported from any instance. */
  readonly held = new Map<string, unknown>()
  /** Returns the manifest as a module that has imported it from an instance sees it, for each instance. */
  readonly manifests: (() => unknown)[] = []

  /** Returns the exports of the current instance. */
  load({ client, tablePart }: LiveModules): Exports {
    const modules = { '@turnout/runtime': runtime, [LIVE_STATE]: this.#state }
    const { code } = tablePart!.module
    if (code !== this.#table.code) this.#table = { code, exports: evaluate(code, modules) }
    const { exports } = this.#table
    expect(client.code).toContain(`export * from '${TABLE}'`)
    expect(client.code).toContain(`export * as default from '${ROUTES}'`)
    const changes = evaluate(client.code, modules)
    const instance = new Proxy(changes, { get: (_, name: string) => (name in changes ? changes[name] : exports[name]) })
    for (const name of client.names) if (!this.held.has(name)) this.held.set(name, instance[name])
    this.manifests.push(() => instance['manifest'])
    return instance
  }
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
    manifest: { ...(module['manifest'] as Manifest) },
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

/** Compiles the declarations; null if they collide. Routes of the table before that are the same stay the same objects. */
function compile(numbers: readonly number[], moved: number, before: Manifest | null): Manifest | null {
  const { manifest } = compileRoutes(
    loosely((r) => {
      for (const number of numbers) declare(r, number)
    }),
    { callables: 'by-name' },
  )
  if (manifest === null) return null
  const kept = new Map(before?.routes.map((route) => [JSON.stringify(route), route]))
  const routes = manifest.routes.map((route, index): ManifestRoute => {
    const location = { ...route.location!, file: 'config/routes.ts', line: index < moved ? 1 : 2 }
    const json = JSON.stringify({ ...route, location })
    const same = kept.get(json)
    kept.delete(json)
    return same ?? (JSON.parse(json) as ManifestRoute)
  })
  return { ...manifest, routes }
}

const outcome = (manifest: Manifest, importCallable: (callable: { export: string }) => string = () => '/callable.ts') =>
  ({ manifest, importCallable }) as unknown as Outcome & { readonly manifest: Manifest }

const PARTS = { minRoutes: 0, maxChanged: 6 }

/** Each edit adds or removes these declarations, and moves the routes after a number of them by a line. */
const edits = fc.array(
  fc.record({
    toggled: fc.uniqueArray(fc.nat(3 * KINDS - 1), { minLength: 1, maxLength: 3 }),
    moved: fc.constantFrom(99, 99, 4),
  }),
  { minLength: 3, maxLength: 7 },
)

describe('a module in two parts', () => {
  test.each<[string, TurnoutOptions]>([
    ['', {}],
    [' with other options', { base: '/app', helpers: 'snake_case', clientRoutes: { except: ['w2', 'pages#named'] } }],
  ])('behaves like the whole module after random edits%s', (_, options) => {
    const counts = { same: 0, changes: 0, tables: 0 }
    const check = (list: readonly { readonly toggled: readonly number[]; readonly moved: number }[]) => {
      const project = fakeProject('/root', null, options)
      const page = new Page()
      let manifest: Manifest | null = null
      let modules: LiveModules | null = null
      let numbers: readonly number[] = [0, 1, 5, 7, 8, 24]
      for (const { toggled, moved } of list) {
        const kept = numbers.filter((number) => !toggled.includes(number))
        numbers = [...kept, ...toggled.filter((number) => !numbers.includes(number))]
        const next = compile(numbers, moved, manifest)
        if (next === null) continue
        manifest = next
        const before: LiveModules | null = modules
        modules = liveModules(outcome(manifest), project, before, PARTS)
        counts.same += modules.client === before?.client ? 1 : 0
        counts.tables += modules.tablePart === before?.tablePart ? 0 : 1
        counts.changes += modules.tablePart === before?.tablePart ? 1 : 0
        const instance = page.load(modules)
        const whole = emittedModule(outcome(manifest), project, { consumer: 'client', positions: true })
        const { names } = modules.client
        expect(names.toSorted()).toEqual(whole.names.toSorted())
        const helpers = names.filter((name) => /path$|url$/i.test(name))
        const exports = evaluate(whole.code, { '@turnout/runtime': runtime })
        expect(behaviour(instance, helpers)).toEqual(behaviour(exports, helpers))
        for (const read of page.manifests) expect({ ...(read() as Manifest) }).toEqual(exports['manifest'])
        for (const [name, value] of page.held) {
          if (name === 'manifest') continue
          if (names.includes(name)) expect(instance[name], name).toBe(value)
          else expect(() => (value as () => void)(), name).toThrow('no route has this helper any more')
        }
      }
    }
    fc.assert(fc.property(edits, check), { numRuns: runsOf(75), seed: fixedSeed(27) })
    expect(counts.tables).toBeGreaterThan(10)
    expect(counts.changes).toBeGreaterThan(10)
  })

  test('imports no constraint that an edit has removed', () => {
    const project = fakeProject('/root', null, {})
    const tableWith = (constraints: () => boolean): Manifest => {
      const { manifest, diagnostics } = compileRoutes(
        loosely((r) => {
          r['get']!('a', { to: 'pages#a', constraints })
          r['get']!('b', { to: 'pages#b' })
        }),
        { callables: 'by-name' },
      )
      expect(diagnostics).toEqual([])
      return JSON.parse(JSON.stringify(manifest).replaceAll(JSON.stringify(BY_NAME), '"src/checks.ts"')) as Manifest
    }
    const before = tableWith(function before() {
      return true
    })
    const after = tableWith(function after() {
      return true
    })
    const first = liveModules(outcome(before), project, null, PARTS)
    expect(first.tablePart!.module.code).toContain('import { before as')
    // A removed or renamed export, and a file that was moved.
    const renamed = liveModules(outcome(after), project, first, PARTS)
    expect(renamed.client.code + renamed.tablePart!.module.code).not.toContain('before')
    const moved = liveModules(
      outcome(after, () => '/moved.ts'),
      project,
      renamed,
      PARTS,
    )
    expect(moved.client.code + moved.tablePart!.module.code).not.toContain('/callable.ts')
    // An added callable leaves the first part.
    const unchanged = liveModules(
      outcome({ ...after, routes: [...after.routes, ...before.routes] }, () => '/moved.ts'),
      project,
      moved,
      PARTS,
    )
    expect(unchanged.tablePart).toBe(moved.tablePart)
  })

  test('loads a page again whose second part is older than its first part', () => {
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { reload })
    const project = fakeProject('/root', null, {})
    const first = liveModules(outcome(compile([0, 1], 99, null)!), project, null, PARTS)
    const second = liveModules(outcome(compile([9, 5], 99, null)!), project, first, { ...PARTS, maxChanged: 0 })
    expect(second.tablePart).not.toBe(first.tablePart)
    const page = new Page()
    const instance = page.load({ ...first, client: first.client, tablePart: second.tablePart })
    expect(reload).toHaveBeenCalledOnce()
    // Until then, the page has the table of its first part.
    const routes = (instance['manifest'] as Manifest).routes.map(({ pattern }) => pattern)
    expect(routes).toEqual(compile([9, 5], 99, null)!.routes.map(({ pattern }) => pattern))

    // A part that arrives late, in a page that is complete, has no effect.
    const complete = new Page()
    complete.load(second)
    complete.load({ ...first, tablePart: second.tablePart })
    expect(reload).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})
