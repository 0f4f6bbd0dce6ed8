/**
 * Collects the routes and the `direct` URLs: names each route, makes it, checks it, and refuses a name that another route has.
 *
 *     path 'photos', verb GET, in the scope of namespace('admin')
 *       -> { name: 'admin_photos', pattern: '/admin/photos(.:format)', … }
 */
import { UNREADABLE_ATTRIBUTES } from '../../manifest/conditions.ts'
import { Rejection, type Diagnostics, type Finding, type Locator } from '../../diagnostics/collector.ts'
import type { CallSite } from '../../diagnostics/location.ts'
import { noteAt, type RelatedLocation } from '../../diagnostics/diagnostic.ts'
import { textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { globNames } from '../../patterns/pattern/pattern.ts'
import { isAnything } from '../../patterns/routes/route-pattern.ts'
import type { Direct, Route } from '../../route.ts'
import { checkRoute } from './check-route.ts'
import { checkWrittenTarget } from './check-writing.ts'
import { makeRoute, SHORTEST_GLOB } from './make-route.ts'
import { fullPath } from './match-arguments.ts'
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
  /** The options that are not in the table of options: requirements and default parameters. */
  readonly rest: Options
  readonly site: CallSite | null
}

/** The routes in the order of their declarations, and the `direct` URLs. */
export class RouteCollector {
  readonly routes: Route[] = []
  readonly #routesByName = new Map<string, Route>()
  /** By name: a later one redefines the helper of an earlier one. */
  readonly #directsByName = new Map<string, Direct>()
  /** The attributes of conditions that have been reported as unreadable. */
  readonly #reportedAttributes = new Set<string>()
  /** The requirements of scopes that have been reported as ignored. */
  readonly #reportedRequirements = new Set<unknown>()
  readonly #diagnostics: Diagnostics
  readonly #locatorOf: (site: CallSite | null) => Locator
  readonly #rails: RailsVersion

  constructor(diagnostics: Diagnostics, locatorOf: (site: CallSite | null) => Locator, rails: RailsVersion) {
    this.#diagnostics = diagnostics
    this.#locatorOf = locatorOf
    this.#rails = rails
  }

  get directs(): readonly Direct[] {
    return [...this.#directsByName.values()]
  }

  /** Rails defines the helper again (`NamedRouteCollection#add_url_helper`), so the last of a name counts. */
  addDirect(direct: Direct): void {
    const { name, site } = direct
    const earlierDeclaration = this.#directsByName.get(name) ?? this.#routesByName.get(name)
    if (earlierDeclaration !== undefined) this.#reportRedefined(name, 'direct', site, earlierDeclaration.site)
    this.#directsByName.set(name, direct)
  }

  /**
   * Adds a route (Rails: `add_route`). It replaces an earlier `direct` of its name, because a route defines its helper
   * again as well (`NamedRouteCollection#add`).
   *
   * @throws Rejection for a declaration that cannot become a route, and for a name that another route has
   */
  add(declared: DeclaredRoute): void {
    const { declaredPath, isAction, options, scope, verbs, rest, site } = declared
    const name = this.#nameOf(declared)
    let defaultAction = textOf(options['action']) ?? scope.action
    if (isWords(declaredPath) && !declaredPath.includes('/')) defaultAction ??= declaredPath.replaceAll('-', '_')
    const route = makeRoute({
      scope,
      name,
      path: fullPath(scope, declaredPath, isAction, options['path']),
      controller: isTruthyInRuby(options['controller']) ? options['controller'] : scope.controller,
      defaultAction,
      to: options['to'],
      verbs,
      format: 'format' in options ? options['format'] : scope.format,
      constraints: options['constraints'],
      anchor: 'anchor' in options ? isTruthyInRuby(options['anchor']) : true,
      rest,
      rails: this.#rails,
      site,
    })
    // Throws if another route has the name: a rejected route must not be in the table.
    if (name !== null) this.#claimName(name, route, scope)
    this.routes.push(route)
    this.#report(route, declared)
    if (name !== null) this.#replaceDirect(name, site)
  }

  #replaceDirect(name: string, site: CallSite | null): void {
    const direct = this.#directsByName.get(name)
    if (direct === undefined) return
    this.#reportRedefined(name, 'route', site, direct.site)
    this.#directsByName.delete(name)
  }

  #reportRedefined(
    name: string,
    redefinedBy: 'direct' | 'route',
    site: CallSite | null,
    earlierSite: CallSite | null,
  ): void {
    const related = this.#relatedTo(earlierSite, `\`${name}\` is first declared here.`)
    this.#diagnostics.report('redefined-direct', { name, redefinedBy }, this.#locatorOf(site), { related })
  }

  /** Returns a note at an earlier declaration; none if its place is unknown. */
  #relatedTo(site: CallSite | null, message: string): RelatedLocation[] {
    return noteAt(this.#locatorOf(site)(), message)
  }

  #nameOf({ declaredPath, options, scope }: DeclaredRoute): string | null {
    const nameOption = options['as']
    const isUnnamed = 'as' in options && !isTruthyInRuby(nameOption)
    if (isUnnamed) return null
    const words = isWords(declaredPath) ? declaredPath : null
    return routeName(scope, nameOption, words, (candidate) => this.#routesByName.has(candidate))
  }

  /** Reports options of a route that have no effect, or probably another effect than intended. */
  #report(route: Route, { options, scope, rest, site }: DeclaredRoute): void {
    const locator = this.#locatorOf(site)
    this.#diagnostics.reportFindings(this.#unreadableConditions(route), locator)
    this.#diagnostics.reportFindings(this.#ignoredRequirements(route, scope), locator)
    this.#diagnostics.reportFindings(checkRoute(route, options['constraints'], rest, this.#rails), locator)
    this.#diagnostics.reportFindings(checkWrittenTarget(options['to'], route.action), locator)
  }

  /** Reports each unreadable attribute once, because a scope passes its conditions on to all routes inside. */
  *#unreadableConditions({ conditions }: Route): Generator<Finding> {
    for (const attribute of Object.keys(conditions)) {
      if (!UNREADABLE_ATTRIBUTES.has(attribute) || this.#reportedAttributes.has(attribute)) continue
      this.#reportedAttributes.add(attribute)
      yield ['unreadable-condition', { attribute }]
    }
  }

  /**
   * Reports requirements of scopes on globs that a format may follow: Rails replaces them. Reports each requirement once,
   * because a scope passes it on to all routes inside.
   */
  *#ignoredRequirements({ segments, requirements, pattern }: Route, scope: Scope): Generator<Finding> {
    for (const name of globNames(segments)) {
      const requirement = Object.hasOwn(scope.constraints, name) ? scope.constraints[name] : undefined
      if (requirement === undefined || this.#reportedRequirements.has(requirement)) continue
      const usedRequirement = requirements[name]
      const isIgnored = usedRequirement !== undefined && isAnything(usedRequirement)
      if (!isIgnored || String(requirement) === String(SHORTEST_GLOB)) continue
      this.#reportedRequirements.add(requirement)
      yield ['ignored-requirement', { name, pattern }]
    }
  }

  #claimName(name: string, route: Route, { resource }: Scope): void {
    if (!isName(name)) {
      // The names of all routes of a resource contain its name, which is therefore reported once.
      const isFromResource = resource !== null && !isName(resource.memberName)
      const ownName = isFromResource ? resource.memberName : name
      const isDeclared = isFromResource && !isName(resource.name)
      throw new Rejection('invalid-name', { name: isDeclared ? resource.name : ownName, owner: 'route' })
    }
    if (name === '__proto__') throw new Rejection('reserved-name', 'route')
    const earlierRoute = this.#routesByName.get(name)
    if (earlierRoute !== undefined) {
      const message = `\`${name}\` is first declared here, for \`${earlierRoute.pattern}\`.`
      throw new Rejection('duplicate-name', { name }, this.#relatedTo(earlierRoute.site, message))
    }
    this.#routesByName.set(name, route)
  }
}

/** True for the name of a function. */
function isName(name: string): boolean {
  return /^[_a-z]\w*$/i.test(name)
}

/** True for a path of words, from which a name and an action can be derived: `photos/top-ten`, but not `photos/:id`. */
function isWords(path: string): boolean {
  return /^[\w\-/]+$/.test(path)
}
