/**
 * Plans the variants of a route: the steps by which the matcher finds it, for each choice of its optional groups.
 *
 *     /photos/:id(.:format)   literal photos, param id; the format is optional
 *     (/:locale)/archive      param locale, literal archive; and without the group: literal archive
 *     /files/*path/edit       literal files, span path, literal edit
 *     /x-:id/edit             pattern x-:id, literal edit
 *     /a(-:b/c)d              tail: one automaton for everything from the segment on
 *
 * The planner follows the pattern from one slash to the next. If a segment cannot be a step, the variant ends with a tail.
 */
import { isRegExpSource } from '../requirement.ts'
import { requiredExpression } from '../automata/required-expression.ts'
import { canBeScanned } from '../automata/scanner-code.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern, Segment, Param } from '../pattern/pattern.ts'
import { charsOf } from '../regexp/syntax.ts'
import { has } from '../regexp/char-set.ts'
import { isRefusedByTokens, orderOfEnds, matchesAnyString, type ParamRule, type ParamRules } from './param-rules.ts'
import { capturesOf, type PlanStep, type Variant } from './plan.ts'
import { ProgramBuilder } from './plan-programs.ts'
import {
  comparesTokenList,
  formatOf,
  isAnything,
  mayEndWithFormat,
  mayJoinWords,
  requirementOn,
  tokensOf,
  type RoutePattern,
} from './route-pattern.ts'

/** A route with more combinations of optional groups becomes one automaton. */
export const MAX_VARIANTS = 64

/** The start of a variant: the steps and checks so far, and the items of the pattern that remain. */
interface Progress {
  readonly items: Pattern
  readonly steps: readonly PlanStep[]
  readonly checks: Variant['checks']
}

/** Plans the variants of a route. */
export function planVariants(route: RoutePattern, rules: ParamRules): readonly Variant[] {
  const { segments } = route
  const planner = new Planner(route, rules)
  const variants =
    countVariants(segments, MAX_VARIANTS) > MAX_VARIANTS
      ? planner.wholeRoute()
      : planner.fromSlash({ items: segments, steps: [], checks: [] })
  return withTokenTests(variants, route, rules)
}

class Planner {
  readonly #route: RoutePattern
  readonly #rules: ParamRules
  readonly #programs: ProgramBuilder

  constructor(route: RoutePattern, rules: ParamRules) {
    this.#route = route
    this.#rules = rules
    this.#programs = new ProgramBuilder(route, rules)
  }

  /** Plans the complete route as one automaton. */
  wholeRoute(): Variant[] {
    const { segments, anchored } = this.#route
    const alternatives = withoutFirstSlash(segments, anchored)
    if (alternatives.length === 0) return []
    const step: PlanStep = { kind: 'tail', ...this.#programs.build(alternatives, anchored) }
    return [{ steps: [step], checks: [], format: 'none' }]
  }

  /** Plans the remaining items, which begin with a slash if any path can match them. */
  fromSlash(start: Progress): Variant[] {
    const [item, ...otherItems] = start.items
    if (item === undefined) {
      if (start.steps.length > 0) return [{ steps: start.steps, checks: start.checks, format: 'none' }]
      // The slash is in a group that is left out. No path is empty, but an empty prefix matches every path.
      return this.#route.anchored ? [] : this.#tail(start)
    }
    if (item.kind === 'optional') {
      return [
        ...this.fromSlash({ ...start, items: [...item.segments, ...otherItems] }),
        ...this.fromSlash({ ...start, items: otherItems }),
      ]
    }
    if (!startsWithSlash(item)) return []
    const items = withoutStart(start.items, 1)
    return this.#wholeSegmentsParam({ ...start, items }) ?? this.#inSegment({ ...start, items }, [], items)
  }

  /**
   * Plans a param that consists of complete segments, or ends at the format: `/files/*path/edit`, `/files/*path(.:format)`.
   * Returns null for any other item.
   */
  #wholeSegmentsParam(start: Progress): Variant[] | null {
    const [item, next, ...otherItems] = start.items
    if (item === undefined || item.kind === 'static' || item.kind === 'optional' || !this.#route.anchored) return null
    const rule = this.#rules.get(item)!
    if (rule.isToken) return null
    if (next?.kind === 'optional' && startsWithSlash(next)) {
      const withGroup = this.#wholeSegmentsParam({ ...start, items: [item, ...next.segments, ...otherItems] })
      const withoutGroup = withGroup && this.#wholeSegmentsParam({ ...start, items: [item, ...otherItems] })
      return withoutGroup && [...withGroup, ...withoutGroup]
    }
    const hasFormat = otherItems.length === 0 && this.#isFormat(formatOf(next))
    if (next !== undefined && !startsWithSlash(next) && !hasFormat) return null
    if (rule.mayBeEmpty && this.#mayBeEmptySegment(rule, start, { hasFormat, isLast: next === undefined })) return null
    const step = this.#wholeSegmentsStep(item, rule, hasFormat)
    if (step === null) return null
    // The part of a pattern after a span must not depend on the part before it, so no check may remain for the end.
    const isSecondSpan = step.kind === 'span' && start.steps.some(({ kind }) => kind === 'span')
    if (isSecondSpan && start.checks.length > 0) return null
    const steps = [...start.steps, step]
    if (hasFormat) {
      const checks = [...start.checks, ...this.#checksOf('format', capturesOf(steps))]
      return [{ steps, checks, format: 'optional' }]
    }
    const variants = this.fromSlash({ ...start, items: start.items.slice(1), steps })
    // The matcher runs a tail after only one end of a span, which the check of a param between the two could reject.
    const hasCheckBeforeTail = (variant: Variant): boolean =>
      variant.steps.at(-1)?.kind === 'tail' && variant.checks.some(({ capture }) => capture >= capturesOf(steps))
    return step.kind === 'span' && variants.some(hasCheckBeforeTail) ? null : variants
  }

  /** True if a param that may be empty may match an empty segment: only `/`, and a path that is only a format, have one. */
  #mayBeEmptySegment(
    { expression }: ParamRule,
    { steps }: Progress,
    { hasFormat, isLast }: { readonly hasFormat: boolean; readonly isLast: boolean },
  ): boolean {
    const isRoot = steps.length === 0 && (isLast || hasFormat)
    return isRoot || (hasFormat && !(matchesAnyString(expression) && orderOfEnds(expression) === 'longest'))
  }

  /** Returns the step of a param that consists of complete segments; null if it needs an automaton. */
  #wholeSegmentsStep(param: Param, rule: ParamRule, hasFormat: boolean): PlanStep | null {
    const { name } = param
    const { requirement, isGlob, expression } = rule
    const paramIndex = [...this.#rules.keys()].indexOf(param)
    if (requirement === undefined || isAnything(requirement)) {
      const shortest = requirement !== undefined || mayEndWithFormat(this.#route)
      return isGlob ? { kind: 'span', name, requirement: null, shortest, paramIndex } : null
    }
    if (!isRegExpSource(requirement) || !canBeScanned(requirement)) return null
    const { hasAssertions, looksBack } = requiredExpression(requirement)
    const order = orderOfEnds(expression)
    if (!hasAssertions) {
      const shortest = order === 'shortest'
      return matchesAnyString(expression) ? { kind: 'span', name, requirement: null, shortest, paramIndex } : null
    }
    // A lookahead may see that the format begins earlier.
    if (hasFormat && !looksBack) return null
    if (!hasFormat && !has(charsOf(expression), '/')) return { kind: 'segment', name, requirement }
    if (!looksBack && order === null) return null
    return { kind: 'span', name, requirement, shortest: !looksBack && order === 'shortest', paramIndex }
  }

  /**
   * Plans the remaining items of a segment.
   *
   * @param start the progress before the segment, with which a tail begins if the segment cannot be a step
   * @param atoms the items of the segment so far
   */
  #inSegment(start: Progress, atoms: Pattern, items: Pattern): Variant[] {
    const [item, ...otherItems] = items
    const mayEndHere = item === undefined || item.kind === 'optional'
    if (mayEndHere && !this.#route.anchored) return this.#tail(start)
    if (item === undefined) return this.#endSegment(start, atoms, items)
    if (item.kind === 'optional') return this.#atGroup(start, atoms, item, otherItems)
    if (item.kind === 'param' || item.kind === 'glob') return this.#withAtom(start, atoms, item, otherItems)
    const slash = item.text.indexOf('/')
    if (slash === 0) return this.#endSegment(start, atoms, items)
    if (slash > 0) {
      const atom: Segment = { kind: 'static', text: item.text.slice(0, slash) }
      return this.#withAtom(start, atoms, atom, withoutStart(items, slash))
    }
    const formatted = this.#formatVariant(start, [...atoms, item], otherItems)
    return formatted === null ? this.#withAtom(start, atoms, item, otherItems) : [formatted]
  }

  /** Plans a group: as the format, as a part of the segment, or as two variants. */
  #atGroup(start: Progress, atoms: Pattern, group: OptionalGroup, otherItems: Pattern): Variant[] {
    const formatted = this.#formatVariant(start, atoms, [group, ...otherItems])
    if (formatted !== null) return [formatted]
    if (this.#isInSegment(group.segments)) return this.#withAtom(start, atoms, group, otherItems)
    if (!this.#makesTwoVariants(group, otherItems)) return this.#tail(start)
    return [
      ...this.#inSegment(start, atoms, [...group.segments, ...otherItems]),
      ...this.#inSegment(start, atoms, otherItems),
    ]
  }

  /**
   * True if the segment ends before the group, whether or not the path contains it:
   *
   *     /posts(/:year)(/:month)/all   groups and a literal that begin with a slash
   *     /posts(/:year)(.:format)      both variants end with the format
   */
  #makesTwoVariants(group: OptionalGroup, otherItems: Pattern): boolean {
    if (!startsWithSlash(group)) return false
    const [next] = otherItems
    if (next !== undefined && !startsWithSlash(next)) return otherItems.length === 1 && this.#isInSegment(otherItems)
    const literalIndex = otherItems.findIndex((item) => item.kind === 'static' && startsWithSlash(item))
    const itemsBefore = literalIndex < 0 ? otherItems : otherItems.slice(0, literalIndex)
    return itemsBefore.every((item) => startsWithSlash(item) || item === otherItems.at(-1))
  }

  /** Adds an item to the segment, and plans the items after it. */
  #withAtom(start: Progress, atoms: Pattern, atom: Segment, otherItems: Pattern): Variant[] {
    const allAtoms = [...atoms, atom]
    const isStep = this.#isInSegment(allAtoms) || this.#simpleStep(allAtoms) !== null
    return isStep ? this.#inSegment(start, allAtoms, otherItems) : this.#tail(start)
  }

  /**
   * Returns the variant of a last segment that is a literal or a token, with the standard format: `photos(.:format)`,
   * `:id.:format`. Returns null for any other segment.
   */
  #formatVariant(start: Progress, atoms: Pattern, items: Pattern): Variant | null {
    const [item] = items
    if (item === undefined || items.length > 1 || atoms.length === 0 || !this.#route.anchored) return null
    const isOptional = item.kind === 'optional'
    const step = this.#isFormat(isOptional ? formatOf(item) : item)
      ? this.#simpleStep(isOptional ? atoms : withoutFinalDot(atoms))
      : null
    if (step === null) return null
    const steps = [...start.steps, step]
    const checks = [...this.#checksAfter(start, step), ...this.#checksOf('format', capturesOf(steps))]
    return { steps, checks, format: isOptional ? 'optional' : 'required' }
  }

  /** True for the param `format`, if it is one token. */
  #isFormat(item: Segment | null): boolean {
    return item?.kind === 'param' && item.name === 'format' && this.#rules.get(item)!.isToken
  }

  /** Adds the step of a complete segment, and plans the items after it. */
  #endSegment(start: Progress, atoms: Pattern, items: Pattern): Variant[] {
    if (atoms.length === 0) {
      // Only the root has an empty segment. Any other pattern with one matches no canonical path.
      const isRoot = items.length === 0 && start.steps.length === 0
      return isRoot ? [{ steps: [], checks: [], format: 'none' }] : []
    }
    const step = this.#simpleStep(atoms) ?? { kind: 'pattern' as const, ...this.#programs.shared(atoms, true) }
    return this.fromSlash({ items, steps: [...start.steps, step], checks: this.#checksAfter(start, step) })
  }

  /** Returns the step of a literal or of one token; null for a segment that needs an automaton. */
  #simpleStep(atoms: Pattern): PlanStep | null {
    const [atom] = atoms
    if (atoms.length !== 1 || atom === undefined) return null
    if (atom.kind === 'static') return { kind: 'literal', text: atom.text }
    return atom.kind === 'param' && this.#rules.get(atom)!.isToken ? { kind: 'param', name: atom.name } : null
  }

  #checksAfter(start: Progress, step: PlanStep): Variant['checks'] {
    if (step.kind !== 'param') return start.checks
    return [...start.checks, ...this.#checksOf(step.name, capturesOf(start.steps))]
  }

  #checksOf(name: string, capture: number): Variant['checks'] {
    const requirement = requirementOn(name, this.#route)
    return requirement === undefined ? [] : [{ capture, requirement }]
  }

  /** Ends a variant with one automaton for all remaining items. */
  #tail({ items, steps, checks }: Progress): Variant[] {
    const step: PlanStep = { kind: 'tail', ...this.#programs.shared(items, this.#route.anchored) }
    return [{ steps: [...steps, step], checks, format: 'none' }]
  }

  /** True if no item can match a slash. */
  #isInSegment(items: Pattern): boolean {
    return items.every((item) => {
      if (item.kind === 'static') return !item.text.includes('/')
      return item.kind === 'optional' ? this.#isInSegment(item.segments) : this.#rules.get(item)!.isInSegment
    })
  }
}

type OptionalGroup = Extract<Segment, { kind: 'optional' }>

/** Returns the items without the dot at their end; no items if there is none. */
function withoutFinalDot(items: Pattern): Pattern {
  const lastItem = items.at(-1)
  if (lastItem?.kind !== 'static' || !lastItem.text.endsWith('.')) return []
  const text = lastItem.text.slice(0, -1)
  return text === '' ? items.slice(0, -1) : [...items.slice(0, -1), { kind: 'static', text }]
}

/** Adds the test of tokens to each variant that matches paths which Rails rejects because of their tokens. */
function withTokenTests(variants: readonly Variant[], route: RoutePattern, rules: ParamRules): readonly Variant[] {
  const { segments, anchored } = route
  const rejectsAll = [...rules.values()].some(isRefusedByTokens) || mayJoinWords(segments)
  /** A param of complete segments is never empty, but one in an automaton may be. */
  const mayBeEmpty = ({ steps }: Variant): boolean =>
    [...rules].some(([{ name }, rule]) => {
      return rule.mayBeEmpty && steps.some((step) => 'automaton' in step && step.names.includes(name))
    })
  const isTested = (variant: Variant): boolean => rejectsAll || mayBeEmpty(variant)
  // Nearly all routes end here, before their tokens are examined.
  if (!anchored || !variants.some(isTested) || !comparesTokenList(tokensOf(segments), route)) return variants
  const tokens = new ProgramBuilder(route, rules).tokens(withoutFirstSlash(segments, true))
  return variants.map((variant) => (isTested(variant) ? { ...variant, tokens } : variant))
}

/**
 * True for `/photos`, and for an optional group that begins with a slash, whichever groups inside it are left out:
 *
 *     (/:id)   -> true
 *     ((/a)/b) -> true
 *     ((/a)b)  -> false
 */
export function startsWithSlash(item: Segment): boolean {
  if (item.kind !== 'optional') return item.kind === 'static' && item.text.startsWith('/')
  const firstRequired = item.segments.findIndex(({ kind }) => kind !== 'optional')
  const starts = firstRequired < 0 ? item.segments : item.segments.slice(0, firstRequired + 1)
  return starts.every(startsWithSlash)
}

/** Returns the pattern without the first `length` characters of its first literal: `/photos/:id`, 1 -> `photos/:id`. */
export function withoutStart(items: Pattern, length: number): Pattern {
  const [firstItem, ...otherItems] = items
  if (firstItem?.kind !== 'static') return items
  const rest = firstItem.text.slice(length)
  return rest === '' ? otherItems : [{ kind: 'static', text: rest }, ...otherItems]
}

/**
 * Returns the patterns after the first slash of a path, where the walk begins. Each leading optional group doubles them.
 *
 *     /photos/:id       -> photos/:id
 *     (/:locale)/photos -> :locale/photos, and photos
 */
export function withoutFirstSlash(items: Pattern, anchored: boolean): Pattern[] {
  const [firstItem, ...otherItems] = items
  if (firstItem === undefined) return anchored ? [] : [[]]
  if (firstItem.kind === 'static') return firstItem.text.startsWith('/') ? [withoutStart(items, 1)] : []
  if (firstItem.kind !== 'optional') return []
  return [
    ...withoutFirstSlash([...firstItem.segments, ...otherItems], anchored),
    ...withoutFirstSlash(otherItems, anchored),
  ]
}
