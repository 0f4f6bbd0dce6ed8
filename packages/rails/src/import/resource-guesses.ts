// Guesses the calls of `resources` and `resource` that declare a run of routes.
import { makeInflector } from '@turnout/compiler/internal/phases/2-expand/inflect'
import { block, nest, type Call, type CallValue } from './call.ts'
import { constraintMapOf, unescaped, type Imported } from './single-call.ts'
import { lastSegment, type ResourceRun } from './resource-run.ts'
import { guessScopes } from './scope-guesses.ts'

/** The blocks around a call. */
export interface Context {
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

const inflector = makeInflector()

/** At most this many calls are guessed for one run. */
const MAX_CANDIDATES = 200

/** A call that may declare a run of routes. */
export interface Candidate {
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

/** Yields calls that may declare a run, the likely ones first. */
export function* guessResources(
  run: ResourceRun,
  imported: readonly Imported[],
  context: Context,
): Generator<Candidate> {
  const runRoutes = imported.slice(run.start, run.end)
  const { route: firstRoute, constraint } = runRoutes[0]!
  const relative = run.base.slice(context.path.length)
  const segment = lastSegment(relative)
  const prefix = relative.slice(0, relative.length - segment.length - 1)
  let candidatesLeft = MAX_CANDIDATES
  for (const scopes of guessScopes(prefix, firstRoute.controller!, context.module)) {
    const isFunction = constraint !== null && constraint !== context.constraint
    const outerCalls: Call[] = isFunction ? [block('constraints', [{ fn: constraint }])] : []
    const wrap = (calls: readonly Call[]) => nest([...outerCalls, ...scopes.calls], calls)
    for (const { name, options } of guessNames(segment, scopes.module, runRoutes, run)) {
      for (const limits of guessLimits(runRoutes, context, relative)) {
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

/** Yields possible names of the resource that result in its controller, path, parameter and names. */
function* guessNames(
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

/** Returns the number of options that correct the path, the controller or the names of a resource. */
function countCorrections(name: string, { path = name, controller, as: nameOption }: Call['options']): number {
  const isOtherPath = path !== name && path !== name.replaceAll('_', '-')
  return Number(isOtherPath) + Number(controller !== undefined) + Number(nameOption !== undefined)
}

const ALL = {
  plural: ['index', 'create', 'new', 'edit', 'show', 'update', 'destroy'],
  singular: ['new', 'edit', 'show', 'update', 'destroy', 'create'],
}

/** Returns `only` or `except`, the shorter of both; none if the run has all actions of a resource. */
function actionsOf({ singular, actions }: ResourceRun): Record<string, CallValue> {
  const allActions = singular ? ALL.singular : ALL.plural
  const missing = allActions.filter((action) => !actions.includes(action))
  if (missing.length === 0) return {}
  const listOrItem = (list: readonly string[]): CallValue => (list.length === 1 ? list[0]! : list)
  return missing.length < actions.length ? { except: listOrItem(missing) } : { only: listOrItem(actions) }
}

/** Yields options for all routes of a run: requirements, conditions and defaults. */
function* guessLimits(
  runRoutes: readonly Imported[],
  context: Context,
  relative: string,
): Generator<Record<string, CallValue>> {
  const allLimits: Record<string, CallValue> = Object.assign(
    {},
    ...runRoutes.map(({ route }) => constraintMapOf(route)),
  )
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
