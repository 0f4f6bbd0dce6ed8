// Separates the options of `resources` and `resource`: those of the resource itself, and those of a scope around it.
import { describeValue } from '../../diagnostics/describe.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import { optionOf } from '../../dsl/option-table.ts'
import { isRegExp, textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import type { RailsVersion } from '../../patterns/pattern/parse.ts'
import { handDown } from './hand-down.ts'
import { isConstraintMap } from './constraint-forms.ts'
import { inheritedActions } from './rails-version.ts'
import { inResource, nestedScope } from './resource-scope.ts'
import type { OwnOptions } from './resource.ts'
import { enterScope, type Scope } from './scope.ts'

/** Returns the scope in which a resource is declared: nested in an outer resource, and with the options of a scope. */
export function scopeAround(options: Options, outerScope: Scope): Scope {
  let scope = outerScope
  if (isTruthyInRuby(options['shallow'])) scope = handDown(scope, { shallow: true })
  if (inResource(scope)) scope = nestedScope(scope)
  for (const optionsOfScope of scopeOptions(options)) scope = enterScope(scope, optionsOfScope)
  return scope
}

/**
 * Returns the options of a resource that belong to scopes around it, one element for each scope. A regular expression
 * among the options is a constraint on the parameter of that name.
 *
 *     { only: 'index', module: 'admin' }   -> [{ module: 'admin' }]
 *     { id: /\d+/ }                        -> [{ constraints: { id: /\d+/ } }]
 *     { id: /\d+/, constraints: isAdmin }  -> [{ constraints: isAdmin }, { constraints: { id: /\d+/ } }]
 */
export function scopeOptions(options: Options): Options[] {
  const scoping: Record<string, unknown> = {}
  const requirements: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) {
    if (isRegExp(value)) requirements[key] = value
    else if (isForScope(key, value)) scoping[key] = value
  }
  const hasRequirements = Object.keys(requirements).length > 0
  if (!hasRequirements) return Object.keys(scoping).length === 0 ? [] : [scoping]
  const { constraints } = scoping
  // A function cannot be merged with the requirements, so each gets a scope.
  if (isTruthyInRuby(constraints) && !isConstraintMap(constraints)) return [scoping, { constraints: requirements }]
  return [{ ...scoping, constraints: { ...(constraints as Options | undefined), ...requirements } }]
}

/** `shallow: true` is handed down before (`scopeAround`). `shallow: false` belongs to the scope. */
function isForScope(key: string, value: unknown): boolean {
  return key === 'shallow' ? !isTruthyInRuby(value) : optionOf(key)?.ofResource !== true
}

/**
 * Returns the options of the resource itself. If it sets neither `only` nor `except`, it inherits both from its scope.
 *
 * @returns `inherited`, the lists that the own lists replace; null if the resource inherits them
 * @throws Rejection `param-colon`, `bad-param-name`
 */
export function ownOptions(
  options: Options,
  scope: Scope,
  kind: { readonly singleton: boolean; readonly apiOnly: boolean; readonly rails: RailsVersion },
): { readonly own: OwnOptions; readonly inherited: Pick<OwnOptions, 'only' | 'except'> | null } {
  const fields = {
    as: textOf(options['as']),
    controller: textOf(options['controller']),
    path: textOf(options['path']),
    param: paramName(options['param']),
  }
  const inherited = {
    only: inheritedActions(actionList(scope.only), kind.rails, kind),
    except: inheritedActions(actionList(scope.except), kind.rails, kind),
  }
  if (!restricts(options)) return { own: { ...fields, ...inherited }, inherited: null }
  return { own: { ...fields, only: actionList(options['only']), except: actionList(options['except']) }, inherited }
}

function paramName(option: unknown): string | null {
  const param = textOf(option)
  if (param?.includes(':')) throw new Rejection('param-colon', { param })
  if (param !== null && !/^[a-z_]\w*$/i.test(param)) {
    throw new Rejection('bad-param-name', { option: param })
  }
  return param
}

/** True if the resource chooses its actions itself. */
export function restricts(options: Options): boolean {
  return isTruthyInRuby(options['only']) || isTruthyInRuby(options['except'])
}

/** Returns the actions of `only` or `except`; null if the option is not set. */
export function actionList(value: unknown): readonly string[] | null {
  if (!isTruthyInRuby(value)) return null
  return [value].flat().map((action) => textOf(action) ?? describeValue(action))
}
