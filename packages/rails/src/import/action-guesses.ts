// Guesses the calls for a route in the block of a resource.
import type { Call, CallValue } from './call.ts'
import { callPartsOf, constraintMapOf, unescaped, type Imported } from './single-call.ts'
import type { Context } from './resource-guesses.ts'

type CallOptions = Record<string, CallValue>

/**
 * Returns calls that may declare a route in the block of a resource, the shortest first. For `PATCH /photos/:id/publish`:
 *
 *     patch('publish', { on: 'member' })
 *     patch('publish', { on: 'member', as: null })
 *     patch('publish', { on: 'member', to: 'photos#publish' })
 *
 * @param context the block of the resource
 */
export function guessActions({ route, constraint, endpoint }: Imported, context: Context): Call[] {
  if (endpoint !== null || route.endpoint !== null || constraint !== context.constraint) return []
  const { method, path, options: common } = callPartsOf(route)
  const calls: Call[] = []
  for (const [relativePath, position] of positionsOf(path, context)) {
    for (const target of targetsOf(route, context)) {
      for (const name of namesOf(route)) {
        for (const limits of constraintsOf(route, context)) {
          const options = { ...position, ...target, ...name, ...common, ...limits }
          calls.push({ method, args: [unescaped(relativePath)], options, block: null, routes: 1 })
        }
      }
    }
  }
  return calls
}

type Route = Imported['route']

/** Returns the relative path of a route at each level of the resource that the path belongs to. */
function positionsOf(path: string, context: Context): (readonly [relativePath: string, options: CallOptions])[] {
  const { base, member } = context.resource!
  const levels: [prefix: string, options: CallOptions][] = [
    [`${member}/`, { on: 'member' }],
    [`${context.path}/`, {}],
    [`${base}/`, { on: 'collection' }],
  ]
  return levels
    .filter(([prefix]) => path.startsWith(prefix))
    .map(([prefix, options]) => [path.slice(prefix.length), options])
}

/** Returns the options that may set the controller and the action. */
function targetsOf({ controller, action }: Route, context: Context): CallOptions[] {
  const routeController = controller ?? ''
  const relativeController = routeController.startsWith(context.module)
    ? routeController.slice(context.module.length)
    : `/${routeController}`
  const target = { to: `${relativeController}#${action}` }
  if (routeController !== context.resource!.controller) return [target]
  return [{}, { action } as CallOptions, target]
}

/** Returns the options that may set the name: for `publish_photo` none, null, `publish` and `publish_photo`. */
function namesOf({ name }: Route): CallOptions[] {
  const words = name?.split('_') ?? []
  return [{}, { as: null }, ...words.map((_, index) => ({ as: words.slice(0, index + 1).join('_') }))]
}

/** Returns the options that may set the constraints: without those that the resource sets, and with all. */
function constraintsOf(route: Route, { path, resource }: Context): CallOptions[] {
  const limits = constraintMapOf(route)
  const ownLimits = Object.fromEntries(
    Object.entries(limits).filter(([name]) => !resource!.member.endsWith(`/:${name}`) && !path.includes(`/:${name}`)),
  )
  const choices = Object.keys(ownLimits).length === Object.keys(limits).length ? [limits] : [ownLimits, limits]
  return choices.map((choice) => (Object.keys(choice).length > 0 ? { constraints: choice } : {}))
}
