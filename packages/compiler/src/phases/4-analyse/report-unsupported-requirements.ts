import { oncePerCall } from '../../diagnostics/location.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import {
  isRegExpSource,
  type Condition,
  type ManifestRoute,
  type RegExpSource,
  type Requirement,
} from '../../manifest/manifest.ts'
import { isLinear, isLinearSearch, asWholeMatch } from '../../patterns/automata/linear.ts'
import { planRoute } from '../../patterns/routes/plan-route.ts'
import { canBeScanned, MAX_OPERATIONS } from '../../patterns/automata/scanner-code.ts'
import { rubySyntax } from '../../patterns/regexp/ruby-syntax.ts'
import type { FrozenRoute } from '../3-freeze/freeze.ts'

/** Reports regular expressions that are too large for a scanner, and those with Ruby's syntax, which JavaScript reads differently. */
export function reportUnsupportedRequirements(routes: readonly FrozenRoute[], diagnostics: Diagnostics): void {
  // All routes of a resource, and of those nested in it, have its requirement.
  const isFirst = oncePerCall()
  for (const { route } of routes) {
    const { requirements, conditions, location } = route
    const locator = () => location
    for (const [kind, name, value] of expressionsOf(route)) {
      if (!isFirst(location, `${value.flags}/${value.source}`)) continue
      for (const syntax of rubySyntax(value)) diagnostics.report('ruby-regexp', { kind, name, syntax }, locator)
    }
    for (const { kind, name } of tooLargeExpressions({ ...route, requirements, conditions })) {
      diagnostics.report('unsupported-requirement', { kind, name, limit: MAX_OPERATIONS }, locator)
    }
  }
}

type Kind = 'requirement' | 'condition'

function expressionsOf({
  requirements,
  conditions,
}: Pick<ManifestRoute, 'requirements' | 'conditions'>): (readonly [kind: Kind, name: string, value: RegExpSource])[] {
  const expressionsIn = (kind: Kind, values: Readonly<Record<string, Requirement | Condition>>) =>
    Object.entries(values).flatMap(([name, value]) => (isRegExpSource(value) ? [[kind, name, value] as const] : []))
  return [...expressionsIn('requirement', requirements), ...expressionsIn('condition', conditions)]
}

/** Returns the expressions of a route that are too large for a scanner, although they need one. */
export function tooLargeExpressions(
  route: Parameters<typeof planRoute>[0] & Pick<ManifestRoute, 'conditions'>,
): { readonly kind: Kind; readonly name: string }[] {
  return expressionsOf(route)
    .filter(([kind, , value]) =>
      kind === 'condition'
        ? !canRunCondition(value)
        : !canBeScanned(value) && !(isLinear(value) && planRoute(route).length > 0),
    )
    .map(([kind, name]) => ({ kind, name }))
}

function canRunCondition(condition: RegExpSource): boolean {
  return isLinearSearch(condition) || canBeScanned(asWholeMatch(condition))
}
