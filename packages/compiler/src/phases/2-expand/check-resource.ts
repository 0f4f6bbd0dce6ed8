// Checks of `resources` and `resource`: names in `only` and `except`, and deep nesting.
import { nearest } from '../../diagnostics/nearest.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import type { MessageArgs } from '../../diagnostics/catalog.ts'
import { actionList } from './resource-options.ts'
import { ACTIONS, makeResource, type Resource, type ResourceContext, type OwnOptions } from './resource.ts'
import type { Scope } from './scope.ts'

/** A resource, and the values from which it was made. */
export interface DeclaredResource {
  readonly name: string
  readonly resource: Resource
  readonly options: OwnOptions
  readonly context: ResourceContext
  /** `only` and `except` that the resource would inherit; null if it sets neither itself. */
  readonly inherited: Pick<OwnOptions, 'only' | 'except'> | null
}

/**
 * Reports valid but probably unintended declarations: `only` and `except` without effect, and deep nesting, which
 * makes long paths.
 *
 * @param scope the scope around the resource
 */
export function* checkResource(declared: DeclaredResource, scope: Scope): Generator<Finding> {
  const { name, resource, options } = declared
  if (hasUselessRestriction(declared)) {
    const option = options.only === null ? 'except' : 'only'
    yield ['useless-restriction', { option, name }]
  }
  // Reported once, at the second identifier. Deeper nesting would only repeat the report.
  if (scope.parents === 2) {
    yield ['deep-nesting', { name, path: `${scope.path!}/${resource.path}` }]
  }
}

/**
 * Returns the arguments of `unknown-only` for each name in `only` and `except` that is no action.
 *
 * @param isSingular true for the lists of a singular resource, which has no `index`
 */
export function* checkActionLists(
  lists: { readonly only?: unknown; readonly except?: unknown },
  isSingular: boolean,
): Generator<MessageArgs<'unknown-only'>> {
  const allowedActions: readonly string[] = isSingular ? ACTIONS.filter((action) => action !== 'index') : ACTIONS
  for (const option of ['only', 'except'] as const) {
    for (const action of actionList(lists[option]) ?? []) {
      if (allowedActions.includes(action)) continue
      yield { option, action, isSingular, suggestion: nearest(action, allowedActions) }
    }
  }
}

/** True if the resource has the same routes with the inherited `only` and `except` as with its own. */
function hasUselessRestriction({ name, resource, options, inherited, context }: DeclaredResource): boolean {
  if (inherited === null) return false
  const actions = [...(options.only ?? []), ...(options.except ?? [])]
  if (!actions.every((action) => (ACTIONS as readonly string[]).includes(action))) return false
  const { routes } = makeResource(name, resource.singleton, { ...options, ...inherited }, context)
  // Both lists are selections from the same table of actions, in its order.
  return routes.length === resource.routes.length && routes.every((route, index) => route === resource.routes[index])
}
