// Plans the variants of a route: follows its pattern, and chooses a step for each segment.
import { isRegExpSource } from '../requirement.ts'
import { requiredExpression } from '../automata/required-expression.ts'
import { canBeScanned } from '../automata/scanner-program.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { alphabet } from '../regexp/syntax.ts'
import { has } from '../regexp/char-set.ts'
import { isRefusedByTokens, orderOfEnds, takesAll, type ParamRule, type ParamRules } from './param-rules.ts'
import { startsWithSlash, withoutFirstSlash, withoutStart } from './pattern-start.ts'
import { capturesOf, type PlanStep, type Variant } from './plan.ts'
import { ProgramBuilder } from './plan-programs.ts'
import {
  areTokens,
  formatOf,
  isAnything,
  mayEndWithFormat,
  mayJoinWords,
  terminalsOf,
  type Param,
  type RoutePattern,
} from './route-pattern.ts'

/** Above this many combinations of groups one automaton is made of the whole. */
export const MAX_VARIANTS = 64

/** The progress of planning: the remaining items of the pattern, and the steps of the variant so far. */
interface Progress {
  readonly items: Pattern
  readonly steps: readonly PlanStep[]
  readonly checks: Variant['checks']
}

/** Plans the variants of one route, from the start of its pattern to the end. */
export class Planner {
  readonly #route: RoutePattern
  readonly #rules: ParamRules
  readonly #programs: ProgramBuilder
  readonly #variants: Variant[] = []

  constructor(route: RoutePattern, rules: ParamRules) {
    this.#route = route
    this.#rules = rules
    this.#programs = new ProgramBuilder(route, rules)
  }

  plan(): readonly Variant[] {
    const { segments } = this.#route
    if (countVariants(segments, MAX_VARIANTS) > MAX_VARIANTS) this.#wholeTail()
    else this.#boundary({ items: segments, steps: [], checks: [] })
    const tokenRule = this.#tokenRule()
    const isTested = (variant: Variant): boolean =>
      tokenRule === 'all' || (tokenRule !== 'none' && this.#mayBeEmpty(variant))
    if (!this.#variants.some(isTested)) return this.#variants
    const tokens = this.#programs.tokens(withoutFirstSlash(segments, true))
    return this.#variants.map((variant) => (isTested(variant) ? { ...variant, tokens } : variant))
  }

  /** Plans the items after a segment, or before the first one: they begin with a slash. */
  #boundary({ items, steps, checks }: Progress): void {
    const firstItem = items[0]
    if (firstItem === undefined) {
      if (steps.length > 0) this.#variants.push({ steps, checks, format: 'none' })
      // The group that would have had the slash is missing. No path is empty, but each has a prefix that is.
      else if (!this.#route.anchored) this.#tail({ items, steps, checks })
    } else if (firstItem.kind === 'optional') {
      const otherItems = items.slice(1)
      this.#boundary({ items: [...firstItem.segments, ...otherItems], steps, checks })
      this.#boundary({ items: otherItems, steps, checks })
    } else if (firstItem.kind === 'static' && firstItem.text.startsWith('/')) {
      const afterSlash = withoutStart(items, 1)
      if (!this.#wholeSegments({ items: afterSlash, steps, checks }))
        this.#segment({ items: afterSlash, steps, checks }, [], afterSlash)
    }
  }

  /**
   * Plans a param that consists of complete segments, or ends at the format: `/files/*path/edit`, `/files/*path(.:format)`.
   * Returns false, and adds no variant, for any other item.
   */
  #wholeSegments({ items, steps, checks }: Progress): boolean {
    const [item, ...otherItems] = items
    if (item === undefined || item.kind === 'static' || item.kind === 'optional' || !this.#route.anchored) return false
    const rule = this.#rules.get(item.name)!
    const [next] = otherItems
    if (rule.isToken) return false
    if (next?.kind === 'optional' && startsWithSlash(next)) {
      const countBefore = this.#variants.length
      // With the group, and without it.
      const alternatives = [[...next.segments, ...otherItems.slice(1)], otherItems.slice(1)]
      if (alternatives.every((alternative) => this.#wholeSegments({ items: [item, ...alternative], steps, checks })))
        return true
      this.#variants.length = countBefore
      return false
    }
    const isFormatted = next?.kind === 'optional' && otherItems.length === 1 && this.#isFormat(next)
    if (!(next === undefined || startsWithSlash(next) || isFormatted)) return false
    // No path has an empty segment, except `/` and a path that is only a format.
    if (rule.isNullable && isFormatted && !(takesAll(rule.expression) && orderOfEnds(rule.expression) === 'longest'))
      return false
    if (rule.isNullable && steps.length === 0 && next === undefined) return false
    const step = this.#wholeStep(item, rule, isFormatted)
    // Between two spans no check may remain for the end: the part after a position must not depend on the part before
    // it.
    const isSecond = steps.some(({ kind }) => kind === 'span')
    if (step === null || (isSecond && step.kind === 'span' && checks.length > 0)) return false
    const allSteps = [...steps, step]
    const variantCount = this.#variants.length
    if (next === undefined) this.#variants.push({ steps: allSteps, checks, format: 'none' })
    else if (isFormatted) {
      this.#variants.push({
        steps: allSteps,
        checks: [...checks, ...this.#check('format', capturesOf(allSteps))],
        format: 'optional',
      })
    } else this.#boundary({ items: otherItems, steps: allSteps, checks })
    // The matcher runs a tail after one end of a span only. A check of a param between the two could reject that end.
    const isLost = ({ steps: planned, checks: allChecks }: Variant): boolean =>
      planned.at(-1)?.kind === 'tail' && allChecks.some(({ capture }) => capture >= capturesOf(allSteps))
    if (step.kind !== 'span' || !this.#variants.slice(variantCount).some(isLost)) return true
    this.#variants.length = variantCount
    return false
  }

  /** Returns the step of a param that consists of complete segments; null if it needs a program. */
  #wholeStep(item: Param, { requirement, isGlob, expression }: ParamRule, isFormatted: boolean): PlanStep | null {
    const { name } = item
    const paramIndex = [...this.#rules.keys()].indexOf(name)
    if (requirement === undefined || isAnything(requirement)) {
      if (!isGlob) return null
      return {
        kind: 'span',
        name,
        requirement: null,
        shortest: requirement !== undefined || mayEndWithFormat(this.#route),
        paramIndex,
      }
    }
    if (!isRegExpSource(requirement) || !canBeScanned(requirement)) return null
    const { asserts, looksBack } = requiredExpression(requirement)
    const order = orderOfEnds(expression)
    // A lookahead may see that the format begins earlier.
    if (isFormatted && asserts && !looksBack) return null
    if (!asserts && !(order !== null && takesAll(expression))) return null
    if (!has(alphabet(expression), '/') && !isFormatted) return { kind: 'segment', name, requirement }
    if (order === null && !looksBack) return null
    const shortest = !looksBack && order === 'shortest'
    return {
      kind: 'span',
      name,
      requirement: asserts || !takesAll(expression) ? requirement : null,
      shortest,
      paramIndex,
    }
  }

  #isFormat(item: Segment): boolean {
    return formatOf(item)?.name === 'format' && this.#rules.get('format')!.isToken
  }

  /**
   * Plans the items within a segment.
   *
   * @param start the progress before the segment, from which a tail begins if the segment cannot be planned
   * @param atoms the items of the segment so far
   */
  #segment(start: Progress, atoms: Pattern, items: Pattern): void {
    const firstItem = items[0]
    const otherItems = items.slice(1)
    if (firstItem === undefined || firstItem.kind === 'optional') {
      if (!this.#route.anchored) return this.#tail(start)
    }
    if (firstItem === undefined) return this.#close(start, atoms, items)
    if (firstItem.kind === 'static') {
      const slash = firstItem.text.indexOf('/')
      if (slash < 0) {
        const format = otherItems.length === 1 ? this.#format(start, [...atoms, firstItem], otherItems) : null
        if (format !== null) return void this.#variants.push(format)
        return this.#fits(atoms, firstItem)
          ? this.#segment(start, [...atoms, firstItem], otherItems)
          : this.#tail(start)
      }
      if (slash === 0) return this.#close(start, atoms, items)
      const end = { kind: 'static' as const, text: firstItem.text.slice(0, slash) }
      if (!this.#fits(atoms, end)) return this.#tail(start)
      return this.#close(start, [...atoms, end], withoutStart(items, slash))
    }
    if (firstItem.kind === 'optional') {
      const format = this.#format(start, atoms, items)
      if (format !== null) return void this.#variants.push(format)
      if (this.#isInSegment(firstItem.segments)) {
        return this.#fits(atoms, firstItem)
          ? this.#segment(start, [...atoms, firstItem], otherItems)
          : this.#tail(start)
      }
      const fixed = otherItems.findIndex((item) => item.kind === 'static' && startsWithSlash(item))
      const near = fixed < 0 ? otherItems : otherItems.slice(0, fixed + 1)
      if (!startsWithSlash(firstItem) || !near.every((item) => startsWithSlash(item) || item === otherItems.at(-1))) {
        return this.#tail(start)
      }
      const next = otherItems[0]
      if (next !== undefined && !startsWithSlash(next)) return this.#tailOrFormat(start, atoms, firstItem, otherItems)
      this.#segment(start, atoms, [...firstItem.segments, ...otherItems])
      return this.#segment(start, atoms, otherItems)
    }
    if (!this.#fits(atoms, firstItem)) return this.#tail(start)
    this.#segment(start, [...atoms, firstItem], otherItems)
  }

  /** True if the segment with the next item needs no tail: a program matches it, or it is a token alone in its segment. */
  #fits(atoms: Pattern, next: Segment): boolean {
    const allAtoms = [...atoms, next]
    if (this.#isInSegment(allAtoms)) return true
    return atoms.length === 0 && next.kind === 'param' && this.#rules.get(next.name)!.isToken
  }

  /**
   * `/posts(/:year)(.:format)`: both variants end with the format. Any other item after the group results in a tail.
   */
  #tailOrFormat(start: Progress, atoms: Pattern, group: Segment & { kind: 'optional' }, otherItems: Pattern): void {
    if (otherItems.length > 1 || !this.#isInSegment(otherItems)) return this.#tail(start)
    this.#segment(start, atoms, [...group.segments, ...otherItems])
    this.#segment(start, atoms, otherItems)
  }

  /** Plans the last segment with the standard format if it is a literal or one param; returns null otherwise. */
  #format(start: Progress, atoms: Pattern, items: Pattern): Variant | null {
    const [item] = items
    if (items.length !== 1 || item === undefined || atoms.length === 0 || !this.#route.anchored) return null
    let base = atoms
    let param = item
    if (item.kind === 'optional') {
      const format = formatOf(item)
      if (format === null) return null
      param = format
    } else {
      const lastAtom = atoms.at(-1)!
      if (lastAtom.kind !== 'static' || !lastAtom.text.endsWith('.')) return null
      const text = lastAtom.text.slice(0, -1)
      base = [...atoms.slice(0, -1), ...(text === '' ? [] : [{ kind: 'static' as const, text }])]
    }
    if (param.kind !== 'param' || param.name !== 'format' || !this.#rules.get('format')!.isToken) return null
    const step = this.#simpleStep(base)
    if (step === null) return null
    const steps = [...start.steps, step]
    const checks = [...this.#checked(start, step), ...this.#check('format', capturesOf(steps))]
    return { steps, checks, format: item.kind === 'optional' ? 'optional' : 'required' }
  }

  /** Ends a segment: adds its step, and plans the items after it. */
  #close(start: Progress, atoms: Pattern, items: Pattern): void {
    if (atoms.length === 0) {
      // The root. Any other pattern with an empty segment matches no canonical path.
      if (items.length === 0 && start.steps.length === 0) this.#variants.push({ steps: [], checks: [], format: 'none' })
      return
    }
    const step = this.#simpleStep(atoms) ?? { kind: 'pattern' as const, ...this.#programs.shared(atoms, true) }
    const steps = [...start.steps, step]
    const checks = this.#checked(start, step)
    if (items.length === 0) this.#variants.push({ steps, checks, format: 'none' })
    else this.#boundary({ items, steps, checks })
  }

  /** Returns the step of a literal or of one token; null for a segment that needs a program. */
  #simpleStep(atoms: Pattern): PlanStep | null {
    const [atom] = atoms
    if (atoms.length !== 1 || atom === undefined) return null
    if (atom.kind === 'static') return { kind: 'literal', text: atom.text }
    return atom.kind === 'param' && this.#rules.get(atom.name)!.isToken ? { kind: 'param', name: atom.name } : null
  }

  #checked(start: Progress, step: PlanStep): Variant['checks'] {
    return step.kind === 'param' ? [...start.checks, ...this.#check(step.name, capturesOf(start.steps))] : start.checks
  }

  #check(name: string, capture: number): Variant['checks'] {
    const { requirement } = this.#rules.get(name)!
    return requirement === undefined ? [] : [{ capture, requirement }]
  }

  /** Ends a variant with one program for all remaining items. */
  #tail(start: Progress): void {
    const step: PlanStep = { kind: 'tail', ...this.#programs.shared(start.items, this.#route.anchored) }
    this.#variants.push({ steps: [...start.steps, step], checks: start.checks, format: 'none' })
  }

  /** Plans the complete route as one program. */
  #wholeTail(): void {
    const { segments, anchored } = this.#route
    const alternatives = withoutFirstSlash(segments, anchored)
    if (alternatives.length === 0) return
    const step: PlanStep = { kind: 'tail', ...this.#programs.build(alternatives, anchored) }
    this.#variants.push({ steps: [step], checks: [], format: 'none' })
  }

  #isInSegment(items: Pattern): boolean {
    return items.every((item) => {
      if (item.kind === 'static') return !item.text.includes('/')
      return item.kind === 'optional' ? this.#isInSegment(item.segments) : this.#rules.get(item.name)!.isInSegment
    })
  }

  /** True if a param may be empty. One that consists of complete segments never is. */
  #mayBeEmpty({ steps }: Variant): boolean {
    return steps.some((step) => 'automaton' in step && step.names.some((name) => this.#rules.get(name)?.isNullable))
  }

  /** Returns which variants match paths that Journey's tokens reject: all, those with an empty param, or none. */
  #tokenRule(): 'all' | 'empty' | 'none' {
    if (!this.#route.anchored) return 'none'
    const rules = [...this.#rules.values()]
    const rejectsAll = rules.some(isRefusedByTokens) || mayJoinWords(this.#route.segments)
    // Nearly all routes end here, before their tokens are looked at.
    if (!rejectsAll && !rules.some((rule) => rule.isNullable)) return 'none'
    if (!areTokens(terminalsOf(this.#route.segments), this.#route)) return 'none'
    return rejectsAll ? 'all' : 'empty'
  }
}
