import type { DiagnosticCode } from '../../diagnostics/catalog.ts'
import type { Inflector } from './inflect.ts'
import { rightSingular } from './mangled-words.ts'
import { ACTIONS, makeResource, type Resource, type ResourceContext, type ResourceOptions } from './resource.ts'
import type { Scope } from './scope.ts'

/**
 * What is allowed but most likely not meant: a word that inflection mangles, `only` and `except` without effect,
 * nesting that makes long paths.
 *
 * @param scope the scope around the resource
 * @param restricts whether `only` or `except` is among the resource's own options
 */
export function* resourceRemarks(
  name: string,
  resource: Resource,
  options: ResourceOptions,
  scope: Scope,
  context: ResourceContext,
  restricts: boolean,
): Generator<readonly [DiagnosticCode, string]> {
  if (!resource.singleton && options.as === null) {
    const remark = mangled(name, resource.memberName, context.inflector)
    if (remark !== null) yield ['mangled-word', remark]
  }
  if (restricts && isUseless(name, resource, options, scope, context)) {
    const option = options.only === null ? 'except' : 'only'
    yield ['useless-restriction', `\`${option}\` changes nothing: \`${name}\` has the same actions without it.`]
  }
  // Said once, where the second identifier comes in; what is nested deeper still would only repeat it.
  if (scope.parents === 2) {
    yield ['deep-nesting', `\`${name}\` is nested under two identifiers: \`${scope.path ?? ''}/${resource.path}\`.`]
  }
}

/** What is wrong with the singular of a name, in words; null where nothing is. */
function mangled(name: string, singular: string, inflector: Inflector): string | null {
  if (singular === name) return null
  const last = (text: string) => text.split(/[_\W]/).at(-1)!.toLowerCase()
  const right = rightSingular(last(name), last(singular), last(inflector.pluralize(singular)))
  if (right === null) return null
  const instead = right === undefined ? '' : `, not as \`${right}\``
  return `The singular of \`${name}\` came out as \`${singular}\`${instead}.`
}

function isUseless(
  name: string,
  resource: Resource,
  options: ResourceOptions,
  scope: Scope,
  context: ResourceContext,
): boolean {
  const named = [...(options.only ?? []), ...(options.except ?? [])]
  if (!named.every((action) => (ACTIONS as readonly string[]).includes(action))) return false
  // What the resource would inherit if it said nothing itself.
  const inherited = { ...options, only: actionList(scope.only), except: actionList(scope.except) }
  const { routes } = makeResource(name, resource.singleton, inherited, context)
  // Of one table of actions both are parts, in its order.
  return routes.length === resource.routes.length && routes.every((route, index) => route === resource.routes[index])
}

function actionList(value: unknown): readonly string[] | null {
  if (value === undefined || value === null || value === false) return null
  return [value].flat().map((each) => (typeof each === 'symbol' ? (each.description ?? '') : String(each)))
}
