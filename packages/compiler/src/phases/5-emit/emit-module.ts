import { basePath } from '../../base.ts'
import type { ClientRoutes } from '../../client-routes.ts'
import type { Manifest, ManifestDirect, MappedCallable } from '../../manifest.ts'
import { namedRoutes, type NamedManifestRoute } from '../../names/named-routes.ts'
import { clientView } from './client-view.ts'
import { Callables, importFromRoot, type ImportCallable } from './emit-callables.ts'
import { namedRouteExpression } from './emit-helpers.ts'
import { emitMatcher } from './emit-matcher.ts'
import { Scanners } from './emit-scanners.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { MODULE_EXPORTS } from '../../names/module-exports.ts'
import { largeLiteral, literal, object, quote } from './literal.ts'
import { MappedText, type SourceMap } from './source-map.ts'
import { RuntimeImports, UsedNames } from './used-names.ts'

/** Settings of `emitModule`. */
export interface ModuleOptions {
  /** What stands before the paths of all routes. Left out: nothing. */
  readonly base?: string
  /** How helpers are named. Left out: camelCase. */
  readonly helpers?: HelperStyle
  /** Where callables are imported from. Left out: the project root. */
  readonly importCallable?: ImportCallable
  /** The id under which the module itself is imported. Left out: `virtual:routes`. */
  readonly id?: string
  /** Where the runtime is imported from. Left out: `@turnout/runtime`. */
  readonly runtime?: string
  /** Which routes the module has, if it is one for clients. Left out: all. */
  readonly clientRoutes?: ClientRoutes
  /** False leaves the routes' places in the route files out of the helpers' error messages. */
  readonly positions?: boolean
  /**
   * For dev servers, which keep a module current while others hold what it exports: each export is a `let`, and the
   * value of each function goes through `live(name, value, call?)`, which the text does not define. `call(value, args)`
   * calls the value from the line that maps to the declaration, or is `asking(index)`, for a function whose argument of
   * this index is the target of a request. `manifest` is JSON, which is quicker to write and read.
   */
  readonly live?: boolean
}

/** An emitted text and its source map. */
export interface EmittedText {
  readonly code: string
  readonly map: SourceMap
}

const PURE = '/* @__PURE__ */'

/**
 * The exports that answer requests: which argument is the target, and what of the runtime makes each; what makes it
 * another where there is a base, and where the table has routes that are left out; what the last takes besides.
 */
const ANSWERS = [
  ['match', 1, 'createMatcher', 'matchInside', 'withoutHidden'],
  ['matchAll', 1, 'createMatchAll', 'matchAllInside', 'beforeHidden'],
  ['allowedMethods', 0, 'createAllowedMethods', 'allowedMethodsInside', 'answeredMethods', 'match'],
] as const

/** What the module of every table takes of the runtime. */
const RUNTIME = [
  ...ANSWERS.map(([, , make]) => make),
  'freeze',
  'path',
  'pathForModel',
  'refusalOf',
  'setUrlDefaults',
  'url',
  'urlForModel',
]

/** Globals that the text of the module refers to, and the functions that `ModuleOptions.live` has a dev server define. */
const GLOBALS = ['JSON', 'TypeError', 'undefined', 'live', 'asking', 'liveState']

/** What the parts of a module are written with. */
interface ModuleScope {
  readonly exported: WriteExport
  readonly callables: Callables
  /** The local name of a function of the runtime. */
  readonly use: (name: string) => string
  /** The local name of what `pathFor` looks models and routes up in. */
  readonly namedRoutes: string
  /** The local names of routes, by the names of the routes. */
  readonly constants: ReadonlyMap<string, string>
  readonly style: HelperStyle
}

/**
 * Writes the module `virtual:routes`: `match` and what is beside it, one export per helper, `pathFor` and `urlFor`, `manifest`, and all of
 * them as the default export. Each export is a pure expression, so that a bundler keeps only what is used.
 *
 * Exports keep their names, and local names give way to them (`UsedNames`): `photo$` is a route, `callable0` an import,
 * `table` what requests are held against, `namedRoutes` what `pathFor` looks in. A function of the runtime has its own
 * name, or another (`directPath as directPath_`) where a helper has that.
 */
export function emitModule(whole: Manifest, options: ModuleOptions = {}): EmittedText {
  const { helpers = 'camelCase', id = 'virtual:routes', runtime = '@turnout/runtime', positions = true } = options
  const { clientRoutes } = options
  const base = basePath(options.base ?? '/') ?? ''
  const { manifest, routes } = clientRoutes
    ? clientView(whole, clientRoutes)
    : { manifest: whole, routes: whole.routes }
  const named = namedRoutes(manifest)

  const names = new UsedNames([...GLOBALS, ...MODULE_EXPORTS, ...helperNames(named, manifest, helpers)])
  const imports = new RuntimeImports(names)
  const { use } = imports
  const table = names.take('table')
  const scope: ModuleScope = {
    exported: options.live ? liveExport : frozenExport,
    callables: new Callables(options.importCallable ?? importFromRoot, names),
    use,
    namedRoutes: names.take('namedRoutes'),
    constants: new Map(named.map(({ name }) => [name, names.take(`${name}$`)])),
    style: helpers,
  }
  const { exported, callables, constants } = scope

  const scanners = new Scanners(names, use)
  const scanner = scanners.name
  const matcher = emitMatcher({ routes }, { callable: callables.name, runtime: use, base, scanner })
  const expressions = new Map(
    named.map((route) => [route.name, namedRouteExpression(route, { positions, base, scanner })]),
  )
  const answers = ANSWERS.map(([name, target, make, inside, filter, ...others]) => {
    const whole = `${PURE} ${use(make)}(${table})`
    const made = base === '' ? whole : `${PURE} ${use(inside)}(${quote(base)}, ${whole})`
    return [name, target, matcher.hides ? `${PURE} ${use(filter)}(${[made, ...others].join(', ')})` : made] as const
  })

  for (const target of [...manifest.directs.map((direct) => direct.target), ...manifest.resolves]) {
    if (isMade(target)) callables.name(target.callable, 'url')
  }
  for (const name of RUNTIME) use(name)
  if (manifest.directs.some(({ target }) => isMade(target))) for (const name of ['directPath', 'directUrl']) use(name)
  if (manifest.resolves.some(isMade)) use('madeBy')

  const text = new MappedText()
  text.add(`import { ${imports.specifiers} } from ${quote(runtime)}`)
  for (const line of callables.lines) text.add(line)
  text.add(`\nexport * as default from ${quote(id)}\n`)
  for (const line of scanners.lines) text.add(line)
  text.add(`const ${table} = ${matcher.expression}\n`)
  for (const [name, target, value] of answers) text.add(exported(name, value, asking(target)))
  text.add(exported('refusal', use('refusalOf'), asking(0)))
  text.add(`${exported('urlDefaults', use('setUrlDefaults'), null)}\n`)
  for (const route of named) {
    const { name, location } = route
    const constant = constants.get(name)!
    const [pathName, urlName] = [helperName(name, 'path', helpers), helperName(name, 'url', helpers)]
    // What this makes, `constant-helpers.ts` makes at build time.
    text.add(`const ${constant} = ${expressions.get(name)!}`, location, constant)
    const [path, url] = [`${use('path')}(${quote(pathName)}`, `${use('url')}(${quote(urlName)}`]
    text.add(exported(pathName, `${PURE} ${path}, ${constant})`, fromHere), location, pathName)
    text.add(exported(urlName, `${PURE} ${url}, ${constant})`, fromHere), location, urlName)
  }
  for (const direct of manifest.directs) emitDirect(text, direct, scope)
  emitModels(text, manifest, scope)
  const freeze = use('freeze')
  if (options.live)
    text.add(`\nexport let manifest = ${freeze}(JSON.parse(${JSON.stringify(JSON.stringify(manifest))}))`)
  else emitFrozenManifest(text, manifest, freeze)
  return { code: text.code, map: text.map }
}

/** The names of the helpers that the module exports. */
function helperNames(named: readonly NamedManifestRoute[], { directs }: Manifest, style: HelperStyle): string[] {
  return [...named, ...directs].flatMap(({ name }) => [helperName(name, 'path', style), helperName(name, 'url', style)])
}

/** True for a URL that a function of the application makes. */
function isMade<Target>(target: Target | MappedCallable): target is MappedCallable {
  return typeof target === 'object' && target !== null && 'callable' in target
}

/** Writes an export. `call` is for dev servers, see `ModuleOptions.live`; null: a call like any other. */
type WriteExport = (name: string, value: string, call: ((name: string) => string) | null) => string

/** For helpers: their lines map to declarations. */
const fromHere = (name: string) => `function ${name}(value, args) { return value(...args) }`

const asking = (target: number) => () => `asking(${target})`

const frozenExport: WriteExport = (name, value) => `export const ${name} = ${value}`

const liveExport: WriteExport = (name, value, call) =>
  `export let ${name} = live(${quote(name)}, ${value}${call === null ? '' : `, ${call(name)}`})`

/** A `direct` URL: text that is known now, a helper of a route with options, or what a function makes. */
function emitDirect(text: MappedText, { name, target, location }: ManifestDirect, scope: ModuleScope): void {
  for (const kind of ['path', 'url'] as const) {
    const helper = helperName(name, kind, scope.style)
    const expression = directExpression(helper, target, kind, scope)
    text.add(scope.exported(helper, expression, fromHere), location, helper)
  }
}

function directExpression(
  helper: string,
  target: ManifestDirect['target'],
  kind: 'path' | 'url',
  { constants, style, callables, use, namedRoutes }: ModuleScope,
): string {
  if (typeof target === 'string') return `() => ${quote(kind === 'url' ? target : pathOf(target))}`
  if ('callable' in target) {
    const make = use(kind === 'path' ? 'directPath' : 'directUrl')
    return `${PURE} ${make}(${quote(helper)}, ${callables.name(target.callable, 'url')}, () => ${namedRoutes})`
  }
  if (!constants.has(target.route)) {
    return `() => { throw new TypeError(${quote(`${helper}: no route is named ${target.route}`)}) }`
  }
  // The empty map of parameters keeps the options open: they may hold parameters and query parameters by name.
  const declared = Object.keys(target.options).length > 0 ? `${literal(target.options)}, ` : ''
  return `(options) => ${helperName(target.route, kind, style)}({}, ${declared}options)`
}

/** What stands behind the first slash that is not part of `//`, as Rails' `CustomUrlHelper` has it. */
export function pathOf(url: string): string {
  return `/${/(?<!\/)\/(?!\/)(.*)$/s.exec(url)?.[1] ?? ''}`
}

function emitModels(
  text: MappedText,
  manifest: Manifest,
  { exported, callables, use, namedRoutes, constants }: ModuleScope,
): void {
  const resolves = new Map(
    manifest.resolves.map((mapping) => {
      if (isMade(mapping))
        return [mapping.model, `${PURE} ${use('madeBy')}(${callables.name(mapping.callable, 'url')})`]
      return [mapping.model, literal([mapping.route, mapping.options])]
    }),
  )
  text.add(`\nconst ${namedRoutes} = {`)
  text.add(`  routes: ${object([...constants])},`)
  text.add(`  resolves: ${object([...resolves])},`)
  text.add('}')
  text.add(exported('pathFor', `${PURE} ${use('pathForModel')}(${namedRoutes})`, null))
  text.add(exported('urlFor', `${PURE} ${use('urlForModel')}(${namedRoutes})`, null))
}

function emitFrozenManifest(text: MappedText, manifest: Manifest, freeze: string): void {
  text.add(`\nexport const manifest = ${PURE} ${freeze}({`)
  text.add(`  version: ${manifest.version},`)
  text.add('  routes: [')
  for (const route of manifest.routes) text.add(`    ${largeLiteral(route as never)},`)
  text.add('  ],')
  text.add(`  resolves: ${literal(manifest.resolves as never)},`)
  text.add(`  directs: ${literal(manifest.directs as never)},`)
  text.add('})')
}
