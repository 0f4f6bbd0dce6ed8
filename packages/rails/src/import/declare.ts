// Finds calls of the DSL that declare exactly the routes of a table: `resources`, `namespace` and nesting where they fit,
// and a call such as `get` for each other route.
import { makeInflector } from '@turnout/compiler/internal/phases/2-expand/inflect'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import {
  blockOf,
  countRoutes,
  FunctionName,
  mergeCalls,
  nest,
  printBlock,
  type Call,
  type CallOptions,
  type CallValue,
} from './call.ts'
import {
  limitsOf,
  callPartsOf,
  optionOf,
  relativeController,
  targetOf,
  unescaped,
  completeCallOf,
  withoutFormat,
} from './single-route.ts'
import { runsBefore, type ResourceRun } from './resource-run.ts'
import { compilePrinted, keyOfImported, keyOfRoute, type Imported } from './table.ts'

const inflector = makeInflector()

/** A name that no application uses. */
const STAND_IN = { plural: 'zqs', singular: 'zq' }

/** The blocks around a call. */
interface Context {
  /** The outermost first. Resources in it declare no routes of their own. */
  readonly blocks: readonly Call[]
  /** The path prefix of the blocks. */
  readonly path: string
  /** The controller prefix of the blocks, with a slash at its end. */
  readonly module: string
  /** The resource whose block this is; null in other blocks. */
  readonly resource: { readonly base: string; readonly member: string; readonly controller: string } | null
  /** The function that decides about all routes of the blocks. */
  readonly constraint: string | null
  /** The names of the defaults that the blocks set. */
  readonly defaults: readonly string[]
}

const ROOT: Context = { blocks: [], path: '', module: '', resource: null, constraint: null, defaults: [] }

/**
 * Finds the calls that declare a table. It compiles the shortest form of a call, and compares the compiled routes with those
 * of the table. What they lack becomes an option of the call. The call is taken only if its routes are then equal to those
 * of the table.
 *
 *     /admin/users/:name    r.namespace('admin', (admin) => { admin.resources('users', { only: 'show', param: 'name' }) })
 */
export class CallFinder {
  readonly #imported: readonly Imported[]
  readonly #keys: readonly string[]
  /** The index of the first route with each name. */
  readonly #firstIndexes = new Map<string, number>()
  readonly #routes: readonly ManifestRoute[]
  /** The routes that each printed call declares; null if it has an error. The search tries many calls more than once. */
  readonly #compiled = new Map<string, readonly ManifestRoute[] | null>()

  constructor(imported: readonly Imported[]) {
    this.#imported = imported
    this.#routes = imported.map(({ route }) => route)
    this.#keys = imported.map(keyOfImported)
    imported.forEach(({ route: { name } }, index) => {
      if (name !== null && !this.#firstIndexes.has(name)) this.#firstIndexes.set(name, index)
    })
  }

  /** Returns the calls that declare all routes, in their order. */
  findAllCalls(): readonly Call[] {
    return this.#findCalls(0, this.#imported.length, ROOT)
  }

  /**
   * Returns the calls that declare the routes from `start` to `end` in a context. It goes backwards from `end`, because
   * Rails puts the routes of a resource's block before the resource's own. It stops at a route that no call can declare in
   * this context, so the calls may begin after `start`.
   */
  #findCalls(start: number, end: number, context: Context): readonly Call[] {
    const calls: Call[] = []
    for (let remainingEnd = end; remainingEnd > start; remainingEnd -= calls[0]!.routeCount) {
      const call =
        this.#resourceCall(start, remainingEnd, context) ??
        this.#scopeCall(start, remainingEnd, context) ??
        this.#singleRouteCall(remainingEnd - 1, context)
      if (call === null) break
      calls.unshift(call)
    }
    return mergeCalls(calls)
  }

  /** Returns the resource whose last route is before `end`, with its block; null if there is none. */
  #resourceCall(start: number, end: number, context: Context): Call | null {
    const isChild = ({ base }: ResourceRun) => /^\/[^/()]+$/.test(relativePath(base, context))
    const [longest] = this.#runsBefore(start, end)
    // The collection of a shallow resource may be in a block, although its members have short paths.
    const scope = longest?.shallow === true && !isChild(longest) ? this.#scopeCall(start, end, context) : null
    if (scope !== null) return scope
    // If the longest run is not one resource, a shorter one may be.
    for (let runStart = longest?.start ?? end; runStart < end; runStart += 1) {
      for (const run of this.#runsBefore(runStart, end)) {
        if (run.start !== runStart || !isChild(run)) continue
        const call = this.#completeCall(resourceCalls(run, this.#imported[runStart]!.route, context), runStart, context)
        const found = call && (this.#withBlock(call, run, start, context) ?? (isForced(call, run) ? null : call))
        if (found !== null) return found
      }
    }
    return null
  }

  /** Adds the preceding routes that belong into the block of a resource; null if there are none. */
  #withBlock(call: Call, run: ResourceRun, start: number, context: Context): Call | null {
    // The resource is already in a block for its constraint.
    if (call.method === 'constraints') return null
    const { route, constraint } = this.#imported[run.start]!
    const { only: _only, except: _except, ...options } = call.options
    const { module = '' } = options
    const param = String(options['param'] ?? 'id')
    const name = typeof options['as'] === 'string' ? options['as'] : String(call.args[0])
    const member = run.member ?? `${run.base}/:${param}`
    const inner: Context = {
      blocks: [...context.blocks, { ...call, options: { ...options, only: [] } }],
      path: run.singular ? run.base : `${run.base}/:${inflector.singularize(name)}_${param}`,
      module: module === '' ? context.module : `${context.module}${String(module)}/`,
      resource: { base: run.base, member, controller: route.controller! },
      constraint: constraint ?? context.constraint,
      defaults: context.defaults,
    }
    const isBelow = (path: string) => path.startsWith(`${run.base}/`) || path.startsWith(`${member}/`)
    let blockStart = run.start
    while (blockStart > start && isBelow(this.#pathOf(blockStart - 1))) blockStart -= 1
    const block = this.#findCalls(blockStart, run.start, inner)
    if (block.length === 0) return null
    const withBlock = { ...call, block, routeCount: call.routeCount + countRoutes(block) }
    return this.#matchesRoutes(withBlock, run.end - withBlock.routeCount, context) ? withBlock : null
  }

  /** Returns the block that declares the routes before `end` with the next segment of their paths; null if none is worth it. */
  #scopeCall(start: number, end: number, context: Context): Call | null {
    const last = this.#routes[end - 1]!
    const [run] = this.#runsBefore(start, end)
    const shallow = run?.shallow === true ? run : null
    const lastPath = shallow === null ? this.#pathOf(end - 1) : `${shallow.base}/`
    for (const { call, path, module, excludedModule } of scopeCalls(lastPath, last, context)) {
      const inner = { ...context, path: context.path + path, module: context.module + module, resource: null }
      const isInside = (index: number) => {
        const { controller } = this.#imported[index]!.route
        const isInModule = controller?.startsWith(inner.module) ?? module === ''
        const isInExcluded = excludedModule !== null && (controller?.startsWith(excludedModule) ?? false)
        const isBelow = this.#pathOf(index).startsWith(`${inner.path}/`) || index >= (shallow?.start ?? end)
        return isBelow && isInModule && !isInExcluded
      }
      let blockStart = end
      while (blockStart > start && isInside(blockStart - 1)) blockStart -= 1
      if (!this.#hasRun(blockStart, end, inner.path)) continue
      const common = Object.entries(last.defaults).filter(([name, value]) => {
        if (context.defaults.includes(name)) return false
        return this.#routes
          .slice(blockStart, end)
          .every(({ defaults }) => textOf(defaults[name] ?? null) === textOf(value))
      })
      const scope = { ...call, options: { ...call.options, ...optionOf('defaults', Object.fromEntries(common)) } }
      const block = this.#findCalls(blockStart, end, {
        ...inner,
        blocks: [...context.blocks, scope],
        defaults: [...context.defaults, ...common.map(([name]) => name)],
      })
      if (block.some(({ method }) => !declaresOneRoute(method)))
        return { ...scope, block, routeCount: countRoutes(block) }
    }
    return null
  }

  /** True if a block could contain a resource. If it cannot, calls with complete paths are easier to read than a block. */
  #hasRun(start: number, end: number, path: string): boolean {
    for (let index = end; index > start; index -= 1) {
      if (this.#runsBefore(start, index).some(({ base }) => base.startsWith(`${path}/`))) return true
    }
    return false
  }

  /** Returns a call for a single route; null if it cannot be declared in the context. */
  #singleRouteCall(index: number, context: Context): Call | null {
    const entry = this.#imported[index]!
    const { method, path, options } = callPartsOf(entry.route)
    const calls: Call[] = positionsOf(path, context).map(([relative, position]) => ({
      method,
      args: [unescaped(relative)],
      options: { ...position, ...targetOptionOf(entry, relative, context), ...options },
      block: null,
      routeCount: 1,
    }))
    if (path === (context.path || '/') && /(?:^|_)root$/.test(entry.route.name ?? '')) {
      calls.unshift({ ...calls[0]!, method: 'root', args: [targetOf(entry, context.module)], options: {} })
    }
    return this.#completeCall(calls, index, context) ?? (context === ROOT ? completeCallOf(entry) : null)
  }

  /**
   * Adds the options that calls need to declare the routes from an index on. Returns the call with the fewest options;
   * null if none of them declares the routes.
   */
  #completeCall(calls: readonly Call[], start: number, context: Context): Call | null {
    const { constraint } = this.#imported[start]!
    if (constraint === context.constraint) return this.#shortestCompleteCall(calls, start, context)
    if (context.constraint !== null || constraint === null) return null
    // `constraints` accepts a function or a map. A call with a map has the function in a block around it.
    const block = blockOf('constraints', new FunctionName(constraint))
    const inner = { ...context, blocks: [...context.blocks, block], constraint }
    const call = this.#shortestCompleteCall(calls, start, inner)
    if (call === null) return null
    if ('constraints' in call.options) return nest([block], call)
    return { ...call, options: { ...call.options, constraints: block.args[0]! } }
  }

  #shortestCompleteCall(calls: readonly Call[], start: number, context: Context): Call | null {
    let best: Call | null = null
    for (const call of calls) {
      // Options are only added, so this call cannot become shorter than the best one.
      if (best !== null && size(call) >= size(best)) continue
      const complete = this.#withMissing(call, start, context)
      if (complete !== null && (best === null || size(complete) < size(best))) best = complete
    }
    return best
  }

  /** Adds the name, the constraints and the defaults that the routes of a call lack; null if anything else differs. */
  #withMissing(call: Call, start: number, context: Context): Call | null {
    const wanted = this.#routes.slice(start, start + call.routeCount)
    const hasNames = (candidate: Call | null): candidate is Call =>
      candidate !== null &&
      (this.#routesOf(candidate, start, context)?.every(({ name }, index) => name === wanted[index]!.name) ?? false)
    const named = hasNames(call) ? call : this.#withName(call, start, context)
    if (!hasNames(named)) return null
    const candidates = [named, ...withMissingOptions(named, this.#routesOf(named, start, context)!, wanted)]
    return candidates.find((candidate) => this.#matchesRoutes(candidate, start, context)) ?? null
  }

  /**
   * Adds the option `as`. It first compiles the call with a name that no application uses, to see what the blocks add to
   * it: if `as: 'zqs'` results in `new_admin_zq`, then `new_admin_photo` needs `as: 'photos'`.
   */
  #withName(call: Call, start: number, context: Context): Call | null {
    const withName = (as: string | null): Call => ({ ...call, options: { ...call.options, as } })
    const namedIndex = this.#routes.slice(start, start + call.routeCount).findIndex(({ name }) => name !== null)
    if (namedIndex < 0) return withName(null)
    const { name, action } = this.#routes[start + namedIndex]!
    const isSingular = call.method === 'resources' && action !== 'index'
    const standIn = this.#routesOf(withName(STAND_IN.plural), start, context)?.[namedIndex]?.name
    const [prefix, suffix] = standIn?.split(isSingular ? STAND_IN.singular : STAND_IN.plural) ?? []
    if (prefix === undefined || suffix === undefined || name!.length <= prefix.length + suffix.length) return null
    if (!name!.startsWith(prefix) || !name!.endsWith(suffix)) return null
    const ownName = name!.slice(prefix.length, name!.length - suffix.length)
    return withName(isSingular ? inflector.pluralize(ownName) : ownName)
  }

  /** True if a call declares the routes from an index on, and no others. */
  #matchesRoutes(call: Call, start: number, context: Context): boolean {
    const routes = this.#routesOf(call, start, context)
    return routes?.every((route, index) => keyOfRoute(route) === this.#keys[start + index]) ?? false
  }

  /** Returns the routes that a call declares in a context; null if there is an error, or their number is wrong. */
  #routesOf(call: Call, start: number, context: Context): readonly ManifestRoute[] | null {
    const text = printBlock([nest(context.blocks, call)])
    if (!this.#compiled.has(text)) {
      this.#compiled.set(text, compilePrinted(text, { analysed: false }).routes)
    }
    const routes = this.#compiled.get(text)
    if (routes?.length !== call.routeCount) return null
    return routes.map((route, index) => {
      // If an earlier route has the same name, Rails omits it. The call was compiled alone, so it still has the name.
      const isTaken = (this.#firstIndexes.get(route.name ?? '') ?? start) < start
      return isTaken && this.#imported[start + index]!.route.name === null ? { ...route, name: null } : route
    })
  }

  #runsBefore(start: number, end: number): readonly ResourceRun[] {
    return runsBefore(this.#routes, start, end)
  }

  #pathOf(index: number): string {
    return withoutFormat(this.#imported[index]!.route.pattern)
  }
}

/** A path inside the blocks: `/admin/photos` -> `/photos`. A path that is not inside is empty. */
function relativePath(path: string, context: Context): string {
  return path.startsWith(`${context.path}/`) ? path.slice(context.path.length) : ''
}

function declaresOneRoute(method: string): boolean {
  return !/^(?:resources?|namespace|scope|constraints)$/.test(method)
}

/** Returns a call with the constraints and defaults that its routes lack: the possible ones, the shortest first. */
function withMissingOptions(call: Call, compiled: readonly ManifestRoute[], wanted: readonly ManifestRoute[]): Call[] {
  const missing = (mapOf: (route: ManifestRoute) => CallOptions): CallOptions =>
    Object.fromEntries(
      compiled.flatMap((route, index) => {
        const existing = mapOf(route)
        const entries = Object.entries(mapOf(wanted[index]!))
        return entries.filter(
          ([name, value]) => !Object.hasOwn(existing, name) || textOf(existing[name]!) !== textOf(value),
        )
      }),
    )
  const constraints = missing(limitsOf)
  const defaults = missing((route) => route.defaults)
  // Rails also adds a constraint that is a string to the defaults.
  const otherDefaults = Object.fromEntries(Object.entries(defaults).filter(([name]) => !(name in constraints)))
  return [otherDefaults, defaults].map((values) => ({
    ...call,
    options: { ...call.options, ...optionOf('constraints', constraints), ...optionOf('defaults', values) },
  }))
}

function size({ options }: Call): number {
  return Object.keys(options).length
}

function textOf(value: CallValue): string {
  return value instanceof RegExp ? String(value) : JSON.stringify(value)
}

/** Returns the relative path of a route at each level of the block that the path belongs to, with the option for the level. */
function positionsOf(path: string, { resource, ...context }: Context): (readonly [string, CallOptions])[] {
  if (resource === null) {
    // Outside all blocks, people write the slash.
    if (context.path === '') return [[path, {}]]
    return path.startsWith(`${context.path}/`) || path === context.path
      ? [[path.slice(context.path.length + 1) || '/', {}]]
      : []
  }
  const levels: [prefix: string, options: CallOptions][] = [
    [`${resource.member}/`, { on: 'member' }],
    [`${context.path}/`, {}],
    [`${resource.base}/`, { on: 'collection' }],
  ]
  return levels
    .filter(([prefix]) => path.startsWith(prefix))
    .map(([prefix, options]) => [path.slice(prefix.length), options])
}

/** Returns the option for the target of a single route. In a resource, the path is the action, and the controller is known. */
function targetOptionOf(entry: Imported, relative: string, { module, resource }: Context): CallOptions {
  const { controller, action } = entry.route
  const isOwn = resource !== null && controller === resource.controller && entry.endpoint === null
  if (!isOwn || entry.route.endpoint !== null) return { to: targetOf(entry, module) }
  return action === relative ? {} : { action }
}

const ALL = {
  plural: ['index', 'create', 'new', 'edit', 'show', 'update', 'destroy'],
  singular: ['new', 'edit', 'show', 'update', 'destroy', 'create'],
}

/** Returns calls that may declare a run, without constraints and defaults: one for each name that the resource may have. */
function resourceCalls(run: ResourceRun, route: ManifestRoute, { path, module }: Context): Call[] {
  const segment = run.base.slice(path.length + 1)
  const controller = relativeController(route.controller!, module)
  const controllerWord = controller.slice(controller.lastIndexOf('/') + 1)
  const param = run.member === null ? 'id' : run.member.slice(run.member.lastIndexOf('/') + 2)
  const names = new Set([
    segment.replaceAll('-', '_'),
    run.singular ? inflector.singularize(controllerWord) : controllerWord,
    controllerWord,
  ])
  return [...names]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name))
    .map((name) => ({
      method: run.singular ? 'resource' : 'resources',
      args: [name],
      options: {
        ...(name !== segment && { path: unescaped(segment) }),
        ...(param !== 'id' && { param }),
        ...controllerOption(controller, run.singular ? inflector.pluralize(name) : name),
        ...actionsOption(run),
        ...(!run.hasFormat && { format: false }),
        ...(run.shallow && { shallow: true }),
      },
      block: null,
      routeCount: run.end - run.start,
    }))
}

/** @param expected the controller of the resource without an option */
function controllerOption(controller: string, expected: string): CallOptions {
  if (controller === expected) return {}
  const isInModule = controller.endsWith(`/${expected}`) && !controller.startsWith('/')
  return isInModule ? { module: controller.slice(0, -expected.length - 1) } : { controller }
}

/** Returns `only` or `except`, the shorter of both; none if the run has all actions of a resource. */
function actionsOption({ singular, actions }: ResourceRun): CallOptions {
  const missing = (singular ? ALL.singular : ALL.plural).filter((action) => !actions.includes(action))
  if (missing.length === 0) return {}
  const listOrItem = (list: readonly string[]): CallValue => (list.length === 1 ? list[0]! : list)
  return missing.length < actions.length ? { except: listOrItem(missing) } : { only: listOrItem(actions) }
}

/** True for a resource with a single action whose path, controller or name needs an option: a person would write `get`. */
function isForced({ args, options }: Call, { actions }: ResourceRun): boolean {
  const { path, controller, as: nameOption } = options
  const isOtherPath = path !== undefined && path !== String(args[0]).replaceAll('_', '-')
  return actions.length === 1 && (isOtherPath || controller !== undefined || nameOption !== undefined)
}

/** A block that may be around a route, and what it adds to the path and to the controller. */
interface ScopeCall {
  readonly call: Call
  readonly path: string
  readonly module: string
  /** The controllers that belong in a namespace instead; null for none. */
  readonly excludedModule: string | null
}

/**
 * Returns blocks that may declare the next segment of a route's path, the likely ones first.
 *
 *     /admin/photos                 namespace('admin'), scope('admin', { as: 'admin' }), scope('admin')
 *     /albums/:album_id/photos      resources('albums', { only: [] }), scope('albums/:album_id')
 *     (/:locale)/photos             scope('(:locale)', { constraints: { locale: /de|en/ } })
 */
function scopeCalls(path: string, route: ManifestRoute, context: Context): ScopeCall[] {
  const relative = path.startsWith(context.path) ? path.slice(context.path.length) : ''
  const [segment] = /^(?:\/[^/()]+|\([^()]*\))(?=\/)/.exec(relative) ?? []
  if (segment === undefined) return []
  const [param] = /^\/:\w+(?=\/)/.exec(relative.slice(segment.length)) ?? []
  const limits = Object.entries(limitsOf(route))
  const withLimits = (method: string, scopePath: string, arg: string, options: CallOptions): ScopeCall => {
    const ownLimits = Object.fromEntries(limits.filter(([name]) => scopePath.includes(`:${name}`)))
    const call = blockOf(method, arg, { ...options, ...optionOf('constraints', ownLimits) })
    return { call, path: scopePath, module: '', excludedModule: null }
  }
  const scope = (scopePath: string, options: CallOptions = {}) =>
    withLimits('scope', scopePath, unescaped(scopePath.replace(/^(\(?)\//, '$1')), options)
  const word = segment.slice(1).replaceAll('-', '_')
  if (!/^[a-z_]\w*$/.test(word)) return [scope(segment)]
  if (param !== undefined) {
    const parent = parentOf(segment.slice(1), word, param.slice(2))
    const resources = parent && withLimits('resources', segment + param, parent.name, parent.options)
    return [...(resources === null ? [] : [resources]), scope(segment + param)]
  }
  const module = `${word}/`
  const fullModule = context.module + module
  if ((route.controller ?? '').startsWith(fullModule)) {
    const namespaces = segment === `/${word}` ? [withLimits('namespace', segment, word, {})] : []
    return [...namespaces, scope(segment, { module: word })].map((inside) => ({ ...inside, module }))
  }
  return [scope(segment, { as: word }), scope(segment)].map((outside) => ({ ...outside, excludedModule: fullModule }))
}

/**
 * Returns the name and the options of a resource without routes, for a path below its members; null if the param names no
 * resource.
 *
 *     albums, album_id     resources('albums', { only: [] })
 *     photos, album_id     resources('albums', { only: [], path: 'photos' })
 */
function parentOf(segment: string, word: string, param: string): { name: string; options: CallOptions } | null {
  const prefix = `${inflector.singularize(word)}_`
  const path = word === segment ? {} : { path: segment }
  if (param.startsWith(prefix) && param !== prefix) {
    const ownParam = param.slice(prefix.length)
    return { name: word, options: { only: [], ...path, ...(ownParam !== 'id' && { param: ownParam }) } }
  }
  if (!param.endsWith('_id')) return null
  return { name: inflector.pluralize(param.slice(0, -3)), options: { only: [], path: segment } }
}
