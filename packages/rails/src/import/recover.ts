// Guesses the DSL calls that declare the routes of a table, and verifies each guess.
import type { ManifestRoute } from '@turnout/manifest'
import { makeInflector } from '@turnout/compiler/phases'
import type { Call, CallValue } from './call.ts'
import { flatCall, limitsOf, unescaped, type Imported } from './flat.ts'
import { lastSegment, runsBefore, withoutFormat, type ResourceRun } from './resource-run.ts'
import { keyOfImported, keyOfRoute, routesOfCalls } from './table.ts'

/**
 * Finds calls with `resources`, `namespace` and nesting that declare routes, in the order of a table.
 *
 * Every suggestion is verified: the call is evaluated, and the routes that it declares are compared with those of the table.
 * A resource's block precedes its own routes, so the table is read from its end.
 *
 * @param onAttempt called before each evaluation of a suggestion
 */
export function recover(imported: readonly Imported[], onAttempt: () => void): readonly Call[] {
  return merged(new Recovery(imported, onAttempt).items(0, imported.length, ROOT) as readonly Call[])
}

/** The blocks around a call. */
interface Context {
  /** Wraps calls in the enclosing blocks, so that they can be evaluated. */
  readonly wrap: (calls: readonly Call[]) => readonly Call[]
  /** The path prefix of the enclosing blocks. */
  readonly path: string
  /** The controller prefix of the enclosing blocks, with a slash at its end. */
  readonly module: string
  /** The resource whose block this is; null outside all resources. */
  readonly resource: { readonly base: string; readonly member: string; readonly controller: string } | null
  readonly constraint: string | null
}

const ROOT: Context = { wrap: (calls) => calls, path: '', module: '', resource: null, constraint: null }

const inflector = makeInflector()
const MAX_CANDIDATES = 200

class Recovery {
  readonly #imported: readonly Imported[]
  readonly #routes: readonly ManifestRoute[]
  readonly #keys: readonly string[]
  /** Names of the routes before each place. */
  readonly #firstNames = new Map<string, number>()

  readonly #onAttempt: () => void

  constructor(imported: readonly Imported[], onAttempt: () => void) {
    this.#imported = imported
    this.#onAttempt = onAttempt
    this.#routes = imported.map(({ route }) => route)
    this.#keys = imported.map(keyOfImported)
    this.#routes.forEach(({ name }, index) => {
      if (name !== null && !this.#firstNames.has(name)) this.#firstNames.set(name, index)
    })
  }

  /**
   * Returns the calls that declare the routes from `start` to `end` in a context.
   *
   * @returns the index of the first route from the end that cannot be declared there, if there is one
   */
  items(start: number, end: number, context: Context): readonly Call[] | number {
    const calls: Call[] = []
    for (let at = end; at > start;) {
      const call = this.#resource(start, at, context) ?? this.#single(at - 1, context)
      if (call === null) return at - 1
      calls.unshift(call)
      at -= call.routes
    }
    return calls
  }

  #single(index: number, context: Context): Call | null {
    if (context.resource !== null) return this.#ofResource(index, context)
    return flatCall(this.#imported[index]!)
  }

  /** Returns a resource with its block whose last route is before `end`; null if there is none. */
  #resource(start: number, end: number, context: Context): Call | null {
    const longest = runsBefore(this.#routes, start, end)[0]?.start ?? end
    // A shorter run may be valid if a longer one is not.
    for (let runStart = longest; runStart < end; runStart += 1) {
      for (const run of runsBefore(this.#routes, runStart, end)) {
        if (run.start !== runStart || !isInside(run.base, context)) continue
        for (const candidate of candidatesFor(run, this.#imported, context)) {
          const call = candidate.wrap([candidate.call])[0]!
          if (!this.#declares(context.wrap([call]), runStart, end)) continue
          const nested = this.#withBlock(run, candidate, start, context)
          if (nested !== null) return nested
          if (!candidate.isForced) return { ...call, routes: end - runStart }
        }
      }
    }
    return null
  }

  /** Adds the preceding routes that belong into the block of the resource; null if there are none. */
  #withBlock(run: ResourceRun, candidate: Candidate, start: number, context: Context): Call | null {
    let blockStart = run.start
    while (blockStart > start && isBelow(withoutFormat(this.#routes[blockStart - 1]!.pattern), run)) blockStart -= 1
    while (blockStart < run.start) {
      const block = this.items(
        blockStart,
        run.start,
        contextInside(run, candidate, context, this.#imported[run.start]!),
      )
      if (typeof block === 'number') {
        blockStart = block + 1
        continue
      }
      const call = candidate.wrap([{ ...candidate.call, block: merged(block), routes: run.end - blockStart }])[0]!
      if (this.#declares(context.wrap([call]), blockStart, run.end)) return { ...call, routes: run.end - blockStart }
      blockStart += 1
    }
    return null
  }

  /** A route of a resource that is not one of its own actions. */
  #ofResource(index: number, context: Context): Call | null {
    const { route, constraint, endpoint } = this.#imported[index]!
    if (endpoint !== null || route.endpoint !== null || constraint !== context.constraint) return null
    const { base, member, controller } = context.resource!
    const path = withoutFormat(route.pattern)
    const [verb] = route.verbs
    const isVerb = route.verbs.length === 1 && /^(?:GET|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(verb!)
    const method = isVerb ? verb!.toLowerCase() : 'match'
    const via = isVerb
      ? {}
      : { via: route.verbs.length === 0 ? 'all' : route.verbs.map((verbName) => verbName.toLowerCase()) }
    const positions: (readonly [rest: string, options: Record<string, CallValue>])[] = []
    if (path.startsWith(`${member}/`)) positions.push([path.slice(member.length + 1), { on: 'member' }])
    if (path.startsWith(`${context.path}/`)) positions.push([path.slice(context.path.length + 1), {}])
    if (path.startsWith(`${base}/`)) positions.push([path.slice(base.length + 1), { on: 'collection' }])
    const routeController = route.controller ?? ''
    const relative = routeController.startsWith(context.module)
      ? routeController.slice(context.module.length)
      : `/${routeController}`
    const targets = [
      ...(routeController === controller ? [{}, { action: route.action }] : []),
      { to: `${relative}#${route.action}` },
    ] as Record<string, CallValue>[]
    const words = route.name?.split('_') ?? []
    const names = [{}, { as: null }, ...words.map((_, count) => ({ as: words.slice(0, count + 1).join('_') }))]
    const limits = limitsOf(route)
    const outerLimits = Object.fromEntries(
      Object.entries(limits).filter(([name]) => !member.endsWith(`/:${name}`) && !context.path.includes(`/:${name}`)),
    )
    const common = {
      ...via,
      ...(path === route.pattern && { format: false }),
      ...(!route.anchored && { anchor: false }),
      ...(Object.keys(route.defaults).length > 0 && { defaults: route.defaults }),
    }
    const limiting = [outerLimits, limits].map((limitSet) =>
      Object.keys(limitSet).length > 0 ? { constraints: limitSet } : {},
    )
    for (const [relativePath, position] of positions) {
      for (const target of targets) {
        for (const name of names) {
          for (const limit of JSON.stringify(limiting[0]) === JSON.stringify(limiting[1]) ? [limiting[0]!] : limiting) {
            const options = { ...position, ...target, ...name, ...common, ...limit } as Record<string, CallValue>
            const call: Call = { method, args: [unescaped(relativePath)], options, block: null, routes: 1 }
            if (this.#declares(context.wrap([call]), index, index + 1)) return call
          }
        }
      }
    }
    return null
  }

  /** True if calls declare the routes from `start` to `end`, and no other routes. */
  #declares(calls: readonly Call[], start: number, end: number): boolean {
    this.#onAttempt()
    const routes = routesOfCalls(calls)
    if (routes === null || routes.length !== end - start) return false
    return routes.every((route, offset) => {
      const index = start + offset
      const key = this.#keys[index]!
      if (keyOfRoute(route) === key) return true
      // Rails omits a name that an earlier route has. The evaluated calls have no earlier routes.
      const isTaken = route.name !== null && (this.#firstNames.get(route.name) ?? index) < start
      return this.#routes[index]!.name === null && isTaken && keyOfRoute({ ...route, name: null }) === key
    })
  }
}

function isInside(base: string, context: Context): boolean {
  return context.path === '' || base.startsWith(`${context.path}/`)
}

/** True if a path can be declared in the block of a resource. */
function isBelow(path: string, { base, member }: ResourceRun): boolean {
  return path.startsWith(`${base}/`) || (member !== null && path.startsWith(`${member}/`))
}

/** A call that may declare a run of routes. */
interface Candidate {
  readonly call: Call
  /**
   * The resource has a single action and needs options to get it right. A person writes `get` instead, except if the
   * resource has a block.
   */
  readonly isForced: boolean
  /** Wraps calls in the scopes directly around the resource. */
  readonly wrap: (calls: readonly Call[]) => readonly Call[]
  readonly module: string
  readonly constraint: string | null
  /** The parameter of the members, as routes in the block have it. */
  readonly nestedParam: string | null
  readonly nestedBase: string
}

function contextInside(run: ResourceRun, candidate: Candidate, context: Context, firstRoute: Imported): Context {
  const { call, nestedParam, nestedBase } = candidate
  const bare: Call = { ...call, options: { ...call.options, only: [] } }
  delete (bare.options as Record<string, unknown>)['except']
  return {
    wrap: (calls) => context.wrap(candidate.wrap([{ ...bare, block: calls }])),
    path: nestedParam === null ? run.base : `${nestedBase}/:${nestedParam}`,
    module: candidate.module,
    resource: { base: run.base, member: run.member ?? `${run.base}/:id`, controller: firstRoute.route.controller! },
    constraint: candidate.constraint,
  }
}

/** Yields calls that may declare a run, the likely ones first. */
function* candidatesFor(run: ResourceRun, imported: readonly Imported[], context: Context): Generator<Candidate> {
  const runRoutes = imported.slice(run.start, run.end)
  const { route: firstRoute, constraint } = runRoutes[0]!
  const relative = run.base.slice(context.path.length)
  const segment = lastSegment(relative)
  const prefix = relative.slice(0, relative.length - segment.length - 1)
  let candidatesLeft = MAX_CANDIDATES
  for (const scopes of scopesOf(prefix, firstRoute.controller!, context)) {
    const isFunction = constraint !== null && constraint !== context.constraint
    const outerCalls: Call[] = isFunction ? [block('constraints', [{ fn: constraint }])] : []
    const wrap = (calls: readonly Call[]) => nest([...outerCalls, ...scopes.calls], calls)
    for (const { name, options } of resourcesNamed(segment, scopes.module, runRoutes, run)) {
      for (const limits of limitsOfRun(runRoutes, context, relative)) {
        if (candidatesLeft-- <= 0) return
        const call: Call = {
          method: run.singular ? 'resource' : 'resources',
          args: [name],
          options: {
            ...options,
            ...actionsOf(run),
            ...limits,
            ...(!run.hasFormat && { format: false }),
            ...(run.shallow && { shallow: true }),
          },
          block: null,
          routes: runRoutes.length,
        }
        const helperBase = typeof options['as'] === 'string' ? options['as'] : name
        const param = typeof options['param'] === 'string' ? options['param'] : 'id'
        const nestedParam = run.singular ? null : `${inflector.singularize(helperBase)}_${param}`
        const isInside = context.resource !== null || scopes.calls.some(({ method }) => method === 'namespace')
        yield {
          call,
          isForced: run.actions.length === 1 && countCorrections(name, options) > Number(isInside),
          wrap,
          module: scopes.module,
          constraint: constraint ?? context.constraint,
          nestedParam,
          nestedBase: run.base,
        }
      }
    }
  }
}

function block(method: string, args: readonly CallValue[], options: Record<string, CallValue> = {}): Call {
  return { method, args, options, block: [], routes: 0 }
}

function nest(enclosing: readonly Call[], calls: readonly Call[]): readonly Call[] {
  return enclosing.reduceRight<readonly Call[]>(
    (innerCalls, call) => [
      { ...call, block: innerCalls, routes: innerCalls.reduce((sum, { routes }) => sum + routes, 0) },
    ],
    calls,
  )
}

interface Scopes {
  readonly calls: readonly Call[]
  /** The controller prefix inside the calls, with that of the enclosing blocks. */
  readonly module: string
}

/** Yields scopes that may declare a prefix of a path. */
function* scopesOf(prefix: string, controller: string, context: Context): Generator<Scopes> {
  const segments = prefix.match(/^\([^()]*\)|\/[^/]+/g) ?? []
  let candidates: Scopes[] = [{ calls: [], module: context.module }]
  for (let index = 0; index < segments.length; index += 1) {
    const text = segments[index]!.replace(/^\//, '').replace(/^\(\//, '(')
    const [, param] = /^\/:(\w+)$/.exec(segments[index + 1] ?? '') ?? []
    const word = text.replaceAll('-', '_')
    const isWord = /^[a-z_]\w*$/.test(word)
    if (isWord && param !== undefined) {
      index += 1
      const nested = parentOf(text, param)
      candidates = candidates.flatMap((candidate) => [
        ...(nested === null ? [] : [{ ...candidate, calls: [...candidate.calls, nested] }]),
        { ...candidate, calls: [...candidate.calls, block('scope', [`${text}/:${param}`])] },
      ])
      continue
    }
    candidates = candidates.flatMap((candidate) => {
      const module = `${candidate.module}${word}/`
      const add = (call: Call, newModule = candidate.module): Scopes => ({
        calls: [...candidate.calls, call],
        module: newModule,
      })
      const path = unescaped(text)
      const withoutModule = [
        ...(isWord ? [add(block('scope', [path], { as: word }))] : []),
        add(block('scope', [path])),
        ...(isWord ? [add(block('resource', [word], { only: [], ...(word !== text && { path }) }))] : []),
      ]
      if (!isWord || !controller.startsWith(module)) return withoutModule
      const namespace = word === text ? block('namespace', [word]) : block('namespace', [word], { path })
      return [add(namespace, module), add(block('scope', [path], { module: word }), module), ...withoutModule]
    })
    if (candidates.length > 64) candidates = candidates.slice(0, 64)
  }
  yield* candidates
}

/** Returns an empty resource for a path that continues below its members. */
function parentOf(segment: string, param: string): Call | null {
  const word = segment.replaceAll('-', '_')
  const singularPrefix = `${inflector.singularize(word)}_`
  const path = word === segment ? {} : { path: segment }
  if (param.startsWith(singularPrefix) && param.length > singularPrefix.length) {
    const rest = param.slice(singularPrefix.length)
    return block('resources', [word], { only: [], ...path, ...(rest !== 'id' && { param: rest }) })
  }
  if (!param.endsWith('_id')) return null
  return block('resources', [inflector.pluralize(param.slice(0, -3))], { only: [], path: segment })
}

/** Yields possible names of the resource that result in its controller, path, parameter and names. */
function* resourcesNamed(
  segment: string,
  module: string,
  runRoutes: readonly Imported[],
  run: ResourceRun,
): Generator<{ readonly name: string; readonly options: Record<string, CallValue> }> {
  const controller = runRoutes[0]!.route.controller!
  const isInModule = controller.startsWith(module)
  const relative = isInModule ? controller.slice(module.length) : `/${controller}`
  const controllerWord = lastSegment(`/${relative}`)
  const param = run.member === null ? 'id' : lastSegment(run.member).slice(1)
  const routeName = runRoutes.find(({ route }) => route.name !== null)?.route.name ?? null
  const words = routeName?.split('_') ?? []
  const stem = segment.replaceAll('-', '_')
  const names = new Set([stem, run.singular ? inflector.singularize(controllerWord) : controllerWord, controllerWord])
  for (const aliased of [null, ...words.map((_, at) => words.slice(at).join('_'))]) {
    for (const name of names) {
      if (!/^[A-Za-z_]\w*$/.test(name)) continue
      const expected = run.singular ? inflector.pluralize(name) : name
      const options: Record<string, CallValue> = {}
      if (name !== segment) options['path'] = unescaped(segment)
      if (param !== 'id') options['param'] = param
      if (relative !== expected) {
        if (relative.endsWith(`/${expected}`) && isInModule) options['module'] = relative.slice(0, -expected.length - 1)
        else options['controller'] = relative
      }
      if (aliased !== null) {
        const nameOption =
          run.singular || runRoutes[0]!.route.action === 'index' ? aliased : inflector.pluralize(aliased)
        if (nameOption === name) continue
        options['as'] = nameOption
      }
      yield { name, options }
    }
  }
}

/** Options that correct the path, the controller or the names of a resource. */
function countCorrections(name: string, { path = name, controller, as: nameOption }: Call['options']): number {
  const isOtherPath = path !== name && path !== name.replaceAll('_', '-')
  return Number(isOtherPath) + Number(controller !== undefined) + Number(nameOption !== undefined)
}

const ALL = {
  plural: ['index', 'create', 'new', 'edit', 'show', 'update', 'destroy'],
  singular: ['new', 'edit', 'show', 'update', 'destroy', 'create'],
}

/** `only` or `except`, whichever is shorter. */
function actionsOf({ singular, actions }: ResourceRun): Record<string, CallValue> {
  const allActions = singular ? ALL.singular : ALL.plural
  const missing = allActions.filter((action) => !actions.includes(action))
  if (missing.length === 0) return {}
  const listOrItem = (list: readonly string[]): CallValue => (list.length === 1 ? list[0]! : list)
  return missing.length < actions.length ? { except: listOrItem(missing) } : { only: listOrItem(actions) }
}

/** Yields options for all routes of a run: requirements, conditions and defaults. */
function* limitsOfRun(
  runRoutes: readonly Imported[],
  context: Context,
  relative: string,
): Generator<Record<string, CallValue>> {
  const allLimits: Record<string, CallValue> = Object.assign({}, ...runRoutes.map(({ route }) => limitsOf(route)))
  const limitsBelowRun = Object.fromEntries(
    Object.entries(allLimits).filter(([name]) => !`${context.path}${relative}`.includes(`:${name}`)),
  )
  const { conditions } = runRoutes[0]!.route
  const defaults: Record<string, CallValue> = { ...runRoutes[0]!.route.defaults }
  const unrestrictedDefaults = Object.fromEntries(
    Object.entries(defaults).filter(([name]) => !Object.hasOwn(conditions, name)),
  )
  const option = (name: string, map: Record<string, CallValue>) => (Object.keys(map).length > 0 ? { [name]: map } : {})
  const optionKeys = new Set<string>()
  for (const limits of [limitsBelowRun, allLimits]) {
    for (const values of [unrestrictedDefaults, defaults]) {
      const options = { ...option('constraints', limits), ...option('defaults', values) }
      const key = JSON.stringify(options)
      if (!optionKeys.has(key)) yield options
      optionKeys.add(key)
    }
  }
}

/** Merges adjacent blocks of the same scope. */
export function merged(calls: readonly Call[]): readonly Call[] {
  const result: Call[] = []
  for (const call of calls) {
    const previousCall = result.at(-1)
    if (previousCall !== undefined && isSameScope(previousCall, call)) {
      const both = merged([...previousCall.block!, ...call.block!])
      result[result.length - 1] = { ...previousCall, block: both, routes: previousCall.routes + call.routes }
    } else result.push(call)
  }
  return result
}

function isSameScope(left: Call, right: Call): boolean {
  if (left.block === null || right.block === null) return false
  const isScope = ['namespace', 'scope', 'constraints'].includes(left.method)
  const isEmpty = (call: Call) =>
    Array.isArray(call.options['only']) && (call.options['only'] as unknown[]).length === 0
  if (!isScope && !(isEmpty(left) && isEmpty(right))) return false
  return (
    JSON.stringify([left.method, left.args, left.options]) === JSON.stringify([right.method, right.args, right.options])
  )
}
