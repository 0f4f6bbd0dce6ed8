// Plans how the matcher recognises a route, and remembers the plans.
import type { Requirement } from '../requirement.ts'
import { UnsupportedRegExp } from '../automata/tagged-automaton.ts'
import { withinLimit } from '../automata/too-many-states.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { listStrings } from '../regexp/list-strings.ts'
import { paramRulesOf, type ParamRules } from './param-rules.ts'
import type { Variant } from './plan.ts'
import { planVariants } from './planner.ts'
import { formatOf, isToken, requirementOn, type RoutePattern } from './route-pattern.ts'

/** Plans by the segments, which consecutive routes with equal paths share. */
const plans = new WeakMap<Pattern, { readonly route: RoutePattern; readonly plan: readonly Variant[] }>()

/**
 * Returns the plan of a route. Routes with equal paths and requirements have equal plans, and even the same object if
 * they share their segments.
 *
 * @returns no variant if no path can match
 */
export function planRoute(route: RoutePattern): readonly Variant[] {
  const cached = plans.get(route.segments)
  if (cached !== undefined && hasSamePlan(cached.route, route)) return cached.plan
  const plan = makePlan(route)
  plans.set(route.segments, { route, plan })
  return plan
}

/** True if two routes that share their segments also have equal requirements. */
function hasSamePlan(a: RoutePattern, b: RoutePattern): boolean {
  if (a === b) return true
  const names = Object.keys(a.requirements)
  return (
    a.anchored === b.anchored &&
    a.pattern === b.pattern &&
    names.length === Object.keys(b.requirements).length &&
    names.every((name) => sameRequirement(a.requirements[name]!, requirementOn(name, b)))
  )
}

function sameRequirement(a: Requirement, b: Requirement | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function makePlan(route: RoutePattern): readonly Variant[] {
  let rules: ParamRules
  try {
    rules = paramRulesOf(route)
  } catch (error) {
    // The analysis reports the requirement.
    if (error instanceof UnsupportedRegExp) return []
    throw error
  }
  // The analysis reports a requirement that is too large for a scanner.
  return withinLimit(() => planFormats(route, rules) ?? planVariants(route, rules)) ?? []
}

/**
 * Plans a route whose format is one of a few strings, some of which are no tokens: `json|html|\*\/\*`. The tokens are
 * looked up as usual. Each other string becomes a literal of the path. Otherwise every such route would need a tail.
 *
 * @returns null for any other route
 */
function planFormats(route: RoutePattern, rules: ParamRules): Variant[] | null {
  const format = [...rules].find(([{ name }]) => name === 'format')?.[1]
  const lastSegment = route.segments.at(-1)
  if (format?.requirement === undefined || format.isToken || formatOf(lastSegment)?.name !== 'format') return null
  if (!route.anchored || [...rules].some(([{ name }, rule]) => name !== 'format' && !rule.isToken)) return null
  const texts = listStrings(format.requirement)
  // The matcher finds a format by its dot, and an escape would have to be decoded.
  if (
    texts === null ||
    !texts.every((formatText) => /^[^.?#%\s]+$/.test(formatText) && !/^\/|\/$|\/\//.test(formatText))
  )
    return null
  const start = route.segments.slice(0, -1)
  const planWith = (segments: Pattern, requirements: RoutePattern['requirements']): readonly Variant[] =>
    planRoute({ ...route, segments, requirements })
  const { format: _, ...otherRequirements } = route.requirements
  const tokens = texts.filter(isToken)
  // A copy of the segments, because plans are remembered by them.
  const variants = [
    ...planWith(tokens.length > 0 ? [...route.segments] : start, { ...otherRequirements, format: tokens }),
  ]
  for (const formatText of texts) {
    if (isToken(formatText)) continue
    const textVariants = planWith(withText(start, `.${formatText}`), otherRequirements)
    variants.push(...textVariants.map((variant) => ({ ...variant, constants: { format: formatText } })))
  }
  return variants
}

/** `/photos` + `.json` -> `/photos.json` */
function withText(segments: Pattern, text: string): Pattern {
  const lastSegment = segments.at(-1)
  return lastSegment?.kind === 'static'
    ? [...segments.slice(0, -1), { kind: 'static', text: lastSegment.text + text }]
    : [...segments, { kind: 'static', text }]
}
