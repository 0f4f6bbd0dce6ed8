import { optionOf } from '../../dsl/option-table.ts'
import { isRegExp } from '../../plain.ts'
import { truthy, type Options } from './options.ts'
import { isConstraintMap } from './constraint-forms.ts'

/**
 * The options of a resource that belong to a scope around it, or null where there are none. A regular expression
 * among the options is a constraint on the parameter of that name.
 */
export function scopeOptions(options: Options): Options[] | null {
  const scoping: Record<string, unknown> = {}
  const requirements: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) {
    if (isRegExp(value)) requirements[key] = value
    else if (key === 'shallow' ? !truthy(value) : optionOf(key)?.ofResource !== true) scoping[key] = value
  }
  const hasRequirements = Object.keys(requirements).length > 0
  if (!hasRequirements) return Object.keys(scoping).length === 0 ? null : [scoping]
  const { constraints } = scoping
  if (truthy(constraints) && !isConstraintMap(constraints)) return [scoping, { constraints: requirements }]
  return [{ ...scoping, constraints: { ...(constraints as Options | undefined), ...requirements } }]
}
