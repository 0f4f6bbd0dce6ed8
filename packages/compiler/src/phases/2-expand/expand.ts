// Works out the routes of the declarations: a case for each method of the DSL.
import { isMap } from '../../plain.ts'
import {
  describeValue,
  nearest,
  Rejection,
  type CallSite,
  type Diagnostics,
  type Finding,
  type Locator,
  type Severity,
} from '@turnout/diagnostics'
import type { CallKind } from '../../dsl/option-table.ts'
import { textOf } from '../../name.ts'
import type { Direct, Resolve, RouteSet } from '../../route.ts'
import type { RailsVersion } from '@turnout/patterns'
import type { Declaration, DslCall } from '../1-evaluate/declaration.ts'
import { Budget } from '../budget.ts'
import { checkOptions } from './check-options.ts'
import { RouteCollector, type DeclaredRoute } from './collect-routes.ts'
import { directTarget, resolveTarget } from './custom-url.ts'
import { handDown, pathNameEntries } from './hand-down.ts'
import { makeInflector, type InflectionRules, type Inflector } from './inflect.ts'
import { endpointFromPath, endpointFromScope, MATCH_OPTIONS, pathFromMap, verbList } from './match-arguments.ts'
import { truthy, withoutUndefined, type Options } from './options.ts'
import { collectionScope, inResource, memberScope, nestedScope, newScope } from './resource-scope.ts'
import { ACTIONS, makeResource } from './resource.ts'
import { scopeOptions } from './resource-options.ts'
import { inheritedActions, namespaceOptions, resourceOptions, routeOptions, scopeOptionsOf } from './rails-version.ts'
import { actionList, mangledSingular, checkResource, useOfSingular } from './check-resource.ts'
import { mountedName } from './route-name.ts'
import { checkWrittenPath, checkWrittenPaths, checkWrittenRequirements } from './check-writing.ts'
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

/** Declarations waiting to be expanded in a scope, or something to do between them. */
type Task = { readonly declarations: readonly Declaration[]; next: number; readonly scope: Scope } | (() => void)

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

/**
 * Has one case for each method of the DSL. It is one class, because a reader follows a declaration through it from top to
 * bottom: resource, match, add.
 */
class Expander {
  readonly #options: ExpandOptions
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #inflector: Inflector
  readonly #collector: RouteCollector
  readonly #resolves: Resolve[] = []
  /** By name: a later one redefines the helper of an earlier one. */
  readonly #directs = new Map<string, Direct>()
  readonly #stack: Task[] = []
  readonly #budget: Budget
  readonly #exportName: (callable: object) => string | null
  readonly #rails: RailsVersion

  constructor(options: ExpandOptions, { diagnostics, locatorOf, exportName }: ExpandHost) {
    this.#options = options
    this.#exportName = exportName
    this.#rails = options.rails ?? '8.1'
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#collector = new RouteCollector(diagnostics, locatorOf, this.#rails)
    this.#inflector = this.#makeInflector(options.inflections)
    this.#budget = new Budget(diagnostics, 'declarations, resources and routes')
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

  run(declarations: readonly Declaration[]): RouteSet {
    this.#later(declarations, topScope(this.#options.pathNames ?? {}))
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
    return { routes: this.#collector.routes, resolves: this.#resolves, directs: [...this.#directs.values()] }
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

  /** Pushes declarations on the stack. They are expanded before all tasks that are already on it. */
  #later(declarations: readonly Declaration[], scope: Scope): void {
    if (declarations.length > 0) this.#stack.push({ declarations, next: 0, scope })
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
        return this.#later(body, this.#scope(args, options, scope))
      case 'constraints':
        return this.#later(body, enterScope(scope, { constraints: args[0] }))
      case 'controller':
        return this.#later(body, handDown(scope, { controller: textOf(args[0]) }))
      case 'defaults':
        return this.#later(body, handDown(scope, { defaults: mapArgument(declaration) }))
      case 'shallow':
        return this.#later(body, handDown(scope, { shallow: true }))
      case 'collection':
        return this.#later(body, collectionScope(scope))
      case 'member':
        return this.#later(body, memberScope(scope))
      case 'new':
        return this.#later(body, newScope(scope))
      case 'nested':
        return this.#later(body, nestedScope(scope))
      case 'resourcesPathNames':
        for (const [action, segment] of pathNameEntries(mapArgument(declaration))) scope.pathNames.set(action, segment)
        return this.#later(body, scope)
      case 'concern':
        return // Evaluate has inserted it at each use.
      case 'concerns':
        if (args.length > 0) {
          // Evaluate has added the most similar known name after the unknown name.
          const suggestion = typeof args[1] === 'string' ? args[1] : null
          throw new Rejection('unknown-concern', { name: describeValue(args[0]), suggestion })
        }
        return this.#later(body, scope)
      case 'draw':
        return this.#later(body, scope)
      case 'root':
        return this.#root(declaration, options, scope)
      case 'mount':
        return this.#mount(declaration, options, scope)
      case 'resolve':
        if (!scope.top) throw new Rejection('inside-scope', { call })
        for (const resolve of resolveTarget(args, options, site)) this.#resolves.push(resolve)
        return
      case 'direct':
        if (!scope.top) throw new Rejection('inside-scope', { call })
        return this.#direct(directTarget(args, options, site))
      case 'match':
      case 'get':
      case 'post':
      case 'put':
      case 'patch':
      case 'delete':
        return this.#match({ call, args, site }, options, scope)
      case 'options':
        // In 8.x such a route has no format and matches every path that begins with its own, unless its options differ.
        return this.#match({ call, args, site }, this.#rails === '7.2' ? options : { ...PREFIX, ...options }, scope)
      case 'connect':
        if (this.#rails === '7.2') this.#diagnostics.report('wrong-rails-version', { call }, this.#locatorOf(site))
        return this.#match({ call, args, site }, { ...PREFIX, ...options }, scope)
    }
  }

  #scope(args: readonly unknown[], options: Options, scope: Scope): Scope {
    const scopeOptions = scopeOptionsOf(options, this.#rails)
    return enterScope(scope, args.length > 0 ? { ...scopeOptions, path: scopePath(args) } : scopeOptions)
  }

  #namespace({ args, body }: Declaration, options: Options, scope: Scope): void {
    const name = textOf(args[0])
    if (name === null) throw new Rejection('bad-argument', { nameless: 'namespace' })
    const namespace = namespaceOptions(scopeOptionsOf(options, this.#rails), this.#rails)
    this.#later(body, enterNamespace(inResource(scope) ? nestedScope(scope) : scope, name, namespace))
  }

  /** Several names are several resources with one block. */
  #resources(declaration: Declaration, options: Options, scope: Scope): void {
    const names = declaration.args.flat().map(textOf)
    if (names.length === 0 || names.includes(null)) {
      throw new Rejection('bad-argument', { nameless: declaration.call })
    }
    const ownOptions = resourceOptions(options, this.#rails)
    for (const name of [...names].reverse()) {
      this.#stack.push(() => this.#guard(declaration, () => this.#resource(declaration, name!, ownOptions, scope)))
    }
  }

  #resource(declaration: Declaration, name: string, options: Options, outerScope: Scope): void {
    const { call, body, concernBody, site } = declaration
    const singleton = call === 'resource'
    let scope = outerScope
    if (truthy(options['shallow'])) scope = handDown(scope, { shallow: true })
    if (inResource(scope)) scope = nestedScope(scope)
    const scoping = scopeOptions(options)
    if (scoping !== null) for (const optionsOfScope of scoping) scope = enterScope(scope, optionsOfScope)

    const param = textOf(options['param'])
    if (param?.includes(':')) throw new Rejection('param-colon', { param })
    if (param !== null && !/^[a-z_]\w*$/i.test(param)) {
      throw new Rejection('bad-param-name', { option: param })
    }
    const restricts = truthy(options['only']) || truthy(options['except'])
    const apiOnly = this.#options.apiOnly ?? false
    const inherited = {
      only: inheritedActions(actionList(scope.only), this.#rails, { singleton, apiOnly }),
      except: inheritedActions(actionList(scope.except), this.#rails, { singleton, apiOnly }),
    }
    const restriction = restricts
      ? { only: actionList(options['only']), except: actionList(options['except']) }
      : inherited
    if (restricts) this.#reportUnknownActions(restriction, singleton, this.#rails === '7.2' ? 'warning' : 'error', site)
    else
      this.#reportUnknownActions(
        { only: actionList(scope.only), except: actionList(scope.except) },
        false,
        'warning',
        site,
      )
    const ownOptions = {
      as: textOf(options['as']),
      controller: textOf(options['controller']),
      path: textOf(options['path']),
      param,
      ...restriction,
    }
    const context = {
      apiOnly,
      shallow: scope.shallow,
      inflector: this.#inflector,
      paramNames: this.#options.paramNames ?? 'snake_case',
    }
    const resource = makeResource(name, singleton, ownOptions, context)
    this.#report(
      checkResource({ name, resource, options: ownOptions, context, inherited: restricts ? inherited : null }, scope),
      site,
    )
    const resourceScope: Scope = {
      ...scope,
      top: false,
      level: call === 'resource' ? 'resource' : 'resources',
      resource,
      insideShallow: scope.insideShallow || resource.shallow,
      controller: resource.controller,
    }
    const mangled = mangledSingular(name, resource, ownOptions, this.#inflector)
    if (mangled !== null) {
      const ownRoutesStart = this.#collector.routes.length
      this.#stack.push(() => {
        const use = useOfSingular(resource, this.#collector.routes.slice(ownRoutesStart))
        if (use !== null) this.#diagnostics.report('mangled-word', { ...mangled, use }, this.#locatorOf(site))
      })
    }
    // Last in, first out: the block, then the concerns, then the resource's own routes.
    this.#stack.push(() => {
      for (const { action, verb, on } of resource.routes) {
        this.#guard(declaration, () => {
          const level =
            on === 'collection'
              ? collectionScope(resourceScope)
              : on === 'new'
                ? newScope(resourceScope)
                : memberScope(resourceScope)
          this.#add({
            declaredPath: action,
            isAction: true,
            options: { to: endpointFromScope(undefined, level) },
            scope: level,
            verbs: [verb.toUpperCase()],
            rest: {},
            site,
          })
        })
      }
    })
    this.#later(concernBody, resourceScope)
    this.#later(body, resourceScope)
  }

  /**
   * Reports the names in `only` and `except` that are no actions.
   *
   * @param isSingular the lists are those of a singular resource, and not of a scope around resources of both kinds
   * @param severity Rails 8 refuses such a name in the options of a resource, and ignores it elsewhere
   */
  #reportUnknownActions(
    lists: Readonly<Record<'only' | 'except', readonly string[] | null>>,
    isSingular: boolean,
    severity: Severity,
    site: CallSite | null,
  ): void {
    const allowedActions = isSingular ? ACTIONS.filter((action) => action !== 'index') : ACTIONS
    for (const option of ['only', 'except'] as const) {
      for (const action of lists[option] ?? []) {
        if ((allowedActions as readonly string[]).includes(action)) continue
        const suggestion = nearest(action, allowedActions)
        const args = { option, action, isSingular, suggestion }
        this.#diagnostics.report('unknown-only', args, this.#locatorOf(site), { severity })
      }
    }
  }

  /** `root(to, options)`, `root(options)`: a route for GET at the path of the scope, named `root`. */
  #root({ args, site }: Declaration, options: Options, scope: Scope): void {
    const [target] = args
    let rootOptions: Options
    if (typeof target === 'string' && args.length === 1) rootOptions = { ...options, to: target }
    else if (isMap(target) && Object.keys(options).length === 0) rootOptions = withoutUndefined(target)
    else if (args.length === 0) rootOptions = options
    else throw new Rejection('root-arguments', null)
    const rootScope: Scope =
      scope.level === 'resources' ? { ...enterPath(scope, scope.resource!.path), level: 'root' } : scope
    this.#match({ call: 'root', args: ['/'], site }, { as: 'root', via: 'get', ...rootOptions }, rootScope)
  }

  #mount({ args, site }: Declaration, options: Options, scope: Scope): void {
    const [app] = args
    const { at, ...rest } = options
    this.#report(checkOptions('mount', 'mount', options), site)
    if ((typeof app !== 'function' && typeof app !== 'object') || app === null) {
      throw new Rejection('invalid-to', 'mount')
    }
    if (textOf(at) === null) throw new Rejection('mount-point-missing', null)
    const mountName = mountedName(app, this.#exportName(app))
    const via = truthy(rest['via']) ? rest['via'] : 'all'
    this.#match({ call: 'mount', args: [at], site }, { to: app, as: mountName, ...PREFIX, ...rest, via }, scope)
  }

  /** Rails defines the helper again (`NamedRouteCollection#add_url_helper`), so the last of a name counts. */
  #direct(direct: Direct): void {
    const { name, site } = direct
    const earlierDeclaration = this.#directs.get(name) ?? this.#collector.routeNamed(name)
    if (earlierDeclaration !== undefined) this.#reportRedefined(name, 'direct', site, earlierDeclaration.site)
    this.#directs.set(name, direct)
  }

  /** A route defines its helper again as well: it overrides a `direct` above it (`NamedRouteCollection#add`). */
  #add(route: DeclaredRoute): void {
    const name = this.#collector.add(route)
    const direct = name === null ? undefined : this.#directs.get(name)
    if (direct === undefined) return
    this.#reportRedefined(direct.name, 'route', route.site, direct.site)
    this.#directs.delete(direct.name)
  }

  #reportRedefined(
    name: string,
    redefinedBy: 'direct' | 'route',
    site: CallSite | null,
    earlierSite: CallSite | null,
  ): void {
    const location = this.#locatorOf(earlierSite)()
    const related = location === null ? [] : [{ message: `\`${name}\` is first declared here.`, location }]
    this.#diagnostics.report('redefined-direct', { name, redefinedBy }, this.#locatorOf(site), { related })
  }

  /** `match` and its shorthands: paths, then options; or one map of both. */
  #match({ call, args, site }: Pick<Declaration, 'call' | 'args' | 'site'>, ownOptions: Options, scope: Scope): void {
    let paths = args
    let options = ownOptions
    if (args.length === 1 && isMap(args[0])) {
      ;[paths, options] = pathFromMap({ ...ownOptions, ...withoutUndefined(args[0]) }, this.#rails)
    } else if (call !== 'mount') this.#report(checkOptions(call, callKindOf(call), options), site)
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
    this.#matchPaths(paths, options, innerScope, site)
  }

  #matchPaths(paths: readonly unknown[], options: Options, scope: Scope, site: CallSite | null): void {
    const levelOption = options['on']
    const level = truthy(levelOption) ? textOf(levelOption) : null
    if (truthy(levelOption) && level !== 'new' && level !== 'collection' && level !== 'member') {
      throw new Rejection('invalid-on', { level: level ?? describeValue(levelOption) })
    }
    let to = endpointFromScope(options['to'], scope)
    const verbs = verbList('via' in options ? options['via'] : scope.via)
    const strings = paths.filter((path) => typeof path === 'string')
    const actions = paths.filter((path) => typeof path === 'symbol')
    if (strings.length + actions.length < paths.length) {
      throw new Rejection('bad-argument', 'path')
    }
    this.#report(checkWrittenPaths(strings), site)
    for (const path of strings) {
      if (truthy(options['path'])) {
        throw new Rejection('ambiguous-path', { path })
      }
      this.#report(checkWrittenPath(path, this.#rails), site)
      // Rails uses the endpoint of the first path for the paths after it too.
      to = endpointFromPath(path, to, options['action'])
      this.#addAtLevel({ declaredPath: path, isAction: false, options: { ...options, to }, scope, verbs, site })
    }
    for (const action of actions) {
      const declaredPath = textOf(action)!
      this.#addAtLevel({ declaredPath, isAction: true, options: { ...options, to }, scope, verbs, site })
    }
  }

  /** Adds a route at its level of the enclosing resource. */
  #addAtLevel(route: Omit<DeclaredRoute, 'rest'>): void {
    const { options, scope } = route
    let routeScope = scope
    if (truthy(options['on'])) {
      const level = textOf(options['on'])
      routeScope =
        level === 'new' ? newScope(scope) : level === 'collection' ? collectionScope(scope) : memberScope(scope)
    } else if (scope.level === 'resources') {
      routeScope = nestedScope(scope)
    } else if (scope.level === 'resource') {
      routeScope = memberScope(scope)
    }
    const rest = Object.fromEntries(Object.entries(options).filter(([key]) => !MATCH_OPTIONS.has(key)))
    this.#add({ ...route, scope: routeScope, rest })
  }
}

/** Defaults of Rails for a mounted app, and in 8.x for routes for OPTIONS and CONNECT. */
const PREFIX: Options = { anchor: false, format: false }

/** Returns the kind of a call that declares a route. */
function callKindOf(call: DslCall): CallKind {
  return call === 'match' || call === 'root' || call === 'mount' ? call : 'verb'
}

/** `scope('a', 'b')` -> `a/b` @throws Rejection `bad-argument` */
function scopePath(args: readonly unknown[]): string {
  const parts = args.flat()
  if (parts.some(isMap)) throw new Rejection('bad-argument', 'scope')
  return parts.map((part) => textOf(part) ?? '').join('/')
}

function mapArgument({ args, call }: Declaration): Options {
  const [map] = args
  if (map === undefined) return {}
  if (!isMap(map)) throw new Rejection('bad-argument', { mapOf: call })
  return withoutUndefined(map)
}
