import type { MessageArgs } from '../../diagnostics/catalog.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import { describeValue } from '../../describe.ts'
import { textOf } from '../../name.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import type { Route } from '../../route.ts'
import type { Inflector } from './inflect.ts'
import { truthy } from './options.ts'
import { rightSingular } from './mangled-words.ts'
import { ACTIONS, makeResource, type Resource, type ResourceContext, type OwnOptions } from './resource.ts'
import type { Scope } from './scope.ts'

/**
 * What is allowed but most likely not meant: `only` and `except` without effect, nesting that makes long paths.
 *
 * @param scope the scope around the resource
 * @param inherited what it would have of `only` and `except` if it said nothing itself; null where it says nothing
 */
export function* checkResource(
  name: string,
  resource: Resource,
  options: OwnOptions,
  scope: Scope,
  context: ResourceContext,
  inherited: Pick<OwnOptions, 'only' | 'except'> | null,
): Generator<Finding> {
  if (inherited !== null && isUseless(name, resource, options, inherited, context)) {
    const option = options.only === null ? 'except' : 'only'
    yield ['useless-restriction', { option, name }]
  }
  // Said once, where the second identifier comes in; what is nested deeper still would only repeat it.
  if (scope.parents === 2) {
    yield ['deep-nesting', { name, path: `${scope.path!}/${resource.path}` }]
  }
}

/** What is wrong with the singular of a resource; null where nothing is. */
export function mangledSingular(
  name: string,
  { memberName, singleton }: Resource,
  options: OwnOptions,
  inflector: Inflector,
): Omit<MessageArgs<'mangled-word'>, 'use'> | null {
  if (singleton || options.as !== null) return null
  const last = (text: string) => text.split(/[_\W]/).at(-1)!.toLowerCase()
  const right = rightSingular(last(name), last(memberName), last(inflector.pluralize(memberName)))
  if (right === null) return null
  return { name, singular: memberName, right: right ?? null }
}

/**
 * What a resource's singular names; null where nothing has it.
 *
 * @param routes the resource's own, and those declared in its block
 */
export function useOfSingular(
  { memberName, nestedParam }: Resource,
  routes: readonly Route[],
): MessageArgs<'mangled-word'>['use'] | null {
  const named = routes.find(({ name }) => name !== null && `_${name}_`.includes(`_${memberName}_`))
  if (named !== undefined) return { kind: 'route', name: named.name! }
  return routes.some(({ segments }) => hasParam(segments, nestedParam)) ? { kind: 'param', name: nestedParam } : null
}

function hasParam(segments: Pattern, name: string): boolean {
  return segments.some((segment) => {
    if (segment.kind === 'optional') return hasParam(segment.segments, name)
    return segment.kind === 'param' && segment.name === name
  })
}

function isUseless(
  name: string,
  resource: Resource,
  options: OwnOptions,
  inherited: Pick<OwnOptions, 'only' | 'except'>,
  context: ResourceContext,
): boolean {
  const named = [...(options.only ?? []), ...(options.except ?? [])]
  if (!named.every((action) => (ACTIONS as readonly string[]).includes(action))) return false
  const { routes } = makeResource(name, resource.singleton, { ...options, ...inherited }, context)
  // Of one table of actions both are parts, in its order.
  return routes.length === resource.routes.length && routes.every((route, index) => route === resource.routes[index])
}

/** The actions that `only` or `except` lists; null where it is not given. */
export function actionList(value: unknown): readonly string[] | null {
  if (!truthy(value)) return null
  return [value].flat().map((each) => textOf(each) ?? describeValue(each))
}
