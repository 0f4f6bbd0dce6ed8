/**
 * Turns declarations into routes. `Expander.#expand` has a case for each method of the DSL; the other files of this folder
 * contain the rules of the methods.
 *
 *     { call: 'resources', args: ['photos'], options: { only: 'index' }, … }
 *       -> { name: 'photos', verbs: ['GET'], pattern: '/photos(.:format)', controller: 'photos', action: 'index', … }
 */
import { isMap, textOf, isTruthyInRuby, withoutUndefined, type Options } from '../../dsl-values.ts'
import { describeType, describeValue } from '../../diagnostics/describe.ts'
import { Rejection, type Diagnostics, type Finding, type Locator } from '../../diagnostics/collector.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import type { CallKind } from '../../dsl/option-table.ts'
import type { Resolve, RouteSet } from '../../route.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { badArgument } from '../1-evaluate/check-arguments.ts'
import type { Declaration } from '../1-evaluate/declaration.ts'
import type { DslCall } from '../1-evaluate/methods.ts'
import { Budget } from '../budget.ts'
import { checkOptions } from './check-options.ts'
import { RouteCollector } from './collect-routes.ts'
import { directTarget, resolveTarget } from './custom-url.ts'
import { handDown, pathNameEntries } from './hand-down.ts'
import { makeInflector, type InflectionRules, type Inflector } from './inflect.ts'
import {
  endpointFromPath,
  endpointFromScope,
  fullPath,
  MATCH_OPTIONS,
  pathFromMap,
  verbList,
} from './match-arguments.ts'
import {
  collectionScope,
  inResource,
  levelScope,
  memberScope,
  nestedScope,
  newScope,
  routeScopeOf,
} from './resource-scope.ts'
import { makeResource, type ActionLevel, type Resource, type ResourceContext } from './resource.ts'
import { ownOptions, restricts, scopeAround } from './resource-options.ts'
import { namespaceOptions, resourceOptions, routeOptions, scopeOptionsOf } from './rails-version.ts'
import { checkArguments, checkNames, checkTargetOptions } from './other-routers.ts'
import { checkActionLists, checkResource } from './check-resource.ts'
import { mountedName } from './route-name.ts'
import { checkWrittenPath, checkWrittenRequirements } from './check-writing.ts'
import { enterNamespace, enterPath, enterScope, topScope, type Scope } from './scope.ts'

/** Settings of the whole application. */
export interface ExpandOptions {
  /** Resources have no forms: no `new`, no `edit` (Rails' API-only mode). */
  readonly apiOnly?: boolean
  /** Segments of `new` and `edit` for the whole application. */
  readonly pathNames?: Readonly<Record<string, string>>
  readonly inflections?: InflectionRules
  /** The form of the parameter names that a resource implies for nested routes: `photo_id` (the default) or `photoId`. */
  readonly paramNames?: 'snake_case' | 'camelCase'
  /** The version of Rails that the router follows: `'8.1'` (the default) or `'7.2'`. */
  readonly rails?: RailsVersion
}

/** The part of a run that expansion needs. */
export interface ExpandHost {
  readonly diagnostics: Diagnostics
  readonly locatorOf: (site: CallSite | null) => Locator
  /** Returns the name by which a module exports a callable; null if no module does. */
  readonly exportName: (callable: object) => string | null
}

/**
 * Expands declarations to routes: determines scopes, names, paths, endpoints and shallow rules, in order.
 *
 * Reports and omits declarations that it cannot expand, and continues. It keeps its own stack, so that the depth of
 * nesting is bounded by memory, not by V8's stack.
 */
export function expand(declarations: readonly Declaration[], options: ExpandOptions, host: ExpandHost): RouteSet {
  return new Expander(options, host).run(declarations)
}

/** A step of the expansion: the next of the declarations in a scope, or a function. */
type Task = { readonly declarations: readonly Declaration[]; next: number; readonly scope: Scope } | (() => void)

/** A declaration of a route: the part that is left when a method has read its own options. */
type RouteCall = Pick<Declaration, 'call' | 'args' | 'site'>

/** Tasks are on a stack, and the last one is first. Each method adds routes, or pushes its block with an inner scope. */
class Expander {
  readonly #options: ExpandOptions
  readonly #rails: RailsVersion
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #exportName: (callable: object) => string | null
  readonly #inflector: Inflector
  readonly #collector: RouteCollector
  readonly #resolves: Resolve[] = []
  readonly #stack: Task[] = []
  readonly #budget: Budget

  constructor(options: ExpandOptions, { diagnostics, locatorOf, exportName }: ExpandHost) {
    this.#options = options
    this.#rails = options.rails ?? '8.1'
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#exportName = exportName
    this.#inflector = this.#makeInflector(options.inflections)
    this.#collector = new RouteCollector(diagnostics, locatorOf, this.#rails)
    this.#budget = new Budget(diagnostics, 'declarations, resources and routes')
  }

  run(declarations: readonly Declaration[]): RouteSet {
    this.#pushBlock(declarations, topScope(this.#options.pathNames ?? {}))
    while (this.#stack.length > 0) {
      // All names of a call share its body, so the number of declarations may double at every level.
      if (this.#budget.isSpent) return { routes: [], resolves: [], directs: [] }
      const task = this.#stack.at(-1)!
      if (typeof task === 'function') {
        this.#stack.pop()
        task()
      } else if (task.next === task.declarations.length) {
        this.#stack.pop()
      } else {
        const declaration = task.declarations[task.next]!
        task.next += 1
        this.#guard(declaration, () => this.#expand(declaration, task.scope))
      }
    }
    return { routes: this.#collector.routes, resolves: this.#resolves, directs: this.#collector.directs }
  }

  #expand(declaration: Declaration, scope: Scope): void {
    const { call, args, body, site } = declaration
    const options = withoutUndefined(declaration.options)
    this.#report(checkWrittenPath(options['path'], this.#rails), site)
    this.#report(checkWrittenRequirements(call === 'constraints' ? args[0] : options['constraints']), site)
    switch (call) {
      case 'resources':
      case 'resource':
        this.#report(checkOptions(call, 'resource', options), site)
        return this.#resources(declaration, options, scope)
      case 'namespace':
        this.#report(checkOptions(call, 'scope', options), site)
        return this.#namespace(declaration, options, scope)
      case 'scope':
        this.#report(checkOptions(call, 'scope', options), site)
        for (const path of args.flat()) this.#report(checkWrittenPath(path, this.#rails), site)
        return this.#pushBlock(body, this.#scope(args, options, scope))
      case 'constraints':
        return this.#pushBlock(body, enterScope(scope, { constraints: args[0] }))
      case 'controller':
        return this.#pushBlock(body, handDown(scope, { controller: textOf(args[0]) }))
      case 'defaults':
        return this.#pushBlock(body, handDown(scope, { defaults: mapArgument(declaration) }))
      case 'shallow':
        return this.#pushBlock(body, handDown(scope, { shallow: true }))
      case 'collection':
        return this.#pushBlock(body, collectionScope(scope))
      case 'member':
        return this.#pushBlock(body, memberScope(scope))
      case 'new':
        return this.#pushBlock(body, newScope(scope))
      case 'nested':
        return this.#pushBlock(body, nestedScope(scope))
      case 'resourcesPathNames':
        for (const [action, segment] of pathNameEntries(mapArgument(declaration))) scope.pathNames.set(action, segment)
        return this.#pushBlock(body, scope)
      case 'concern':
        return // Evaluate has inserted it at each use.
      case 'concerns':
        if (args.length > 0) {
          // Evaluate has added the most similar known name after the unknown name.
          const suggestion = typeof args[1] === 'string' ? args[1] : null
          throw new Rejection('unknown-concern', { name: describeValue(args[0]), suggestion })
        }
        return this.#pushBlock(body, scope)
      case 'draw':
        return this.#pushBlock(body, scope)
      case 'root':
        return this.#root(declaration, options, scope)
      case 'mount':
        return this.#mount(declaration, options, scope)
      case 'resolve':
        if (!scope.isTopLevel) throw new Rejection('inside-scope', { call })
        // A call takes fewer arguments than a list may have elements.
        for (const resolve of resolveTarget(args, options, site)) this.#resolves.push(resolve)
        return
      case 'direct':
        if (!scope.isTopLevel) throw new Rejection('inside-scope', { call })
        return this.#collector.addDirect(directTarget(args, options, site))
      case 'match':
      case 'get':
      case 'post':
      case 'put':
      case 'patch':
      case 'delete':
        return this.#match(declaration, options, scope)
      case 'options':
        // In 8.x such a route has no format and matches every path that begins with its own, unless its options differ.
        return this.#match(declaration, this.#rails === '7.2' ? options : { ...PREFIX, ...options }, scope)
      case 'connect':
        if (this.#rails === '7.2') this.#diagnostics.report('wrong-rails-version', { call }, this.#locatorOf(site))
        return this.#match(declaration, { ...PREFIX, ...options }, scope)
    }
  }

  #scope(args: readonly unknown[], options: Options, scope: Scope): Scope {
    const scopeOptions = scopeOptionsOf(options, this.#rails)
    return enterScope(scope, args.length > 0 ? { ...scopeOptions, path: scopePath(args) } : scopeOptions)
  }

  #namespace({ args, body }: Declaration, options: Options, scope: Scope): void {
    const name = textOf(args[0])!
    const namespace = namespaceOptions(scopeOptionsOf(options, this.#rails), this.#rails)
    this.#pushBlock(body, enterNamespace(inResource(scope) ? nestedScope(scope) : scope, name, namespace))
  }

  /** Several names are several resources with one block. */
  #resources(declaration: Declaration, options: Options, scope: Scope): void {
    checkNames(declaration.call, declaration.args, options)
    const names = declaration.args.flat().map(textOf)
    if (names.length === 0) throw new Rejection('bad-argument', { nameless: declaration.call })
    const checkedOptions = resourceOptions(options, this.#rails)
    for (const name of names.toReversed()) {
      this.#stack.push(() => this.#guard(declaration, () => this.#resource(declaration, name!, checkedOptions, scope)))
    }
  }

  #resource(declaration: Declaration, name: string, options: Options, outerScope: Scope): void {
    const { call, body, concernBody, site } = declaration
    const singleton = call === 'resource'
    const scope = scopeAround(options, outerScope)
    const context: ResourceContext = {
      apiOnly: this.#options.apiOnly ?? false,
      shallow: scope.shallow,
      inflector: this.#inflector,
      paramNames: this.#options.paramNames ?? 'snake_case',
    }
    const { own, inherited } = ownOptions(options, scope, { singleton, apiOnly: context.apiOnly, rails: this.#rails })
    this.#reportUnknownActions(declaration, options, scope)
    const resource = makeResource(name, singleton, own, context)
    this.#report(checkResource({ name, resource, options: own, context, inherited }, scope), site)
    const resourceScope: Scope = {
      ...scope,
      isTopLevel: false,
      level: singleton ? 'resource' : 'resources',
      resource,
      insideShallow: scope.insideShallow || resource.shallow,
      controller: resource.controller,
    }

    // Last in, first out: the block, then the concerns, then the resource's own routes.
    this.#stack.push(() => this.#addActions(resource, resourceScope, declaration))
    this.#pushBlock(concernBody, resourceScope)
    this.#pushBlock(body, resourceScope)
  }

  /** Adds the routes that a resource has without a block. */
  #addActions(resource: Resource, resourceScope: Scope, declaration: Declaration): void {
    for (const { action, verb, on } of resource.routes) {
      this.#guard(declaration, () => {
        const scope = levelScope(resourceScope, on)
        this.#collector.add({
          declaredPath: action,
          isAction: true,
          options: { to: endpointFromScope(undefined, scope) },
          scope,
          verbs: [verb.toUpperCase()],
          rest: {},
          site: declaration.site,
        })
      })
    }
  }

  /** Rails 8 refuses an unknown name in `only` and `except` of a resource. Elsewhere it ignores the name. */
  #reportUnknownActions({ call, site }: Declaration, options: Options, scope: Scope): void {
    const isOfResource = restricts(options)
    const severity = isOfResource && this.#rails !== '7.2' ? 'error' : 'warning'
    const lists = isOfResource ? options : scope
    // A scope may be around resources of both kinds.
    for (const finding of checkActionLists(lists, isOfResource && call === 'resource')) {
      this.#diagnostics.report('unknown-only', finding, this.#locatorOf(site), { severity })
    }
  }

  /** `root(to, options)`, `root(options)`: a route for GET at the path of the scope, named `root`. */
  #root({ args, site }: Declaration, options: Options, scope: Scope): void {
    const [target] = args
    let rootOptions: Options
    if (typeof target === 'string' && args.length === 1) rootOptions = { ...options, to: target }
    else if (isMap(target) && Object.keys(options).length === 0) rootOptions = withoutUndefined(target)
    else if (args.length === 0) rootOptions = options
    else {
      const index = typeof target === 'string' ? 1 : 0
      throw new Rejection('root-arguments', { index, value: describeType(args[index]) })
    }
    const rootScope: Scope =
      scope.level === 'resources' ? { ...enterPath(scope, scope.resource!.path), level: 'root' } : scope
    this.#match({ call: 'root', args: ['/'], site }, { as: 'root', via: 'get', ...rootOptions }, rootScope)
  }

  #mount({ args, site }: Declaration, options: Options, scope: Scope): void {
    const [app] = args
    const { at, ...routeOptions } = options
    this.#report(checkOptions('mount', 'mount', options), site)
    if ((typeof app !== 'function' && typeof app !== 'object') || app === null || Array.isArray(app)) {
      throw new Rejection('invalid-to', 'mount')
    }
    if (at === undefined || at === null) throw new Rejection('mount-point-missing', null)
    if (typeof at !== 'string' && typeof at !== 'symbol') {
      throw new Rejection('bad-argument', { nameOption: 'at', value: describeType(at) })
    }
    const mountName = mountedName(app, this.#exportName(app))
    const via = isTruthyInRuby(options['via']) ? options['via'] : 'all'
    this.#match({ call: 'mount', args: [at], site }, { to: app, as: mountName, ...PREFIX, ...routeOptions, via }, scope)
  }

  /** `match` and its shorthands: paths, then options; or one map of both. */
  #match({ call, args, site }: RouteCall, declaredOptions: Options, scope: Scope): void {
    let paths = args
    let options = declaredOptions
    if (args.length === 1 && isMap(args[0])) {
      const map = { ...options, ...withoutUndefined(args[0]) }
      if (typeof map['path'] === 'string') checkTargetOptions(call, map)
      ;[paths, options] = pathFromMap(map, this.#rails)
    } else if (call !== 'mount') {
      checkArguments(call, args, options, { isComplete: hasTarget(args, options, scope), rails: this.#rails })
    }
    if (call !== 'mount') this.#report(checkOptions(call, callKindOf(call), options), site)
    if (callKindOf(call) === 'verb') options = { ...options, via: call === 'connect' ? ['get', 'connect'] : call }
    options = routeOptions(options, this.#rails, MATCH_OPTIONS)
    if (paths.length === 0) {
      if (this.#rails === '7.2') throw new Rejection('path-not-specified', 'route')
      return this.#diagnostics.report('no-path', { call }, this.#locatorOf(site))
    }
    if (paths.length > 1 && this.#rails !== '7.2') {
      this.#diagnostics.report('wrong-rails-version', { call, paths: paths.length }, this.#locatorOf(site))
    }
    const innerScope = 'defaults' in options ? handDown(scope, { defaults: options['defaults'] }) : scope
    const badPath = paths.findIndex((path) => typeof path === 'number' || textOf(path) === null)
    if (badPath >= 0) {
      throw new Rejection('bad-argument', badArgument(call, badPath, paths[badPath], 'a path, then options'))
    }
    this.#matchPaths(paths, options, innerScope, site)
  }

  /** Adds a route for each path: first for the strings, then for the symbols, which are actions. */
  #matchPaths(paths: readonly unknown[], options: Options, scope: Scope, site: CallSite | null): void {
    const level = levelOption(options['on'])
    const scopeTo = endpointFromScope(options['to'], scope)
    const verbs = verbList('via' in options ? options['via'] : scope.via)
    const strings = paths.filter((path) => typeof path === 'string')
    const actions = paths.filter((path) => typeof path === 'symbol')
    const rest = Object.fromEntries(Object.entries(options).filter(([key]) => !MATCH_OPTIONS.has(key)))
    const addRoute = (declaredPath: string, isAction: boolean, to: unknown) => {
      const routeScope = routeScopeOf(scope, level)
      const route = { declaredPath, isAction, options: { ...options, to }, scope: routeScope, verbs, rest, site }
      this.#collector.add(route)
    }
    let to = scopeTo
    for (const path of strings) {
      if (isTruthyInRuby(options['path'])) {
        throw new Rejection('ambiguous-path', { path })
      }
      this.#report(checkWrittenPath(path, this.#rails), site)
      // Rails uses the endpoint of the first path for the paths after it too.
      to = endpointFromPath(path, to, options['action'])
      addRoute(path, false, to)
    }
    for (const action of actions) addRoute(textOf(action)!, true, to)
  }

  /** Pushes a block on the stack. It is expanded before all tasks that are already on it. */
  #pushBlock(declarations: readonly Declaration[], scope: Scope): void {
    if (declarations.length > 0) this.#stack.push({ declarations, next: 0, scope })
  }

  /** Takes one step for a declaration. An error ends this step only. */
  #guard({ call, site }: Declaration, step: () => void): void {
    const locator = this.#locatorOf(site)
    if (!this.#budget.take(locator)) return
    try {
      step()
    } catch (error) {
      this.#diagnostics.reportThrown(call, error, locator)
    }
  }

  #report(findings: Iterable<Finding>, site: CallSite | null): void {
    this.#diagnostics.reportFindings(findings, this.#locatorOf(site))
  }

  /** The rules are a function of the user. If it throws, names differ, but the error prevents a table anyway. */
  #makeInflector(rules: InflectionRules | undefined): Inflector {
    try {
      return makeInflector(rules)
    } catch (error) {
      this.#diagnostics.report('inflections-threw', { error }, () => null)
      return makeInflector()
    }
  }
}

/** Defaults of Rails for a mounted app, and in 8.x for routes for OPTIONS and CONNECT. */
const PREFIX: Options = { anchor: false, format: false }

/** Returns the kind of a call that declares a route. */
function callKindOf(call: DslCall): CallKind {
  return call === 'match' || call === 'root' || call === 'mount' ? call : 'verb'
}

/** Returns the level of the option `on`; null if it is not set. @throws Rejection `invalid-on` */
function levelOption(on: unknown): ActionLevel | null {
  if (!isTruthyInRuby(on)) return null
  const level = textOf(on)
  if (level === 'new' || level === 'collection' || level === 'member') return level
  throw new Rejection('invalid-on', { level: level ?? describeValue(on) })
}

/** `scope('a', 'b')` -> `a/b` */
function scopePath(args: readonly unknown[]): string {
  return args.flat().map(textOf).join('/')
}

/** Returns the only argument of `defaults({ … })`, without undefined values. @throws Rejection `bad-argument` */
function mapArgument({ args, call }: Declaration): Options {
  const [map] = args
  if (map === undefined) return {}
  if (!isMap(map)) throw new Rejection('bad-argument', { mapOf: call })
  return withoutUndefined(map)
}

/** Whether a route has a target, by its options, its scope, or the form of its path. */
function hasTarget([path]: readonly unknown[], options: Options, scope: Scope): boolean {
  const controller = options['controller'] ?? options['action'] ?? scope.controller
  const to = endpointFromScope(options['to'], scope)
  if (isTruthyInRuby(to) || isTruthyInRuby(controller)) return true
  return typeof path === 'string' && endpointFromPath(fullPath(scope, path, false, null), null, null) !== null
}
