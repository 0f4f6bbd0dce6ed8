import { isRegExpSource, type ManifestRoute, type Requirement } from '../manifest.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { buildMarkedAutomaton, UnsupportedRegExp, type MarkedAutomaton } from './marked-automaton.ts'
import { has } from './regexp/char-set.ts'
import { escapeRegExp } from './regexp/escape.ts'
import { parseRegExp } from './regexp/parse.ts'
import { printRegExp } from './regexp/print.ts'
import {
  alphabet,
  anyOf,
  choice,
  NEVER,
  nullable,
  optional,
  sequence,
  text,
  withoutEmpty,
  type Expression,
} from './regexp/syntax.ts'
import { textsOf } from './regexp/texts.ts'
import { isOneToken, requiredExpression } from './required-expression.ts'
import {
  areTokens,
  defaultOf,
  formatOf,
  hasAdjacentParams,
  isToken,
  mayEndWithFormat,
  paramsOf,
  requirementOn,
  terminalsOf,
  type Param,
} from './route-pattern.ts'
import { TooManyStates } from './too-many-states.ts'

/**
 * How the matcher finds a route: segment by segment, where it can.
 *
 *     /photos/:id(.:format)    -> literal photos, param id; with or without a format
 *     /posts(/:year(/:month))  -> three variants
 *     /songs/:song-live        -> literal songs, pattern ([^/.?]+)-live
 *     /files/*path             -> literal files, tail (.+)
 *
 * A param alone in its segment, an optional group that begins with a slash, and text need no automaton: with them the
 * slashes of a path say which part of it belongs to what. Where they do not, everything from the start of that segment
 * on is one tail. The variants of a route stand in the order in which Rails' regular expression tries them.
 *
 * This file is long because all of it is one decision, and each part of it has to know what the others cannot do.
 */
export interface Variant {
  readonly steps: readonly PlanStep[]
  readonly format: 'none' | 'optional' | 'required'
  /** Requirements on params that are known to be one token; `capture` counts the names of all steps, then the format. */
  readonly checks: readonly { readonly capture: number; readonly requirement: Requirement }[]
}

export type PlanStep =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | (PlanProgram & { readonly kind: 'pattern' | 'tail' })
  /** A tail whose automaton would be too large: it is matched from the start of the path. Capture `i` is group `i + 1`. */
  | { readonly kind: 'expression'; readonly source: string; readonly names: readonly string[] }

export interface PlanProgram {
  /** Capture `i` is between the marks `2 * i` and `2 * i + 1`. */
  readonly automaton: MarkedAutomaton
  /** A state of the automaton that must lead to a match as well, if any. */
  readonly filter: number | null
  /** `REST` stands for what an unanchored route leaves over. */
  readonly names: readonly string[]
}

/** No name of a param. */
export const REST = '*'

/** Above this many combinations of groups one automaton is made of the whole. */
export const MAX_VARIANTS = 64

/** Programs by what they are made of: in many tables one tail, `*path(.:format)`, stands behind many literals. */
const programs = new Map<string, PlanProgram>()

/** A dev server sees many tables. */
const MAX_PROGRAMS = 1000

/** By the segments: routes that stand one behind the other share them where their paths are the same. */
const plans = new WeakMap<Pattern, { readonly route: ManifestRoute; readonly plan: readonly Variant[] }>()

/**
 * The plan of a route. Routes of one path and the same requirements have the same plan, even by identity where they
 * share their segments.
 *
 * @returns no variant where no path can match
 */
export function planRoute(route: ManifestRoute): readonly Variant[] {
  const known = plans.get(route.segments)
  if (known !== undefined && meansTheSame(known.route, route)) return known.plan
  const plan = makePlan(route)
  plans.set(route.segments, { route, plan })
  return plan
}

/** Of routes that share their segments. */
function meansTheSame(a: ManifestRoute, b: ManifestRoute): boolean {
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

function makePlan(route: ManifestRoute): Variant[] {
  let params: ReadonlyMap<string, ParamRule>
  try {
    params = new Map(paramsOf(route.segments).map((param) => [param.name, ruleOf(param, route)]))
  } catch (error) {
    // The analysis refuses it.
    if (error instanceof UnsupportedRegExp) return []
    throw error
  }
  try {
    return new Planner(route, params).plan()
  } catch (error) {
    if (error instanceof TooManyStates) return [wholeExpression(route)]
    throw error
  }
}

/** What a param takes. */
interface ParamRule {
  /** What it takes in its place. It throws `TooManyStates`. */
  readonly expression: () => Expression
  readonly requirement: Requirement | undefined
  readonly isGlob: boolean
  readonly nullable: boolean
  /** Always one whole token: never empty, without slashes and dots. */
  readonly token: boolean
  /** Never takes a slash, and what is behind it does not say where it ends. */
  readonly inSegment: boolean
}

function ruleOf(param: Param, route: ManifestRoute): ParamRule {
  const requirement = requirementOn(param.name, route)
  const required = requirement !== undefined && isRegExpSource(requirement) ? requiredExpression(requirement) : null
  const plain = required?.plain ?? expressionOfParam(param, requirement, route)
  return {
    expression: required?.exact ?? (() => plain),
    requirement,
    isGlob: param.kind === 'glob',
    nullable: nullable(plain),
    inSegment: !has(alphabet(plain), '/') && (required === null || !required.asserts || required.looksBack),
    token: isOneToken(plain),
  }
}

function expressionOfParam(param: Param, requirement: Requirement | undefined, route: ManifestRoute): Expression {
  if (requirement === undefined) return defaultOf(param, route).tree
  return { kind: 'choice', items: [requirement as string | readonly string[]].flat().map(text) }
}

/** How far planning has come in a pattern: what is still to come, and what the variant holds so far. */
interface Progress {
  readonly items: Pattern
  readonly steps: readonly PlanStep[]
  readonly checks: Variant['checks']
}

class Planner {
  readonly #route: ManifestRoute
  readonly #rules: ReadonlyMap<string, ParamRule>
  readonly #variants: Variant[] = []

  constructor(route: ManifestRoute, rules: ReadonlyMap<string, ParamRule>) {
    this.#route = route
    this.#rules = rules
  }

  plan(): Variant[] {
    const { segments } = this.#route
    const filter = this.#tokenFilter()
    const begin: Progress = { items: segments, steps: [], checks: [] }
    if (filter !== null || countVariants(segments, MAX_VARIANTS) > MAX_VARIANTS) this.#wholeTail(filter)
    else this.#boundary(begin)
    return this.#variants
  }

  /** Between segments, or before the first: a slash has to come. */
  #boundary({ items, steps, checks }: Progress): void {
    const first = items[0]
    if (first === undefined) {
      if (steps.length > 0) this.#variants.push({ steps, checks, format: 'none' })
      // The group that would have had the slash is missing. No path is empty, but each has a prefix that is.
      else if (!this.#route.anchored) this.#tail({ items, steps, checks })
    } else if (first.kind === 'optional') {
      const others = items.slice(1)
      this.#boundary({ items: [...first.segments, ...others], steps, checks })
      this.#boundary({ items: others, steps, checks })
    } else if (first.kind === 'static' && first.text.startsWith('/')) {
      const left = withoutStart(items, 1)
      this.#segment({ items: left, steps, checks }, [], left)
    }
  }

  /** Within a segment that began at `start` and holds `atoms` so far. */
  #segment(start: Progress, atoms: Pattern, items: Pattern): void {
    const first = items[0]
    const others = items.slice(1)
    if (first === undefined || first.kind === 'optional') {
      if (!this.#route.anchored) return this.#tail(start)
    }
    if (first === undefined) return this.#close(start, atoms, items)
    if (first.kind === 'static') {
      const slash = first.text.indexOf('/')
      if (slash < 0) {
        const format = others.length === 1 ? this.#format(start, [...atoms, first], others) : null
        if (format !== null) return void this.#variants.push(format)
        return this.#fits(atoms, first) ? this.#segment(start, [...atoms, first], others) : this.#tail(start)
      }
      if (slash === 0) return this.#close(start, atoms, items)
      const end = { kind: 'static' as const, text: first.text.slice(0, slash) }
      if (!this.#fits(atoms, end)) return this.#tail(start)
      return this.#close(start, [...atoms, end], withoutStart(items, slash))
    }
    if (first.kind === 'optional') {
      const format = this.#format(start, atoms, items)
      if (format !== null) return void this.#variants.push(format)
      if (this.#inSegment(first.segments)) {
        return this.#fits(atoms, first) ? this.#segment(start, [...atoms, first], others) : this.#tail(start)
      }
      if (!startsWithSlash(first) || !others.every((item) => startsWithSlash(item) || item === others.at(-1))) {
        return this.#tail(start)
      }
      const next = others[0]
      if (next !== undefined && !startsWithSlash(next)) return this.#tailOrFormat(start, atoms, first, others)
      this.#segment(start, atoms, [...first.segments, ...others])
      return this.#segment(start, atoms, others)
    }
    if (!this.#fits(atoms, first)) return this.#tail(start)
    this.#segment(start, [...atoms, first], others)
  }

  /** Whether a program for one segment can hold all of it. A token that is alone in its segment needs none. */
  #fits(atoms: Pattern, next: Segment): boolean {
    const all = [...atoms, next]
    if (this.#inSegment(all)) return true
    return atoms.length === 0 && next.kind === 'param' && this.#rules.get(next.name)!.token
  }

  /** `/posts(/:year)(.:format)`: both variants end with the format. Anything else behind the group is a tail. */
  #tailOrFormat(start: Progress, atoms: Pattern, group: Segment & { kind: 'optional' }, others: Pattern): void {
    if (others.length > 1 || !this.#inSegment(others)) return this.#tail(start)
    this.#segment(start, atoms, [...group.segments, ...others])
    this.#segment(start, atoms, others)
  }

  /** The last segment, where it is text or one param, and the standard format; null for anything else. */
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
      const last = atoms.at(-1)!
      if (last.kind !== 'static' || !last.text.endsWith('.')) return null
      const text = last.text.slice(0, -1)
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
    const step: PlanStep = { kind: 'tail', ...this.#sharedProgram(start.items, this.#route.anchored) }
    this.#variants.push({ steps: [...start.steps, step], checks: start.checks, format: 'none' })
  }

  #wholeTail(filter: Expression | null): void {
    const ways = withoutFirstSlash(this.#route.segments, this.#route.anchored)
    if (ways.length === 0) return
    const step: PlanStep = { kind: 'tail', ...this.#program(ways, filter, this.#route.anchored) }
    this.#variants.push({ steps: [step], checks: [], format: 'none' })
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

  /** What matches one of `ways`, the first if it can. A param that stands in several of them has a capture in each. */
  #program(ways: readonly Pattern[], filter: Expression | null, anchored: boolean): PlanProgram {
    const names: string[] = []
    const visit = (item: Segment): Expression => {
      if (item.kind === 'static') return text(item.text)
      if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
      const capture = names.push(item.name) - 1
      return captured(capture, this.#rules.get(item.name)!.expression())
    }
    const end: Expression = { kind: 'assertion', at: 'end' }
    // Rails: `(?:\b|\Z|/)`, but for `/` itself, of which nothing is left here.
    const edge = anchored ? end : choice({ kind: 'assertion', at: 'word' }, end, text('/'))
    const bodies = ways.map((items) => sequence(...items.map(visit), ...(anchored || items.length > 0 ? [edge] : [])))
    const rest = anchored ? [] : [captured(names.push(REST) - 1, sequence())]
    return { ...buildMarkedAutomaton(sequence(choice(...bodies), ...rest), filter), names }
  }

  /**
   * Journey runs most routes through an automaton over tokens before their regular expression. It refuses what the
   * expression alone would take where a param is empty, not made of whole tokens, or required to be a text of more than
   * one. Null where it makes no difference.
   */
  #tokenFilter(): Expression | null {
    if (!this.#route.anchored) return null
    const isRefused = ({ requirement }: ParamRule) => typeof requirement === 'string' && !isToken(requirement)
    const differs = [...this.#rules.values()].some((rule) => rule.nullable || isRefused(rule))
    // Nearly all routes end here, before their tokens are looked at.
    if (!differs && !hasAdjacentParams(this.#route.segments)) return null
    if (!areTokens(terminalsOf(this.#route.segments), this.#route)) return null
    const token: Expression = { kind: 'assertion', at: 'token' }
    const visit = (item: Segment): Expression => {
      if (item.kind === 'static') return text(item.text)
      if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
      const rule = this.#rules.get(item.name)!
      const alone = isRefused(rule) ? NEVER : onTheirOwn(rule)
      const inner = sequence(token, nullable(alone) ? withoutEmpty(alone) : alone, token)
      return item.kind === 'glob' && nullable(alone) ? optional(inner) : inner
    }
    const ways = withoutFirstSlash(this.#route.segments, true).map((items) => sequence(...items.map(visit)))
    return sequence(choice(...ways), { kind: 'assertion', at: 'end' })
  }
}

function captured(capture: number, expression: Expression): Expression {
  return sequence({ kind: 'mark', slot: 2 * capture }, expression, { kind: 'mark', slot: 2 * capture + 1 })
}

/** How many values the steps capture. */
export function capturesOf(steps: readonly PlanStep[]): number {
  return steps.reduce((sum, step) => {
    if (step.kind === 'literal') return sum
    return sum + (step.kind === 'param' ? 1 : step.names.length)
  }, 0)
}

function startsWithSlash(item: Segment): boolean {
  if (item.kind === 'optional') return startsWithSlash(item.segments[0]!)
  return item.kind === 'static' && item.text.startsWith('/')
}

/** The pattern without the first `length` characters of the static text that it begins with. */
function withoutStart(items: Pattern, length: number): Pattern {
  const [first, ...others] = items
  if (first?.kind !== 'static') return items
  const rest = first.text.slice(length)
  return rest === '' ? others : [{ kind: 'static', text: rest }, ...others]
}

/** What may follow the first slash of a path, where the walk begins. Optional groups before it make several ways. */
function withoutFirstSlash(items: Pattern, anchored: boolean): Pattern[] {
  const [first, ...others] = items
  if (first === undefined) return anchored ? [] : [[]]
  if (first.kind === 'static') return first.text.startsWith('/') ? [withoutStart(items, 1)] : []
  if (first.kind !== 'optional') return []
  return [...withoutFirstSlash([...first.segments, ...others], anchored), ...withoutFirstSlash(others, anchored)]
}

/** What a param takes wherever it stands. */
function onTheirOwn({ requirement, expression }: ParamRule): Expression {
  if (requirement === undefined || !isRegExpSource(requirement)) return expression()
  const { plain, asserts } = requiredExpression(requirement)
  return asserts ? anyOf(textsOf(requirement.source, requirement.flags)) : plain
}

/**
 * The route as one regular expression of JavaScript, where its automaton would be too large. What its assertions see of
 * the path may let a param by that its requirement refuses, so each is looked at again.
 */
function wholeExpression(route: ManifestRoute): Variant {
  const names: string[] = []
  const visit = (item: Segment): string => {
    if (item.kind === 'static') return escapeRegExp(item.text)
    if (item.kind === 'optional') return `(?:${item.segments.map(visit).join('')})?`
    names.push(item.name)
    const requirement = requirementOn(item.name, route)
    if (requirement === undefined) return `(${defaultOf(item, route).source})`
    if (!isRegExpSource(requirement)) return `(${[requirement].flat().map(escapeRegExp).join('|')})`
    return `(${printRegExp(parseRegExp(requirement.source, requirement.flags))})`
  }
  const body = route.segments.map(visit).join('')
  const source = route.anchored ? `^${body}$` : `^${body}(?:\\b|$|/)()`
  const checks = names.flatMap((name, capture) => {
    const requirement = requirementOn(name, route)
    const isChecked =
      requirement !== undefined && isRegExpSource(requirement) && requiredExpression(requirement).asserts
    return isChecked ? [{ capture, requirement }] : []
  })
  if (!route.anchored) names.push(REST)
  return { steps: [{ kind: 'expression', source, names }], checks, format: 'none' }
}
