// How the matcher recognises a route: the segments that it looks up, and the segments that become an automaton.
import { isRegExpSource, type RegExpSource, type Requirement } from '../requirement.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import {
  buildTaggedAutomaton,
  STATE_LIMIT,
  UnsupportedRegExp,
  type TaggedAutomaton,
} from '../automata/tagged-automaton.ts'
import { fewTexts } from '../regexp/few-texts.ts'
import { has, PATH_CHARS } from '../regexp/char-set.ts'
import { escapeRegExp } from '../regexp/escape.ts'
import {
  alphabet,
  choice,
  NEVER,
  nullable,
  optional,
  sequence,
  text,
  withoutEmpty,
  type Expression,
} from '../regexp/syntax.ts'
import { isOneToken, requiredExpression, type RequirementForm } from '../automata/required-expression.ts'
import {
  areTokens,
  defaultOf,
  formatOf,
  hasAdjacentParams,
  isAnything,
  isToken,
  mayEndWithFormat,
  paramsOf,
  requirementOn,
  terminalsOf,
  type Param,
  type RoutePattern,
} from './route-pattern.ts'
import { canBeScanned } from '../automata/scanner-program.ts'
import { withinLimit } from '../automata/too-many-states.ts'

/**
 * The plan by which the matcher finds a route: segment by segment if possible.
 *
 *     /photos/:id(.:format)    -> literal photos, param id; with or without a format
 *     /posts(/:year(/:month))  -> three variants
 *     /songs/:song-live        -> literal songs, pattern ([^/.?]+)-live
 *     /files/*path             -> literal files, tail (.+)
 *
 * Literals, params alone in their segment, and optional groups that begin with a slash need no automaton: the slashes
 * determine the part of the path for each. In all other cases, everything from the start of the segment on is one tail.
 * Variants are in the order in which Rails' regular expression tries them.
 */
export interface Variant {
  readonly steps: readonly PlanStep[]
  readonly format: 'none' | 'optional' | 'required'
  /**
   * Requirements on params that are known to be one token; `capture` counts the names of all steps, then the format.
   */
  readonly checks: readonly { readonly capture: number; readonly requirement: Requirement }[]
  /** The value of a param that is a literal in the steps. */
  readonly constants?: Readonly<Record<string, string>>
}

export type PlanStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | (PlanProgram & { readonly kind: 'pattern' | 'tail' })
  /** A param that is a segment by itself, and that a scanner or the regular expression tests. */
  | { readonly kind: 'segment'; readonly name: string; readonly requirement: RegExpSource }
  /**
   * A param of one or more complete segments; null: any. It captures the longest string that matches, or the shortest.
   */
  | {
      readonly kind: 'span'
      readonly name: string
      readonly requirement: RegExpSource | null
      readonly shortest: boolean
    }

export interface PlanProgram {
  /** Capture `i` is between the marks `2 * i` and `2 * i + 1`. */
  readonly automaton: TaggedAutomaton
  /** A further state of the automaton that must also reach a match, if any. */
  readonly filter: number | null
  /** `REST_NAME` is the remainder of the path after an unanchored route. */
  readonly names: readonly string[]
}

/** No name of a param. */
export const REST_NAME = '*'

/** A literal needs one state per character. A path pattern has at most 8 KiB, which some groups may duplicate. */
const MAX_TEXT_STATES = 200_000

/** Above this many combinations of groups one automaton is made of the whole. */
export const MAX_VARIANTS = 64

/** Programs by their inputs: in many tables the same tail, `*path(.:format)`, follows many literals. */
const programs = new Map<string, PlanProgram>()

/** A dev server sees many tables. */
const MAX_PROGRAMS = 1000

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
  if (cached !== undefined && meansTheSame(cached.route, route)) return cached.plan
  const plan = makePlan(route)
  plans.set(route.segments, { route, plan })
  return plan
}

/** True if two routes that share their segments also have equal requirements. */
function meansTheSame(a: RoutePattern, b: RoutePattern): boolean {
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

function makePlan(route: RoutePattern): Variant[] {
  let params: ReadonlyMap<string, ParamRule>
  try {
    params = new Map(paramsOf(route.segments).map((param) => [param.name, ruleOf(param, route)]))
  } catch (error) {
    // The analysis refuses it.
    if (error instanceof UnsupportedRegExp) return []
    throw error
  }
  // The analysis refuses a requirement that is too large for a scanner.
  return withinLimit(() => planFormats(route, params) ?? new Planner(route, params).plan()) ?? []
}

/**
 * Plans a route whose format is one of a few strings, some of which are no tokens: `json|html|\*\/\*`. The tokens are
 * looked up as usual. Each other string becomes a literal of the path. Otherwise every such route would need a tail.
 *
 * @returns null for any other route
 */
function planFormats(route: RoutePattern, params: ReadonlyMap<string, ParamRule>): Variant[] | null {
  const format = params.get('format')
  const lastSegment = route.segments.at(-1)
  if (format?.requirement === undefined || format.token || formatOf(lastSegment)?.name !== 'format') return null
  if (!route.anchored || [...params].some(([name, { token }]) => name !== 'format' && !token)) return null
  const texts = fewTexts(format.requirement)
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
  return [
    ...planWith(tokens.length > 0 ? [...route.segments] : start, { ...otherRequirements, format: tokens }),
    ...texts
      .filter((formatText) => !isToken(formatText))
      .flatMap((formatText) =>
        planWith(withText(start, `.${formatText}`), otherRequirements).map((variant) => ({
          ...variant,
          constants: { format: formatText },
        })),
      ),
  ]
}

function withText(segments: Pattern, text: string): Pattern {
  const lastSegment = segments.at(-1)
  return lastSegment?.kind === 'static'
    ? [...segments.slice(0, -1), { kind: 'static', text: lastSegment.text + text }]
    : [...segments, { kind: 'static', text }]
}

/** The values that a param accepts. */
interface ParamRule {
  /** The expressions for the param inside its pattern. */
  readonly forms: Readonly<Record<RequirementForm, Expression>>
  readonly requirement: Requirement | undefined
  /** Matches every accepted value, and possibly more if the requirement has lookarounds. */
  readonly expression: Expression
  readonly isGlob: boolean
  readonly nullable: boolean
  /** Always one whole token: never empty, without slashes and dots. */
  readonly token: boolean
  /** True if the param never contains a slash, and its end does not depend on the path after it. */
  readonly inSegment: boolean
}

function ruleOf(param: Param, route: RoutePattern): ParamRule {
  const requirement = requirementOn(param.name, route)
  const required = requirement !== undefined && isRegExpSource(requirement) ? requiredExpression(requirement) : null
  const expression = required?.loose ?? expressionOfParam(param, requirement, route)
  return {
    forms: required?.forms ?? formsOfTexts(expression, requirement),
    requirement,
    expression,
    isGlob: param.kind === 'glob',
    nullable: nullable(expression),
    inSegment: !has(alphabet(expression), '/') && (required === null || !required.asserts || required.looksBack),
    token: isOneToken(expression),
  }
}

function expressionOfParam(param: Param, requirement: Requirement | undefined, route: RoutePattern): Expression {
  if (requirement === undefined) return defaultOf(param, route).tree
  return { kind: 'choice', items: [requirement as string | readonly string[]].flat().map(text) }
}

/** Leaves a long list of strings to a scanner. */
function formsOfTexts(expression: Expression, requirement: Requirement | undefined): ParamRule['forms'] {
  if (!Array.isArray(requirement)) return { exact: expression, counted: expression, longest: expression }
  const source = requirement.map(escapeRegExp).join('|')
  return {
    exact: expression,
    counted: expression,
    get longest() {
      return requiredExpression({ source, flags: '' }).forms.longest
    },
  }
}

/** The progress of planning: the remaining items of the pattern, and the steps of the variant so far. */
interface Progress {
  readonly items: Pattern
  readonly steps: readonly PlanStep[]
  readonly checks: Variant['checks']
}

class Planner {
  readonly #route: RoutePattern
  readonly #rules: ReadonlyMap<string, ParamRule>
  readonly #variants: Variant[] = []
  /** True if some param may be empty at a position where it may also be adjacent to a literal. */
  #mayBeEmpty = false
  /** The param of each step that is a span. */
  readonly #paramsOfSpans = new Map<PlanStep, Param>()

  constructor(route: RoutePattern, rules: ReadonlyMap<string, ParamRule>) {
    this.#route = route
    this.#rules = rules
  }

  plan(): Variant[] {
    const { segments } = this.#route
    if (countVariants(segments, MAX_VARIANTS) > MAX_VARIANTS) {
      this.#wholeTail()
      return this.#variants
    }
    const needsFilter = this.#needsTokenFilter()
    // A param that is whole segments is never empty, so that the tokens make no difference.
    if (needsFilter !== 'always') this.#boundary({ items: segments, steps: [], checks: [] })
    if (needsFilter === 'always' || (needsFilter === 'if-empty' && this.#mayBeEmpty) || this.#hasMixedSpans()) {
      this.#variants.length = 0
      this.#wholeTail()
    }
    return this.#variants
  }

  /**
   * True if two variants would share the node of a span for different params, as those of `(/*a)/*b` would. The matcher tries
   * the ends of a span before the order of variants, but the regular expression decides about the group first.
   */
  #hasMixedSpans(): boolean {
    if (new Set(this.#paramsOfSpans.values()).size < 2) return false
    return this.#variants.some(({ steps }, index) =>
      this.#variants.slice(0, index).some((earlier) => {
        for (const [position, step] of steps.entries()) {
          const other = earlier.steps[position]
          if (other === undefined || !mayShareNode(step, other)) return false
          if (this.#paramsOfSpans.get(step) !== this.#paramsOfSpans.get(other)) return true
        }
        return false
      }),
    )
  }

  /** Between segments, or before the first: a slash has to come. */
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

  /** Plans a param that begins and ends with a segment, or ends at the format. Returns false for any other. */
  #wholeSegments({ items, steps, checks }: Progress): boolean {
    const [item, ...otherItems] = items
    if (item === undefined || item.kind === 'static' || item.kind === 'optional' || !this.#route.anchored) return false
    const rule = this.#rules.get(item.name)!
    const [next] = otherItems
    if (rule.token) return false
    if (next?.kind === 'optional' && startsWithSlash(next)) {
      const variantCount = this.#variants.length
      const alternatives = [[...next.segments, ...otherItems.slice(1)], otherItems.slice(1)]
      if (alternatives.every((alternative) => this.#wholeSegments({ items: [item, ...alternative], steps, checks })))
        return true
      this.#variants.length = variantCount
      return false
    }
    const isFormatted = next?.kind === 'optional' && otherItems.length === 1 && this.#isFormat(next)
    if (!(next === undefined || startsWithSlash(next) || isFormatted)) return false
    // No path has an empty segment, except `/` and a path that is only a format.
    if (rule.nullable && isFormatted && !(takesAll(rule.expression) && orderOfEnds(rule.expression) === 'longest'))
      return false
    if (rule.nullable && steps.length === 0 && next === undefined) return false
    const step = this.#wholeStep(item, rule, isFormatted)
    // Between two spans no check may remain for the end: the part after a position must not depend on the part before
    // it.
    const isSecond = steps.some(({ kind }) => kind === 'span')
    if (step === null || (isSecond && step.kind === 'span' && checks.length > 0)) return false
    if (step.kind === 'span') this.#paramsOfSpans.set(step, item)
    const allSteps = [...steps, step]
    if (next === undefined) this.#variants.push({ steps: allSteps, checks, format: 'none' })
    else if (isFormatted) {
      this.#variants.push({
        steps: allSteps,
        checks: [...checks, ...this.#check('format', capturesOf(allSteps))],
        format: 'optional',
      })
    } else this.#boundary({ items: otherItems, steps: allSteps, checks })
    return true
  }

  /** The step of a param that is whole segments, if one is enough. */
  #wholeStep(item: Param, { requirement, isGlob, expression }: ParamRule, isFormatted: boolean): PlanStep | null {
    const { name } = item
    if (requirement === undefined || isAnything(requirement)) {
      if (!isGlob) return null
      return {
        kind: 'span',
        name,
        requirement: null,
        shortest: requirement !== undefined || mayEndWithFormat(this.#route),
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
    return { kind: 'span', name, requirement: asserts || !takesAll(expression) ? requirement : null, shortest }
  }

  #isFormat(item: Segment): boolean {
    return formatOf(item)?.name === 'format' && this.#rules.get('format')!.token
  }

  /** Within a segment that began at `start` and holds `atoms` so far. */
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
      if (this.#inSegment(firstItem.segments)) {
        this.#noteEmptyParams(firstItem.segments)
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
    this.#noteEmptyParams([firstItem])
    if (!this.#fits(atoms, firstItem)) return this.#tail(start)
    this.#segment(start, [...atoms, firstItem], otherItems)
  }

  /** Whether a program for one segment can hold all of it. A token that is alone in its segment needs none. */
  #fits(atoms: Pattern, next: Segment): boolean {
    const allAtoms = [...atoms, next]
    if (this.#inSegment(allAtoms)) return true
    return atoms.length === 0 && next.kind === 'param' && this.#rules.get(next.name)!.token
  }

  /**
   * `/posts(/:year)(.:format)`: both variants end with the format. Any other item after the group results in a tail.
   */
  #tailOrFormat(start: Progress, atoms: Pattern, group: Segment & { kind: 'optional' }, otherItems: Pattern): void {
    if (otherItems.length > 1 || !this.#inSegment(otherItems)) return this.#tail(start)
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
    if (param.kind !== 'param' || param.name !== 'format' || !this.#rules.get('format')!.token) return null
    const step = this.#simpleStep(base)
    if (step === null) return null
    const steps = [...start.steps, step]
    const checks = [...this.#checked(start, step), ...this.#check('format', capturesOf(steps))]
    return { steps, checks, format: item.kind === 'optional' ? 'optional' : 'required' }
  }

  #close(start: Progress, atoms: Pattern, items: Pattern): void {
    if (atoms.length === 0) {
      // The root. Any other pattern with an empty segment matches no canonical path.
      if (items.length === 0 && start.steps.length === 0) this.#variants.push({ steps: [], checks: [], format: 'none' })
      return
    }
    const step = this.#simpleStep(atoms) ?? { kind: 'pattern' as const, ...this.#sharedProgram(atoms, true) }
    const steps = [...start.steps, step]
    const checks = this.#checked(start, step)
    if (items.length === 0) this.#variants.push({ steps, checks, format: 'none' })
    else this.#boundary({ items, steps, checks })
  }

  #simpleStep(atoms: Pattern): PlanStep | null {
    const [atom] = atoms
    if (atoms.length !== 1 || atom === undefined) return null
    if (atom.kind === 'static') return { kind: 'literal', text: atom.text }
    return atom.kind === 'param' && this.#rules.get(atom.name)!.token ? { kind: 'param', name: atom.name } : null
  }

  #checked(start: Progress, step: PlanStep): Variant['checks'] {
    return step.kind === 'param' ? [...start.checks, ...this.#check(step.name, capturesOf(start.steps))] : start.checks
  }

  #check(name: string, capture: number): Variant['checks'] {
    const { requirement } = this.#rules.get(name)!
    return requirement === undefined ? [] : [{ capture, requirement }]
  }

  #tail(start: Progress): void {
    this.#noteEmptyParams(start.items)
    const step: PlanStep = { kind: 'tail', ...this.#sharedProgram(start.items, this.#route.anchored) }
    this.#variants.push({ steps: [...start.steps, step], checks: start.checks, format: 'none' })
  }

  #wholeTail(): void {
    const { segments, anchored } = this.#route
    const alternatives = withoutFirstSlash(segments, anchored)
    if (alternatives.length === 0) return
    const filtered = this.#needsTokenFilter() === 'never' ? null : withoutFirstSlash(segments, true)
    const step: PlanStep = { kind: 'tail', ...this.#program(alternatives, filtered, anchored) }
    this.#variants.push({ steps: [step], checks: [], format: 'none' })
  }

  #noteEmptyParams(items: Pattern): void {
    if (paramsOf(items).some(({ name }) => this.#rules.get(name)!.nullable)) this.#mayBeEmpty = true
  }

  #inSegment(items: Pattern): boolean {
    return items.every((item) => {
      if (item.kind === 'static') return !item.text.includes('/')
      return item.kind === 'optional' ? this.#inSegment(item.segments) : this.#rules.get(item.name)!.inSegment
    })
  }

  /** What matches `items`. */
  #sharedProgram(items: Pattern, anchored: boolean): PlanProgram {
    const key = this.#programKey(items, anchored)
    let program = programs.get(key)
    if (program === undefined) {
      program = this.#program([items], null, anchored)
      if (programs.size >= MAX_PROGRAMS) programs.clear()
      programs.set(key, program)
    }
    return program
  }

  /** All that the program for `items` depends on. */
  #programKey(items: Pattern, anchored: boolean): string {
    const rules = paramsOf(items).map(({ name }) => this.#rules.get(name)!)
    const takes = rules.map(({ requirement, isGlob }) => requirement ?? isGlob)
    return JSON.stringify([items, anchored, mayEndWithFormat(this.#route), takes])
  }

  /**
   * Builds the program that matches one alternative, the first if possible. A param in several of them has a capture in
   * each.
   *
   * @param filtered the patterns that the filter matches, if there is one
   */
  #program(alternatives: readonly Pattern[], filtered: readonly Pattern[] | null, anchored: boolean): PlanProgram {
    const build = (form: RequirementForm, limit: number): PlanProgram => {
      const names: string[] = []
      const visit = (item: Segment): Expression => {
        if (item.kind === 'static') return text(item.text)
        if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
        const capture = names.push(item.name) - 1
        return captured(capture, this.#rules.get(item.name)!.forms[form])
      }
      const end: Expression = { kind: 'assertion', at: 'end' }
      // Rails: `(?:\b|\Z|/)`. The root is an exception, but its slash has already been consumed here.
      const edge = anchored ? end : choice({ kind: 'assertion', at: 'word' }, end, text('/'))
      const bodies = alternatives.map((items) =>
        sequence(...items.map(visit), ...(anchored || items.length > 0 ? [edge] : [])),
      )
      const rest = anchored ? [] : [captured(names.push(REST_NAME) - 1, sequence())]
      const filter = filtered && this.#tokenFilter(filtered, form)
      return { ...buildTaggedAutomaton(sequence(choice(...bodies), ...rest), filter, limit), names }
    }
    for (const form of ['exact', 'counted'] as const) {
      const program = withinLimit(() => build(form, STATE_LIMIT))
      if (program !== null) return program
    }
    return build('longest', MAX_TEXT_STATES)
  }

  /** Returns whether Journey's tokens reject paths that the expression matches: always, or only with an empty param. */
  #needsTokenFilter(): 'never' | 'if-empty' | 'always' {
    if (!this.#route.anchored) return 'never'
    const rules = [...this.#rules.values()]
    const isRefused = rules.some(isRefusedByTokens)
    const differs = isRefused || rules.some((rule) => rule.nullable)
    const isAdjacent = hasAdjacentParams(this.#route.segments)
    // Nearly all routes end here, before their tokens are looked at.
    if (!differs && !isAdjacent) return 'never'
    if (!areTokens(terminalsOf(this.#route.segments), this.#route)) return 'never'
    return isRefused || isAdjacent ? 'always' : 'if-empty'
  }

  /**
   * Journey runs most routes through an automaton over tokens before their regular expression. The automaton rejects
   * paths that the expression alone would match if a param is empty, does not consist of complete tokens, or is
   * required to be a string of several tokens.
   */
  #tokenFilter(alternatives: readonly Pattern[], form: RequirementForm): Expression {
    const token: Expression = { kind: 'assertion', at: 'token' }
    const visit = (item: Segment): Expression => {
      if (item.kind === 'static') return text(item.text)
      if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
      const rule = this.#rules.get(item.name)!
      const alone = isRefusedByTokens(rule) ? NEVER : onItsOwn(rule, form)
      const expression = sequence(token, nullable(alone) ? withoutEmpty(alone) : alone, token)
      return item.kind === 'glob' && nullable(alone) ? optional(expression) : expression
    }
    const bodies = alternatives.map((items) => sequence(...items.map(visit)))
    return sequence(choice(...bodies), { kind: 'assertion', at: 'end' })
  }
}

function isRefusedByTokens({ requirement }: ParamRule): boolean {
  return typeof requirement === 'string' && !isToken(requirement)
}

/** True if the expression is a loop over all path characters. It may exclude the empty string. */
function takesAll(tree: Expression): boolean {
  if (tree.kind !== 'repeat' || tree.min > 1 || tree.max !== Infinity || tree.item.kind !== 'set') return false
  return (tree.item.set & PATH_CHARS) === PATH_CHARS
}

/**
 * Returns the order in which an expression finds the ends of its matches, if it is a loop over one set, possibly after
 * lookaheads and single characters. A lookahead at the start is the same for all ends.
 */
function orderOfEnds(tree: Expression): 'longest' | 'shortest' | null {
  if (tree.kind === 'sequence') {
    const firstSetIndex = tree.items.findIndex(({ kind }) => kind !== 'look' && kind !== 'assertion')
    const lastItem = tree.items.at(-1)
    if (firstSetIndex < 0 || lastItem?.kind !== 'repeat') return null
    return tree.items.slice(firstSetIndex, -1).every(({ kind }) => kind === 'set') ? orderOfEnds(lastItem) : null
  }
  if (tree.kind !== 'repeat' || tree.item.kind !== 'set') return null
  return tree.greedy ? 'longest' : 'shortest'
}

function captured(capture: number, expression: Expression): Expression {
  return sequence({ kind: 'mark', slot: 2 * capture }, expression, { kind: 'mark', slot: 2 * capture + 1 })
}

/** How many values the steps capture. */
export function capturesOf(steps: readonly PlanStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'literal') return sum
    return sum + ('name' in step ? 1 : step.names.length)
  }, 0)
}

function startsWithSlash(item: Segment): boolean {
  if (item.kind === 'optional') return startsWithSlash(item.segments[0]!)
  return item.kind === 'static' && item.text.startsWith('/')
}

/** Returns the pattern without the first `length` characters of the literal that it begins with. */
function withoutStart(items: Pattern, length: number): Pattern {
  const [firstItem, ...otherItems] = items
  if (firstItem?.kind !== 'static') return items
  const rest = firstItem.text.slice(length)
  return rest === '' ? otherItems : [{ kind: 'static', text: rest }, ...otherItems]
}

/**
 * Returns what may follow the first slash of a path, where the walk begins. Leading optional groups yield several
 * patterns.
 */
function withoutFirstSlash(items: Pattern, anchored: boolean): Pattern[] {
  const [firstItem, ...otherItems] = items
  if (firstItem === undefined) return anchored ? [] : [[]]
  if (firstItem.kind === 'static') return firstItem.text.startsWith('/') ? [withoutStart(items, 1)] : []
  if (firstItem.kind !== 'optional') return []
  return [
    ...withoutFirstSlash([...firstItem.segments, ...otherItems], anchored),
    ...withoutFirstSlash(otherItems, anchored),
  ]
}

/** The expression of a param independent of its position. */
function onItsOwn({ requirement, forms }: ParamRule, form: RequirementForm): Expression {
  if (requirement === undefined || !isRegExpSource(requirement)) return forms[form]
  return requiredExpression(requirement).asserts ? forms.longest : forms[form]
}

/** False if the tree has different nodes for the steps. */
function mayShareNode(step: PlanStep, other: PlanStep): boolean {
  if (step.kind === 'literal' && other.kind === 'literal') return step.text === other.text
  if (step.kind === 'span' && other.kind === 'span')
    return step.shortest === other.shortest && step.requirement?.source === other.requirement?.source
  return step.kind === other.kind
}
