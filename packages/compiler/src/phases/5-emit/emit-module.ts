// Writes the module `virtual:routes`: its imports, the matcher, the helpers and the table.
import {
  basePath,
  namedRoutes,
  redefinedNames,
  type Manifest,
  type ManifestDirect,
  type ManifestRoute,
  type MappedCallable,
  type NamedManifestRoute,
} from '@turnout/manifest'
import type { ClientRoutes } from '../../client-routes.ts'
import { clientView } from './client-view.ts'
import { Callables, importFromRoot, type ImportCallable } from './emit-callables.ts'
import { namedRouteExpression } from './emit-helpers.ts'
import { emitMatcher } from './emit-matcher.ts'
import { Scanners } from './emit-scanners.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { MODULE_EXPORTS } from '../../names/module-exports.ts'
import { largeLiteral, literal, object, quote } from './literal.ts'
import { pack } from './pack.ts'
import { MappedText, type SourceMap } from './source-map.ts'
import { RuntimeImports, UsedNames } from './used-names.ts'

/** Settings of `emitModule`. */
export interface ModuleOptions {
  /** The prefix of the paths of all routes. Defaults to none. */
  readonly base?: string
  /** How helpers are named. Defaults to camelCase. */
  readonly helpers?: HelperStyle
  /** Returns the import specifier of a callable. Defaults to a path from the project root. */
  readonly importCallable?: ImportCallable
  /** The id under which the module itself is imported. Defaults to `virtual:routes`. */
  readonly id?: string
  /** The import specifier of the runtime. Defaults to `@turnout/runtime`. */
  readonly runtime?: string
  /** The routes that the module contains, if it is for clients. Defaults to all. */
  readonly clientRoutes?: ClientRoutes
  /** False omits the routes' places in the route files from the helpers' error messages. */
  readonly positions?: boolean
  /**
   * For dev servers, which update a module while other modules hold its exports. Each export is a `let`, and each
   * function goes through `live(name, value, call?)`, which the emitted code does not define. `call(value, args)` calls
   * the value from the line that maps to the declaration. For a function that takes the target of a request, `call` is
   * `asking(index)`, with the index of that argument. `manifest` is `liveManifest(keys, read)`, which calls `read` when a
   * property is read first: nearly no page reads the manifest, and its JSON is two thirds of the module.
   */
  readonly live?: boolean
}

/** Emitted code and its source map. */
export interface EmittedText {
  readonly code: string
  readonly map: SourceMap
}

/** An emitted module. */
export interface EmittedModule extends EmittedText {
  /** The names of its exports, except the default export. */
  readonly names: readonly string[]
}

const PURE = '/* @__PURE__ */'

/**
 * The exports that match requests. Each entry contains the name, the index of the argument that is the target, and
 * functions of the runtime: the maker of the export, its wrapper for a base, its wrapper for a table with excluded
 * routes, and further arguments of that last wrapper.
 */
const MATCH_FUNCTIONS = [
  ['match', 1, 'createMatcher', 'matchInside', 'withoutHidden'],
  ['matchAll', 1, 'createMatchAll', 'matchAllInside', 'beforeHidden'],
  ['allowedMethods', 0, 'createAllowedMethods', 'allowedMethodsInside', 'answeredMethods', 'match'],
] as const

/** The imports from the runtime of every module. */
const RUNTIME = [
  ...MATCH_FUNCTIONS.map(([, , make]) => make),
  'path',
  'pathForModel',
  'refusalOf',
  'setUrlDefaults',
  'url',
  'urlForModel',
]

/** Globals that the emitted code uses, and the functions that a dev server defines for `ModuleOptions.live`. */
const GLOBALS = ['JSON', 'TypeError', 'undefined', 'live', 'asking', 'liveState', 'liveManifest']

/** The writers and local names that all parts of a module share. */
interface ModuleScope {
  readonly exported: WriteExport
  readonly callables: Callables
  /** The local name of a function of the runtime. */
  readonly use: (name: string) => string
  /** The local name of the object in which `pathFor` looks up models and routes. */
  readonly namedRoutes: string
  /** The local names of routes, by the names of the routes. */
  readonly constants: ReadonlyMap<string, string>
  readonly style: HelperStyle
}

/**
 * Writes the module `virtual:routes`: `match` and the other matching functions, one export per helper, `pathFor` and
 * `urlFor`, `manifest`, and all of them as the default export. Each export is a pure expression, so that a bundler keeps
 * only the used exports.
 *
 * Exports keep their names, and local names avoid them (`UsedNames`): `photo$` is a route, `callable0` an import, `table`
 * the table for matching, `namedRoutes` the object that `pathFor` searches. A function of the runtime keeps its name,
 * unless a helper has the same name: then it is imported under another name (`directPath as directPath_`).
 */
export function emitModule(fullManifest: Manifest, options: ModuleOptions = {}): EmittedModule {
  const { helpers = 'camelCase', id = 'virtual:routes', runtime = '@turnout/runtime', positions = true } = options
  const { clientRoutes } = options
  const base = basePath(options.base ?? '/') ?? ''
  const { manifest, routes } = clientRoutes
    ? clientView(fullManifest, clientRoutes)
    : { manifest: fullManifest, routes: fullManifest.routes }
  const named = namedRoutes(manifest)
  const isLarge = isLargeManifest(manifest)

  const exports = [...MODULE_EXPORTS, ...helperNames(named, manifest, helpers)]
  const names = new UsedNames([...GLOBALS, ...exports])
  const imports = new RuntimeImports(names)
  const { use } = imports
  const table = names.take('table')
  const scope: ModuleScope = {
    exported: options.live ? liveExport : frozenExport,
    callables: new Callables(options.importCallable ?? importFromRoot, names),
    use,
    namedRoutes: names.take('namedRoutes'),
    constants: new Map(named.map(({ name }, index) => [name, names.take(isLarge ? `r${index}` : `${name}$`)])),
    style: helpers,
  }
  const { exported, callables, constants } = scope

  const scanners = new Scanners(names, use)
  const { name: scanner, test } = scanners
  const routeContext = {
    hasPositions: positions,
    base,
    testExpression: test,
    importRuntime: use,
    ...(isLarge && { shared: scanners }),
  }
  const matcher = emitMatcher({ routes }, { callable: callables.name, runtime: use, base, scanner, test })
  const expressions = new Map(named.map((route) => [route.name, namedRouteExpression(route, routeContext)]))
  const pure = (name: string) => (isLarge ? scanners.pure(use(name)) : `${PURE} ${use(name)}`)
  const makers = { path: pure('path'), url: pure('url') }
  const matchFunctions = MATCH_FUNCTIONS.map(([name, target, make, wrapInBase, filterHidden, ...filterArgs]) => {
    const atRoot = `${PURE} ${use(make)}(${table})`
    const atBase = base === '' ? atRoot : `${PURE} ${use(wrapInBase)}(${quote(base)}, ${atRoot})`
    if (!matcher.hides) return [name, target, atBase] as const
    return [name, target, `${PURE} ${use(filterHidden)}(${[atBase, ...filterArgs].join(', ')})`] as const
  })

  for (const target of [...manifest.directs.map((direct) => direct.target), ...manifest.resolves]) {
    if (isMade(target)) callables.name(target.callable, 'url')
  }
  for (const name of RUNTIME) use(name)
  if (manifest.directs.some(({ target }) => isMade(target))) for (const name of ['directPath', 'directUrl']) use(name)
  if (manifest.resolves.some(isMade)) use('madeBy')
  const frozenManifest = options.live ? liveManifest(manifest, use) : manifestExpression(manifest, isLarge, use)

  const text = new MappedText()
  text.add(`import { ${imports.specifiers} } from ${quote(runtime)}`)
  for (const line of callables.declarations) text.add(line)
  text.add(`\nexport * as default from ${quote(id)}\n`)
  for (const line of scanners.lines) text.add(line)
  text.add(`const ${table} = ${matcher.expression}\n`)
  for (const [name, target, value] of matchFunctions) text.add(exported(name, value, asking(target)))
  text.add(exported('refusal', use('refusalOf'), asking(0)))
  text.add(`${exported('urlDefaults', use('setUrlDefaults'), null)}\n`)
  const redefined = redefinedNames(manifest)
  for (const route of named) {
    const { name, location } = route
    const constant = constants.get(name)!
    const [pathName, urlName] = [helperName(name, 'path', helpers), helperName(name, 'url', helpers)]
    // `constant-helpers.ts` computes the same results at build time.
    text.add(`const ${constant} = ${expressions.get(name)!}`, location, constant)
    if (redefined.has(name)) continue
    text.add(exported(pathName, `${makers.path}(${quote(pathName)}, ${constant})`, fromHere), location, pathName)
    text.add(exported(urlName, `${makers.url}(${quote(urlName)}, ${constant})`, fromHere), location, urlName)
  }
  for (const direct of manifest.directs) emitDirect(text, direct, manifest, scope)
  emitModels(text, manifest, scope)
  text.add(`\nexport ${options.live ? 'let' : 'const'} manifest = ${frozenManifest}`)
  return { code: text.code, map: text.map, names: exports.filter((name) => name !== 'default') }
}

/** The JSON of a route. */
interface RouteJson {
  readonly length: number
  /** The JSON as the content of a string literal in single quotes. */
  readonly quoted: string
}

/** The JSON of routes. A dev server emits the same objects again after an edit of other routes. */
const jsonByRoute = new WeakMap<ManifestRoute, RouteJson>()

/** Returns the JSON of a frozen route. */
function routeJson(route: ManifestRoute): RouteJson {
  let text = jsonByRoute.get(route)
  if (text === undefined) {
    const json = JSON.stringify(route)
    jsonByRoute.set(route, (text = { length: json.length, quoted: quote(json).slice(1, -1) }))
  }
  return text
}

/** True if the JSON of a manifest is so long that its module is written for size. */
function isLargeManifest({ routes, ...lists }: Manifest): boolean {
  let length = JSON.stringify({ ...lists, routes: [] }).length
  for (const route of routes) length += routeJson(route).length + 1
  return length > LARGE_MANIFEST
}

/** Returns the expression of the manifest for a dev server, see `ModuleOptions.live`. */
function liveManifest(manifest: Manifest, use: ModuleScope['use']): string {
  const members = Object.entries(manifest).map(([key, value]) => {
    const json = key === 'routes' ? routesJson(manifest) : quote(JSON.stringify(value)).slice(1, -1)
    return `"${key}":${json}`
  })
  const keys = literal(Object.keys(manifest))
  return `liveManifest(${keys}, () => ${use('freeze')}(JSON.parse('{${members.join(',')}}')))`
}

/** Returns the JSON of all routes as the content of a string literal in single quotes. */
function routesJson({ routes }: Manifest): string {
  return `[${routes.map((route) => routeJson(route).quoted).join(',')}]`
}

/** The names of the helpers that the module exports. */
function helperNames(named: readonly NamedManifestRoute[], { directs }: Manifest, style: HelperStyle): string[] {
  return [...named, ...directs].flatMap(({ name }) => [helperName(name, 'path', style), helperName(name, 'url', style)])
}

/** True if a function of the application makes the URL. */
function isMade<Target>(target: Target | MappedCallable): target is MappedCallable {
  return typeof target === 'object' && target !== null && 'callable' in target
}

/** Writes an export. `call` is for dev servers, see `ModuleOptions.live`; null for exports without a special call. */
type WriteExport = (name: string, value: string, call: ((name: string) => string) | null) => string

/** For helpers: their lines map to declarations. */
const fromHere = (name: string) => `function ${name}(value, args) { return value(...args) }`

const asking = (target: number) => () => `asking(${target})`

const frozenExport: WriteExport = (name, value) => `export const ${name} = ${value}`

const liveExport: WriteExport = (name, value, call) =>
  `export let ${name} = live(${quote(name)}, ${value}${call === null ? '' : `, ${call(name)}`})`

/** Writes the helpers of a `direct` URL: a constant string, a helper of a route with options, or a function's result. */
function emitDirect(text: MappedText, direct: ManifestDirect, manifest: Manifest, scope: ModuleScope): void {
  const { name, location } = direct
  const isEndless = isCircular(direct, manifest)
  for (const kind of ['path', 'url'] as const) {
    const helper = helperName(name, kind, scope.style)
    const expression = directExpression(direct, isEndless, kind, scope)
    text.add(scope.exported(helper, expression, fromHere), location, helper)
  }
}

/**
 * True if the target of a `direct` has the name of the `direct`, directly or through other `direct` URLs. In Rails each
 * call of such a helper ends with a stack overflow. In Turnout it links to the route of that name.
 */
function isCircular({ name, target }: ManifestDirect, { directs }: Manifest): boolean {
  const seen = new Set<string>()
  for (let next: ManifestDirect['target'] | undefined = target; typeof next === 'object' && 'route' in next;) {
    const route: string = next.route
    if (route === name) return true
    if (seen.has(route)) return false
    seen.add(route)
    next = directs.find((direct) => direct.name === route)?.target
  }
  return false
}

function directExpression(
  { name, target }: ManifestDirect,
  isEndless: boolean,
  kind: 'path' | 'url',
  { constants, style, callables, use, namedRoutes }: ModuleScope,
): string {
  const helper = helperName(name, kind, style)
  if (typeof target === 'string') return `() => ${quote(kind === 'url' ? target : pathOf(target))}`
  if ('callable' in target) {
    const make = use(kind === 'path' ? 'directPath' : 'directUrl')
    return `${PURE} ${make}(${quote(helper)}, ${callables.name(target.callable, 'url')}, () => ${namedRoutes})`
  }
  if (!constants.has(target.route)) {
    return `() => { throw new TypeError(${quote(`${helper}: no route is named ${target.route}`)}) }`
  }
  // With an empty map of parameters, the options may contain parameters and query parameters by name.
  const declared = Object.keys(target.options).length > 0 ? `${literal(target.options)}, ` : ''
  const targetHelper = helperName(target.route, kind, style)
  const link = isEndless ? `${use(kind)}(${quote(targetHelper)}, ${constants.get(target.route)!})` : targetHelper
  return `(options) => ${link}({}, ${declared}options)`
}

/** Returns the part of a URL from its first slash that is not part of `//`, as Rails' `CustomUrlHelper` does. */
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

/**
 * In characters of JSON. The module of a larger manifest is written for size, not for readers: the manifest is packed, local
 * names of routes are short, and helpers share their checks and file names.
 */
const LARGE_MANIFEST = 20_000

/** Returns the expression of the frozen manifest. */
function manifestExpression(manifest: Manifest, isLarge: boolean, use: ModuleScope['use']): string {
  if (isLarge) return `${PURE} ${use('unpack')}(${quote(pack(manifest as never))})`
  const { version, routes, resolves, directs } = manifest
  const lines = [
    `${PURE} ${use('freeze')}({`,
    `  version: ${version},`,
    '  routes: [',
    ...routes.map((route) => `    ${largeLiteral(route as never)},`),
    '  ],',
    `  resolves: ${literal(resolves as never)},`,
    `  directs: ${literal(directs as never)},`,
    '})',
  ]
  return lines.join('\n')
}
