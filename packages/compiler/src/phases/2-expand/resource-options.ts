import { isRegExp } from '../../plain.ts'
import { MATCH_OPTIONS } from './match-arguments.ts'
import { truthy, type Options } from './options.ts'
import { RESOURCE_OPTIONS } from './resource.ts'
import { SCOPE_OPTIONS } from './scope.ts'
import { isConstraintMap } from './scope.ts'

/** Every option of `match` and the verbs, `scope` and `namespace`, for "did you mean". */
export const KNOWN_MATCH_OPTIONS = [...MATCH_OPTIONS]
export const KNOWN_SCOPE_OPTIONS = [...SCOPE_OPTIONS, 'to', 'on', 'anchor']

/** Every option of `resources` and `resource`, for "did you mean". */
export const KNOWN_RESOURCE_OPTIONS = [...new Set([...SCOPE_OPTIONS, ...RESOURCE_OPTIONS, ...MATCH_OPTIONS])]

/**
 * The options of a resource that belong to a scope around it, or null where there are none. A regular expression
 * among the options is a constraint on the parameter of that name.
 */
export function scopeOptions(options: Options): Options[] | null {
  const scoping: Record<string, unknown> = {}
  const requirements: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) {
    if (isRegExp(value)) requirements[key] = value
    else if (key === 'shallow' ? !truthy(value) : !RESOURCE_OPTIONS.has(key)) scoping[key] = value
  }
  const hasRequirements = Object.keys(requirements).length > 0
  if (!hasRequirements) return Object.keys(scoping).length === 0 ? null : [scoping]
  const { constraints } = scoping
  if (truthy(constraints) && !isConstraintMap(constraints)) return [scoping, { constraints: requirements }]
  return [{ ...scoping, constraints: { ...(constraints as Options | undefined), ...requirements } }]
}
