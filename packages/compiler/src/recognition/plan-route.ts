import { isRegExpSource, type ManifestRoute, type RegExpSource, type Requirement } from '../manifest.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { buildMarkedAutomaton, UnsupportedRegExp, type MarkedAutomaton } from './marked-automaton.ts'
import { has, PATH_CHARS } from './regexp/char-set.ts'
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
  isAnything,
  isToken,
  mayEndWithFormat,
  paramsOf,
  requirementOn,
  terminalsOf,
  type Param,
} from './route-pattern.ts'
import { canBeScanned } from './scanner-program.ts'
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
  /** A param that is a segment by itself, and that a scanner or the regular expression tests. */
  | { readonly kind: 'segment'; readonly name: string; readonly requirement: RegExpSource }
  /** A param that is one or more segments; null: any. It takes the longest text that leads to a match, or the shortest. */
  | {
      readonly kind: 'span'
      readonly name: string
      readonly requirement: RegExpSource | null
      readonly shortest: boolean
    }
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
  /** What it may take, perhaps too much where the requirement looks around. */
  readonly plain: Expression
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
    plain,
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
  /** A param that may be empty stands where it may also be next to text. */
  #mayBeEmpty = false

  constructor(route: ManifestRoute, rules: ReadonlyMap<string, ParamRule>) {
    this.#route = route
    this.#rules = rules
  }

  plan(): Variant[] {
    const { segments } = this.#route
    if (countVariants(segments, MAX_VARIANTS) > MAX_VARIANTS) {
      this.#wholeTail(this.#tokenFilter())
      return this.#variants
    }
    const needsFilter = this.#needsTokenFilter()
    // A param that is whole segments is never empty, so that the tokens make no difference.
    if (needsFilter !== 'always') this.#boundary({ items: segments, steps: [], checks: [] })
    if (needsFilter === 'always' || (needsFilter === 'if-empty' && this.#mayBeEmpty)) {
      this.#variants.length = 0
      this.#wholeTail(this.#tokenFilter())
    }
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
      if (!this.#wholeSegments({ items: left, steps, checks })) this.#segment({ items: left, steps, checks }, [], left)
    }
  }

  /** A param that begins where a segment does, and ends where one does, or at the format. False for any other. */
  #wholeSegments({ items, steps, checks }: Progress): boolean {
    const [item, ...others] = items
    if (item === undefined || item.kind === 'static' || item.kind === 'optional' || !this.#route.anchored) return false
    const rule = this.#rules.get(item.name)!
    const [next] = others
    if (rule.token) return false
    if (next?.kind === 'optional' && startsWithSlash(next)) {
      const before = this.#variants.length
      const ways = [[...next.segments, ...others.slice(1)], others.slice(1)]
      if (ways.every((way) => this.#wholeSegments({ items: [item, ...way], steps, checks }))) return true
      this.#variants.length = before
      return false
    }
    const isFormatted = next?.kind === 'optional' && others.length === 1 && this.#isFormat(next)
    if (!(next === undefined || startsWithSlash(next) || isFormatted)) return false
    // No path has an empty segment, but for `/` and what is a format only.
    if (rule.nullable && isFormatted && !(takesAll(rule.plain) && orderOfEnds(rule.plain) === 'longest')) return false
    if (rule.nullable && steps.length === 0 && next === undefined) return false
    const step = this.#wholeStep(item, rule, isFormatted)
    // Between two spans nothing may be left to check at the end: what is behind a place must not depend on what is before.
    const isSecond = steps.some(({ kind }) => kind === 'span')
    if (step === null || (isSecond && step.kind === 'span' && checks.length > 0)) return false
    const all = [...steps, step]
    if (next === undefined) this.#variants.push({ steps: all, checks, format: 'none' })
    else if (isFormatted) {
      this.#variants.push({
        steps: all,
        checks: [...checks, ...this.#check('format', capturesOf(all))],
        format: 'optional',
      })
    } else this.#boundary({ items: others, steps: all, checks })
    return true
  }

  /** The step of a param that is whole segments, if one is enough. */
  #wholeStep(item: Param, { requirement, isGlob, plain }: ParamRule, isFormatted: boolean): PlanStep | null {
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
    const order = orderOfEnds(plain)
    // A lookahead may see that the format begins earlier.
    if (isFormatted && asserts && !looksBack) return null
    if (!asserts && !(order !== null && takesAll(plain))) return null
    if (!has(alphabet(plain), '/') && !isFormatted) return { kind: 'segment', name, requirement }
    if (order === null && !looksBack) return null
    const shortest = !looksBack && order === 'shortest'
    return { kind: 'span', name, requirement: asserts || !takesAll(plain) ? requirement : null, shortest }
  }

  #isFormat(item: Segment): boolean {
    return formatOf(item)?.name === 'format' && this.#rules.get('format')!.token
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
      const fixed = others.findIndex((item) => item.kind === 'static' && startsWithSlash(item))
      const near = fixed < 0 ? others : others.slice(0, fixed + 1)
      if (!startsWithSlash(first) || !near.every((item) => startsWithSlash(item) || item === others.at(-1))) {
        return this.#tail(start)
      }
      const next = others[0]
      if (next !== undefined && !startsWithSlash(next)) return this.#tailOrFormat(start, atoms, first, others)
      this.#segment(start, atoms, [...first.segments, ...others])
      return this.#segment(start, atoms, others)
    }
    if (this.#rules.get(first.name)!.nullable) this.#mayBeEmpty = true
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
    if (paramsOf(start.items).some(({ name }) => this.#rules.get(name)!.nullable)) this.#mayBeEmpty = true
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

  /** Whether Journey's tokens refuse what the expression takes: they may where a param is empty, or they do. */
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
   * Journey runs most routes through an automaton over tokens before their regular expression. It refuses what the
   * expression alone would take where a param is empty, not made of whole tokens, or required to be a text of more than
   * one. Null where it makes no difference.
   */
  #tokenFilter(): Expression | null {
    if (this.#needsTokenFilter() === 'never') return null
    const isRefused = isRefusedByTokens
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

function isRefusedByTokens({ requirement }: ParamRule): boolean {
  return typeof requirement === 'string' && !isToken(requirement)
}

/** True if the expression is a loop that takes any text that a path can hold, perhaps not the empty one. */
function takesAll(tree: Expression): boolean {
  if (tree.kind !== 'repeat' || tree.min > 1 || tree.max !== Infinity || tree.item.kind !== 'set') return false
  return (tree.item.set & PATH_CHARS) === PATH_CHARS
}

/**
 * In which order an expression comes to the ends of its matches, if it is a loop over one set, perhaps behind lookaheads
 * and single characters: a lookahead at the begin is the same for all ends.
 */
function orderOfEnds(tree: Expression): 'longest' | 'shortest' | null {
  if (tree.kind === 'sequence') {
    const begin = tree.items.findIndex(({ kind }) => kind !== 'look' && kind !== 'assertion')
    const last = tree.items.at(-1)
    if (begin < 0 || last?.kind !== 'repeat') return null
    return tree.items.slice(begin, -1).every(({ kind }) => kind === 'set') ? orderOfEnds(last) : null
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
