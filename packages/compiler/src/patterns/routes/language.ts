// Converts a route to the automaton of the paths that it matches, for proofs.
import { isRegExpSource } from '../requirement.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'
import { PositionBuilder, type Fragment, type PositionAutomaton } from '../automata/position-automaton.ts'
import { charsIn, NO_CHARS, PATH_CHARS, WORD_CHARS } from '../regexp/char-set.ts'
import { treeOf } from '../regexp/parse.ts'
import { contains, isAssertion, literal, type RegExpTree } from '../regexp/syntax.ts'
import {
  defaultOf,
  isByToken,
  isToken,
  mayJoinWords,
  requirementOn,
  type Param,
  type RoutePattern,
} from './route-pattern.ts'
import { withinLimit } from '../automata/too-many-states.ts'

/** The paths that a route matches, as an automaton over the characters of canonical paths. */
export interface Language {
  readonly automaton: PositionAutomaton
  /** False if the automaton is an approximation: a requirement looks around, or Journey reads the route by tokens. */
  readonly exact: boolean
}

/** The approximation of an inexact requirement: an automaton that matches at least, or at most, its strings. */
export type Bound = 'at-least' | 'at-most'

/** A route with more states than this is left out of all proofs. Patterns of 8 KiB are allowed. */
const MAX_STATES = 3000

const SLASH = charsIn('/')

/**
 * Returns the language of a route for canonical paths, by Journey's rules (`Path::Pattern`, `GTG::Simulator`).
 * Returns null if the language is too large.
 *
 * @param bound `at-least`: the automaton matches every path of the route; `at-most`: it matches no other path
 */
export function languageOf(route: RoutePattern, bound: Bound): Language | null {
  const builder = new LanguageBuilder(route, bound)
  const automaton = withinLimit(() => builder.build())
  return automaton && { automaton, exact: builder.exact }
}

class LanguageBuilder {
  readonly #route: RoutePattern
  readonly #bound: Bound
  readonly #builder = new PositionBuilder(MAX_STATES)
  /**
   * True if Journey reads the route token by token first. If so, no param is empty, and a param whose requirement is a string
   * matches only if the string is one token.
   */
  readonly #byToken: boolean
  exact = true

  constructor(route: RoutePattern, bound: Bound) {
    this.#route = route
    this.#bound = bound
    this.#byToken = isByToken(route)
  }

  build(): PositionAutomaton {
    const { segments, anchored } = this.#route
    // Read by tokens, two words can meet only next to a `/` or `.`. The automaton does not express this.
    if (this.#byToken && mayJoinWords(segments)) {
      this.exact = false
      if (this.#bound === 'at-most') return this.#builder.finish(this.#builder.chars(NO_CHARS))
    }
    if (anchored) return this.#builder.finish(this.#pattern(segments))
    // `/` alone is the beginning of every path.
    if (this.#route.pattern === '/') {
      return this.#builder.finish(this.#builder.sequence([this.#builder.chars(SLASH), this.#anything()]))
    }
    return this.#builder.finish(this.#prefix(this.#pattern(segments)))
  }

  #pattern(segments: Pattern): Fragment {
    return this.#builder.sequence(segments.map((segment) => this.#segment(segment)))
  }

  #segment(segment: Segment): Fragment {
    switch (segment.kind) {
      case 'static':
        return this.#builder.build(literal(segment.text))
      case 'optional':
        return this.#builder.optional(this.#pattern(segment.segments))
      case 'param':
      case 'glob':
        return this.#param(segment)
    }
  }

  #param(param: Param): Fragment {
    const requirement = requirementOn(param.name, this.#route)
    const isOneToken = this.#byToken && param.kind === 'param'
    if (requirement === undefined) return this.#builder.build(defaultOf(param, this.#route).tree)
    if (typeof requirement === 'string' && isOneToken && !isToken(requirement)) return this.#builder.chars(NO_CHARS)
    if (!isRegExpSource(requirement)) {
      return this.#builder.choice([requirement].flat().map((string) => this.#builder.build(literal(string))))
    }
    const fragment = this.#fragmentOf(treeOf(requirement))
    return isOneToken ? this.#builder.nonEmpty(fragment) : fragment
  }

  /** Converts an expression. With assertions the result depends on the bound, and is not exact. */
  #fragmentOf(tree: RegExpTree): Fragment {
    if (contains(tree, isAssertion)) {
      this.exact = false
      if (this.#bound === 'at-most') return this.#builder.chars(NO_CHARS)
    }
    return this.#builder.build(tree)
  }

  #anything(): Fragment {
    return this.#builder.repeat(() => this.#builder.chars(PATH_CHARS), { min: 0, max: Infinity })
  }

  /**
   * Returns the paths of an unanchored route: its pattern, and behind it the end, a slash, or a word boundary
   * (Journey: `UnanchoredRegexp`, `(?:\b|\Z|/)`).
   */
  #prefix(body: Fragment): Fragment {
    const builder = this.#builder
    // The states after which the pattern can end, by its last character: the boundary `\b` needs a character of the other
    // sort after it.
    const {
      firstStates,
      lastInSet: endsAfterWordChar,
      lastOutsideSet: endsAfterOtherChar,
    } = builder.splitLast(body, WORD_CHARS)
    const prefixEndingIn = (lastStates: ReadonlySet<number>): Fragment => ({
      firstStates: new Set(),
      lastStates,
      mayBeEmpty: false,
    })
    const afterWord = builder.sequence([builder.chars(PATH_CHARS & ~WORD_CHARS), this.#anything()])
    const afterOther = builder.sequence([builder.chars((PATH_CHARS & WORD_CHARS) | SLASH), this.#anything()])
    const wordPrefix = builder.sequence([prefixEndingIn(endsAfterWordChar), builder.optional(afterWord)])
    const otherPrefix = builder.sequence([prefixEndingIn(endsAfterOtherChar), builder.optional(afterOther)])
    const prefix: Fragment = {
      firstStates,
      lastStates: new Set([...wordPrefix.lastStates, ...otherPrefix.lastStates]),
      mayBeEmpty: body.mayBeEmpty,
    }
    // All its groups may be left out: `(/:locale)` is the beginning of every path.
    return body.mayBeEmpty
      ? builder.choice([prefix, builder.sequence([builder.chars(SLASH), this.#anything()])])
      : prefix
  }
}
