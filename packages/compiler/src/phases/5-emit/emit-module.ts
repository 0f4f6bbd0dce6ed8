// Writes the module `virtual:routes`: its imports, the matcher and the helpers.
import { basePath } from '../../manifest/base.ts'
import { namedRoutes, redefinedNames, type NamedManifestRoute } from '../../manifest/helpers.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import type { ClientRoutes } from '../../client-routes.ts'
import { clientView } from './client-view.ts'
import { emitDirect, emitModels, isCallableMapping } from './emit-custom-urls.ts'
import { namedRouteExpression } from './emit-helpers.ts'
import { emitMatcher, type EmittedMatcher } from './emit-matcher.ts'
import { Scanners } from './emit-scanners.ts'
import { helperName, type HelperStyle, MODULE_EXPORTS } from '../../names/helper-name.ts'
import { quote } from './literal.ts'
import {
  callWithTarget,
  callHere,
  frozenExport,
  liveExport,
  PURE,
  type ModuleScope,
  Callables,
  importFromRoot,
  type ImportCallable,
  RuntimeImports,
  UsedNames,
} from './module-scope.ts'
import { MappedText, type SourceMap } from './source-map.ts'

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
  /** True for a browser: `match` takes fewer bytes and more time for tables of up to some hundred routes. */
  readonly forBrowser?: boolean
  /** False omits the routes' places in the route files from the helpers' error messages. */
  readonly positions?: boolean
  /**
   * For dev servers, which update a module while other modules hold its exports. Each export is a `let`. The dev server
   * defines the function that the emitted code calls: `live(name, value, call?)` wraps each function.
   * `call(value, args)` calls the value from the line that maps to the declaration. For a function that takes the target
   * of a request, `call` is `callWithTarget(index of that argument)`.
   *
   * The module has no default export. The dev server appends an object with the same properties.
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

/** Up to this number of named routes, the module is written for readers: local names contain the names of routes. */
const FEW_NAMES = 40

/**
 * Writes the module `virtual:routes`: `match` and the other matching functions, one export per helper, `pathFor` and
 * `urlFor`, and all of them as the default export. Each export is a pure expression, so that a bundler keeps
 * only the used exports. `packages/compiler/test/emitted` contains complete modules.
 *
 *     import { createMatcher, path, … } from '@turnout/runtime'
 *     const table = …
 *     export const match = createMatcher(table)
 *     const photo$ = …
 *     export const photoPath = path('photoPath', photo$)
 *
 * Exports keep their names, and local names avoid them (`UsedNames`): `photo$` is a route, `callable0` an import, `table`
 * the table for matching, `namedRoutes` the object that `pathFor` searches. A function of the runtime keeps its name,
 * unless a helper has the same name: then it is imported under another name (`directPath as directPath_`).
 */
export function emitModule(fullManifest: Manifest, options: ModuleOptions = {}): EmittedModule {
  const { helpers = 'camelCase', id = 'virtual:routes', runtime = '@turnout/runtime', positions = true } = options
  const isLive = options.live ?? false
  const base = basePath(options.base ?? '/') ?? ''
  const { manifest, routes } = options.clientRoutes
    ? clientView(fullManifest, options.clientRoutes)
    : { manifest: fullManifest, routes: fullManifest.routes }
  const named = namedRoutes(manifest)
  const isLarge = named.length > FEW_NAMES

  // The local names: exports first, because they keep their names.
  const exports = [...MODULE_EXPORTS, ...helperNames(named, manifest, helpers)]
  const names = new UsedNames([...GLOBALS, ...exports])
  const imports = new RuntimeImports(names)
  const importRuntime = imports.add
  const table = names.take('table')
  const scope: ModuleScope = {
    writeExport: isLive ? liveExport : frozenExport,
    callables: new Callables(options.importCallable ?? importFromRoot, names),
    importRuntime,
    namedRoutes: names.take('namedRoutes'),
    localNamesOfRoutes: new Map(named.map(({ name }, index) => [name, names.take(isLarge ? `r${index}` : `${name}$`)])),
    style: helpers,
  }
  const { writeExport, callables, localNamesOfRoutes } = scope
  const scanners = new Scanners(names, importRuntime)

  // The expressions: they declare imports and scanners, which are above them in the text.
  const matcher = emitMatcher(
    { routes },
    {
      callable: callables.name,
      runtime: importRuntime,
      base,
      scanner: scanners.name,
      test: scanners.test,
      forBrowser: options.forBrowser ?? false,
    },
  )
  const routeContext = {
    hasPositions: positions,
    base,
    testExpression: scanners.test,
    importRuntime,
    ...(isLarge && { shared: scanners }),
  }
  const expressions = new Map(named.map((route) => [route.name, namedRouteExpression(route, routeContext)]))
  const pure = (name: string) => (isLarge ? scanners.pure(importRuntime(name)) : `${PURE} ${importRuntime(name)}`)
  const makers = isLive
    ? { path: names.take('livePath'), url: names.take('liveUrl') }
    : { path: pure('path'), url: pure('url') }
  const matchFunctions = matchExports(table, base, matcher, importRuntime)
  declareImports(manifest, scope)

  const text = new MappedText()
  text.add(`import { ${imports.specifiers} } from ${quote(runtime)}`)
  for (const line of callables.declarations) text.add(line)
  // A module that imports itself cannot be mocked by Vitest. A dev server appends the default export itself.
  text.add(isLive ? '' : `\nexport * as default from ${quote(id)}\n`)
  for (const line of scanners.lines) text.add(line)
  text.add(`const ${table} = ${matcher.expression}\n`)
  for (const { name, target, value } of matchFunctions) text.add(writeExport(name, value, callWithTarget(target)))
  text.add(writeExport('refusal', importRuntime('refusalOf'), callWithTarget(0)))
  text.add(`${writeExport('urlDefaults', importRuntime('setUrlDefaults'), null)}\n`)
  // A dev server's lines of helpers contain each name only twice, because they are most of a large module.
  if (isLive)
    for (const kind of ['path', 'url'] as const)
      text.add(
        `const ${makers[kind]} = (route, call) => live(call.name, ${importRuntime(kind)}(call.name, route), call)`,
      )
  const redefined = redefinedNames(manifest)
  for (const { name, location } of named) {
    const constant = localNamesOfRoutes.get(name)!
    // `constant-helpers.ts` computes the same results at build time.
    text.add(`const ${constant} = ${expressions.get(name)!}`, location, constant)
    if (redefined.has(name)) continue
    for (const kind of ['path', 'url'] as const) {
      const helper = helperName(name, kind, helpers)
      const line = isLive
        ? `export let ${helper} = ${makers[kind]}(${constant}, ${callHere(helper)})`
        : writeExport(helper, `${makers[kind]}(${quote(helper)}, ${constant})`, null)
      text.add(line, location, helper)
    }
  }
  for (const direct of manifest.directs) emitDirect(text, direct, manifest, scope)
  emitModels(text, manifest, scope)
  return { code: text.code, map: text.map, names: exports.filter((name) => name !== 'default') }
}

/**
 * Returns the expressions of the exports that match requests, with the index of the argument that is the target of a request.
 * For each export, the runtime has a function that creates it, and two that wrap it, whose names begin with that of the
 * export:
 *
 *     createMatcher(table)                                                    without a base
 *     matchUnderBase('/app', createMatcher(table))                               with the base `/app`
 *     matchWithoutHidden(matchUnderBase('/app', createMatcher(table)))                also with excluded routes
 */
function matchExports(
  table: string,
  base: string,
  { maker, hides }: EmittedMatcher,
  importRuntime: ModuleScope['importRuntime'],
) {
  const makers = { match: maker, matchAll: 'createMatchAll', allowedMethods: 'createAllowedMethods' }
  return (Object.keys(makers) as (keyof typeof makers)[]).map((name) => {
    let value = `${PURE} ${importRuntime(makers[name])}(${table})`
    if (base !== '') value = `${PURE} ${importRuntime(`${name}UnderBase`)}(${quote(base)}, ${value})`
    // The methods are those for which `match` of the client finds a route.
    const further = name === 'allowedMethods' ? ', match' : ''
    if (hides) value = `${PURE} ${importRuntime(`${name}WithoutHidden`)}(${value}${further})`
    return { name, target: name === 'allowedMethods' ? 0 : 1, value }
  })
}

/** Imports the callables of URLs and the functions of the runtime, because the lines of imports are above their uses. */
function declareImports({ directs, resolves }: Manifest, { callables, importRuntime }: ModuleScope): void {
  for (const target of [...directs.map((direct) => direct.target), ...resolves]) {
    if (isCallableMapping(target)) callables.name(target.callable, 'url')
  }
  for (const name of RUNTIME) importRuntime(name)
  if (directs.some(({ target }) => isCallableMapping(target)))
    for (const name of ['directPath', 'directUrl']) importRuntime(name)
  if (resolves.some(isCallableMapping)) importRuntime('urlBuilder')
}

/** The imports from the runtime of every module. */
const RUNTIME = [
  // `match` is imported with its table.
  'createMatchAll',
  'createAllowedMethods',
  'path',
  'pathForModel',
  'refusalOf',
  'setUrlDefaults',
  'url',
  'urlForModel',
]

/** Globals that the emitted code uses, and the functions that a dev server defines for `ModuleOptions.live`. */
const GLOBALS = ['JSON', 'TypeError', 'undefined', 'live', 'callWithTarget', 'liveState', 'liveDefault']

/** The names of the helpers that the module exports. */
function helperNames(named: readonly NamedManifestRoute[], { directs }: Manifest, style: HelperStyle): string[] {
  return [...named, ...directs].flatMap(({ name }) => [helperName(name, 'path', style), helperName(name, 'url', style)])
}
