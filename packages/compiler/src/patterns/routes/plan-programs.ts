// Builds the automata for the parts of a pattern that the matcher cannot look up segment by segment.
import { buildTaggedAutomaton, STATE_LIMIT, type TaggedAutomaton } from '../automata/tagged-automaton.ts'
import type { RequirementForm } from '../automata/required-expression.ts'
import { withinLimit } from '../automata/too-many-states.ts'
import { type Pattern, type Segment, paramItems } from '../pattern/pattern.ts'
import {
  choice,
  NEVER,
  mayBeEmpty,
  optional,
  sequence,
  literal,
  withoutEmpty,
  type Expression,
} from '../regexp/syntax.ts'
import { isRefusedByTokens, positionlessExpression, type ParamRules } from './param-rules.ts'
import { endsWithDelimiter, mayEndWithFormat, startsWithDelimiter, type RoutePattern } from './route-pattern.ts'

export interface PlanProgram {
  /** Capture `i` is between the marks `2 * i` and `2 * i + 1`. */
  readonly automaton: TaggedAutomaton
  /** `REST_NAME` is the remainder of the path after an unanchored route. */
  readonly names: readonly string[]
}

/** The name of the remaining path. No param has this name. */
export const REST_NAME = '*'

/** A literal needs one state per character. A path pattern has at most 8 KiB, which some groups may duplicate. */
const MAX_TEXT_STATES = 200_000

/** Programs by their inputs: in many tables the same tail, `*path(.:format)`, follows many literals. */
const programs = new Map<string, PlanProgram>()

/** Programs are forgotten beyond this number, because a dev server compiles many tables. */
const MAX_PROGRAMS = 1000

/** Builds the programs of one route. */
export class ProgramBuilder {
  readonly #route: RoutePattern
  readonly #rules: ParamRules

  constructor(route: RoutePattern, rules: ParamRules) {
    this.#route = route
    this.#rules = rules
  }

  /** Returns the program that matches `items`. Routes with equal items and requirements share it. */
  shared(items: Pattern, anchored: boolean): PlanProgram {
    const key = this.#programKey(items, anchored)
    let program = programs.get(key)
    if (program === undefined) {
      program = this.build([items], anchored)
      if (programs.size >= MAX_PROGRAMS) programs.clear()
      programs.set(key, program)
    }
    return program
  }

  /** Returns a key that is equal for equal inputs of a program. */
  #programKey(items: Pattern, anchored: boolean): string {
    const rules = paramItems(items).map((param) => this.#rules.get(param)!)
    const takes = rules.map(({ requirement, isGlob }) => requirement ?? isGlob)
    return JSON.stringify([items, anchored, mayEndWithFormat(this.#route), takes])
  }

  /**
   * Builds the program that matches one alternative, the first if possible. A param in several of them has a capture in
   * each.
   */
  build(alternatives: readonly Pattern[], anchored: boolean): PlanProgram {
    return withBestForm((form, limit) => {
      const names: string[] = []
      const visit = (item: Segment): Expression => {
        if (item.kind === 'static') return literal(item.text)
        if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
        const capture = names.push(item.name) - 1
        return captured(capture, this.#rules.get(item)!.forms[form])
      }
      const end: Expression = { kind: 'assertion', at: 'end' }
      // Rails: `(?:\b|\Z|/)`. The root is an exception, but its slash has already been consumed here.
      const edge = anchored ? end : choice({ kind: 'assertion', at: 'word' }, end, literal('/'))
      const bodies = alternatives.map((items) =>
        sequence(...items.map(visit), ...(anchored || items.length > 0 ? [edge] : [])),
      )
      const rest = anchored ? [] : [captured(names.push(REST_NAME) - 1, sequence())]
      return { automaton: buildTaggedAutomaton(sequence(choice(...bodies), ...rest), limit), names }
    })
  }

  /**
   * Rails runs most routes through an automaton over tokens before their regular expression. The automaton rejects
   * paths that the expression alone would match if a param is empty, a word or a param does not consist of complete
   * tokens, or a param is required to be a string of several tokens.
   */
  tokens(alternatives: readonly Pattern[]): TaggedAutomaton {
    return withBestForm((form, limit) => buildTaggedAutomaton(this.#tokenExpression(alternatives, form), limit))
  }

  #tokenExpression(alternatives: readonly Pattern[], form: RequirementForm): Expression {
    const token: Expression = { kind: 'assertion', at: 'token' }
    const visit = (item: Segment): Expression => {
      if (item.kind === 'static') {
        const before = startsWithDelimiter(item.text) ? [] : [token]
        return sequence(...before, literal(item.text), ...(endsWithDelimiter(item.text) ? [] : [token]))
      }
      if (item.kind === 'optional') return optional(sequence(...item.segments.map(visit)))
      const rule = this.#rules.get(item)!
      const alone = isRefusedByTokens(rule) ? NEVER : positionlessExpression(rule, form)
      const expression = sequence(token, mayBeEmpty(alone) ? withoutEmpty(alone) : alone, token)
      // For a glob, Rails calls `requirement.match?('')`, which is true for every string.
      const isOptional = item.kind === 'glob' && (mayBeEmpty(alone) || typeof rule.requirement === 'string')
      return isOptional ? optional(expression) : expression
    }
    const bodies = alternatives.map((items) => sequence(...items.map(visit)))
    return sequence(choice(...bodies), { kind: 'assertion', at: 'end' })
  }
}

/** Returns the expression with the marks of a capture around it. */
function captured(capture: number, expression: Expression): Expression {
  return sequence({ kind: 'mark', slot: 2 * capture }, expression, { kind: 'mark', slot: 2 * capture + 1 })
}

/** Builds an automaton with the most exact form of the requirements that stays below the limit of states. */
function withBestForm<Result>(build: (form: RequirementForm, limit: number) => Result): Result {
  for (const form of ['exact', 'counted'] as const) {
    const result = withinLimit(() => build(form, STATE_LIMIT))
    if (result !== null) return result
  }
  return build('longest', MAX_TEXT_STATES)
}
