import { shorten, type CallSite, type Diagnostics } from '@turnout/diagnostics'
import {
  isRegExpSource,
  type Condition,
  type ManifestRoute,
  type RegExpSource,
  type Requirement,
} from '@turnout/manifest'
import { isLinear, isLinearSearch, judgeRegExp, planRoute, asWholeMatch } from '@turnout/patterns'
import { canBeScanned, MAX_OPERATIONS, rubySyntax } from '@turnout/patterns/regexp'
import type { FrozenRoute } from '../3-freeze/freeze.ts'

/**
 * Regular expressions that can take a backtracking engine catastrophic time, that no scanner can run, or that were written
 * for Ruby. The first are a mistake even though the matcher runs them in linear time: the author's own code may run them
 * as well. An expression that the author vouches for (`trusted`) is left alone.
 */
export function reportUnsafeRequirements(routes: readonly FrozenRoute[], diagnostics: Diagnostics): void {
  // A resource passes its requirement on to all of its routes, and to those nested in it: look at each once a call.
  const sitesByRequirement = new Map<string, CallSite | null>()
  for (const { route, site, trusted } of routes) {
    const { requirements, conditions, location } = route
    for (const key in requirements) check(key, requirements[key], 'requirement')
    for (const key in conditions) check(key, conditions[key], 'condition')

    function check(name: string, value: Requirement | Condition | undefined, kind: 'requirement' | 'condition'): void {
      if (value === undefined || !isRegExpSource(value)) return
      const identity = `${value.flags}/${value.source}`
      if (sitesByRequirement.get(identity) === site && site !== null) return
      sitesByRequirement.set(identity, site)
      const locator = () => location
      for (const rubyConstruct of rubySyntax(value))
        diagnostics.report('ruby-regexp', { kind, name, syntax: rubyConstruct }, locator)
      const expression = literalOf(value)
      const verdict = judgeRegExp(value)
      if (verdict.kind === 'backreference') {
        diagnostics.report('unsupported-requirement', { kind, name, expression }, locator)
      } else if (kind === 'condition' ? !canRunCondition(value) : !canRunRequirement(value, route)) {
        diagnostics.report('unsupported-requirement', { kind, name, limit: MAX_OPERATIONS }, locator)
      } else if (verdict.kind === 'unsafe' && !trusted.includes(name)) {
        const roundedVerdict = { ...verdict, steps: roughly(verdict.steps) }
        diagnostics.report('unsafe-requirement', { kind, name, expression, verdict: roundedVerdict }, locator)
      }
    }
  }
}

function canRunCondition(condition: RegExpSource): boolean {
  return isLinearSearch(condition) || canBeScanned(asWholeMatch(condition))
}

/** The plan is empty if it needs a scanner that would be too large. */
function canRunRequirement(requirement: RegExpSource, route: ManifestRoute): boolean {
  return canBeScanned(requirement) || (isLinear(requirement) && planRoute(route).length > 0)
}

function literalOf({ source, flags }: RegExpSource): string {
  return shorten(`/${source}/${flags}`)
}

/** `more than 100,000`: the exact number would say no more. */
function roughly(steps: number): string {
  const power = Math.floor(Math.log10(steps))
  if (power >= 15) return 'millions of billions of'
  return `more than ${(10 ** power).toLocaleString('en-US')}`
}
