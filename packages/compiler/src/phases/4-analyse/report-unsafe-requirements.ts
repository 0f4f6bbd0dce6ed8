import type { Diagnostics } from '../../diagnostics/collector.ts'
import { isRegExpSource, type Condition, type RegExpSource, type Requirement } from '../../manifest.ts'
import { judgeRegExp } from '../../recognition/regexp/judge.ts'
import { rubySyntax } from '../../recognition/regexp/ruby-syntax.ts'
import type { CallSite } from '../../location.ts'
import type { FrozenRoute } from '../3-freeze/freeze.ts'

/**
 * Regular expressions that can take catastrophic time, that cannot be proven not to, or that were written for Ruby.
 * An expression that the author vouches for (`trusted`) is left alone.
 */
export function reportUnsafeRequirements(routes: readonly FrozenRoute[], diagnostics: Diagnostics): void {
  // A resource passes its requirement on to all of its routes, and to those nested in it: look at each once a call.
  const seen = new Map<string, CallSite | null>()
  for (const { route, site, trusted } of routes) {
    const { requirements, conditions, location } = route
    for (const key in requirements) check(key, requirements[key], 'requirement')
    for (const key in conditions) check(key, conditions[key], 'condition')

    function check(name: string, value: Requirement | Condition | undefined, kind: 'requirement' | 'condition'): void {
      if (value === undefined || !isRegExpSource(value)) return
      const identity = `${value.flags}/${value.source}`
      if (seen.get(identity) === site && site !== null) return
      seen.set(identity, site)
      const place = () => location
      for (const holds of rubySyntax(value)) diagnostics.report('ruby-regexp', { kind, name, holds }, place)
      const expression = literalOf(value)
      const verdict = judgeRegExp(value.source, value.flags)
      if (verdict.kind === 'safe') return
      if (verdict.kind === 'backreference') {
        diagnostics.report('unsupported-requirement', { kind, name, expression }, place)
        return
      }
      if (trusted.includes(name)) return
      const shown = verdict.kind === 'unsafe' ? { ...verdict, steps: roughly(verdict.steps) } : verdict
      diagnostics.report('unsafe-requirement', { kind, name, expression, verdict: shown }, place)
    }
  }
}

function literalOf({ source, flags }: RegExpSource): string {
  const text = `/${source}/${flags}`
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** `more than 100,000`: the exact number would say no more. */
function roughly(steps: number): string {
  const power = Math.floor(Math.log10(steps))
  if (power >= 15) return 'millions of billions of'
  return `more than ${(10 ** power).toLocaleString('en-US')}`
}
