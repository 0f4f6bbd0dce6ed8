import { UNREADABLE_ATTRIBUTES } from '../../conditions.ts'
import { Rejection, type Diagnostics, type Finding, type Locator } from '../../diagnostics/collector.ts'
import type { CallSite } from '../../location.ts'
import { textOf } from '../../name.ts'
import { globNames, isAnything, type RailsVersion } from '@turnout/patterns'
import type { Route } from '../../route.ts'
import { checkRoute } from './check-route.ts'
import { checkWrittenTarget } from './check-writing.ts'
import { makeRoute, SHORTEST_GLOB } from './make-route.ts'
import { fullPath } from './match-arguments.ts'
import { truthy, type Options } from './options.ts'
import { routeName } from './route-name.ts'
import type { Scope } from './scope.ts'

/** One route as it is declared, at the level that it belongs to. */
export interface DeclaredRoute {
  /** A path, or the name of an action. */
  readonly declaredPath: string
  readonly isAction: boolean
  readonly options: Options
  readonly scope: Scope
  readonly verbs: readonly string[]
  /** Options that no method knows. */
  readonly rest: Options
  readonly site: CallSite | null
}

/** The routes in the order of their declarations. Each is named, made and checked as it comes. */
export class RouteCollector {
  readonly routes: Route[] = []
  readonly #named = new Map<string, Route>()
  readonly #unreadable = new Set<string>()
  /** Requirements of scopes that have been reported. */
  readonly #ignored = new Set<unknown>()
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #rails: RailsVersion

  constructor(diagnostics: Diagnostics, locatorOf: (site: CallSite | null) => Locator, rails: RailsVersion) {
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#rails = rails
  }

  /** The route that has this name. */
  routeNamed(name: string): Route | undefined {
    return this.#named.get(name)
  }

  /**
   * Adds a route (Rails: `add_route`), and returns its name.
   *
   * @throws Rejection for what cannot be a route, and for a name that is taken
   */
  add({ declaredPath, isAction, options, scope, verbs, rest, site }: DeclaredRoute): string | null {
    const isName = /^[\w\-/]+$/.test(declaredPath)
    let defaultAction = textOf(options['action']) ?? scope.action
    if (isName && !declaredPath.includes('/')) defaultAction ??= declaredPath.replaceAll('-', '_')
    const nameOption = options['as']
    const unnamed = 'as' in options && !truthy(nameOption)
    const name = unnamed
      ? null
      : routeName(scope, nameOption, isName ? declaredPath : null, (candidate) => this.#named.has(candidate))
    const route = makeRoute({
      scope,
      name,
      path: fullPath(scope, declaredPath, isAction, options['path']),
      controller: truthy(options['controller']) ? options['controller'] : scope.controller,
      defaultAction,
      to: options['to'],
      verbs,
      format: 'format' in options ? options['format'] : scope.format,
      constraints: options['constraints'],
      anchor: 'anchor' in options ? truthy(options['anchor']) : true,
      rest,
      rails: this.#rails,
      site,
    })
    if (name !== null) this.#claimName(name, route)
    this.routes.push(route)
    const locator = this.#locatorOf(site)
    this.#diagnostics.reportFindings(this.#unreadableConditions(route), locator)
    this.#diagnostics.reportFindings(this.#ignoredRequirements(route, scope), locator)
    this.#diagnostics.reportFindings(checkRoute(route, options['constraints'], rest, this.#rails), locator)
    this.#diagnostics.reportFindings(checkWrittenTarget(options['to'], route.action), locator)
    return name
  }

  /** Once for each attribute: a scope hands conditions to all routes inside. */
  *#unreadableConditions({ conditions }: Route): Generator<Finding> {
    for (const attribute of Object.keys(conditions)) {
      if (!UNREADABLE_ATTRIBUTES.has(attribute) || this.#unreadable.has(attribute)) continue
      this.#unreadable.add(attribute)
      yield ['unreadable-condition', { attribute }]
    }
  }

  /** Requirements of scopes on globs that a format may follow. Once for each: a scope hands them to all routes inside. */
  *#ignoredRequirements({ segments, requirements, pattern }: Route, scope: Scope): Generator<Finding> {
    for (const name of globNames(segments)) {
      const requirement = Object.hasOwn(scope.constraints, name) ? scope.constraints[name] : undefined
      if (requirement === undefined || this.#ignored.has(requirement)) continue
      const usedRequirement = requirements[name]
      if (
        usedRequirement === undefined ||
        !isAnything(usedRequirement) ||
        String(requirement) === String(SHORTEST_GLOB)
      )
        continue
      this.#ignored.add(requirement)
      yield ['ignored-requirement', { name, pattern }]
    }
  }

  #claimName(name: string, route: Route): void {
    if (!/^[_a-z]\w*$/i.test(name)) throw new Rejection('invalid-name', { name, owner: 'route' })
    if (name === '__proto__') throw new Rejection('reserved-name', 'route')
    const earlierRoute = this.#named.get(name)
    if (earlierRoute !== undefined) {
      const location = this.#locatorOf(earlierRoute.site)()
      const message = `\`${name}\` is first declared here, for \`${earlierRoute.pattern}\`.`
      const related = location === null ? [] : [{ message, location }]
      throw new Rejection('duplicate-name', { name }, related)
    }
    this.#named.set(name, route)
  }
}
