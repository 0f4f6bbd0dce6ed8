// Converts a route to the automaton of the paths that it matches, for proofs.
import { type Pattern, type Segment, type Param, paramsOf } from '../pattern/pattern.ts'
import { PositionBuilder, type Fragment, type PositionAutomaton } from '../automata/position-automaton.ts'
import { charsIn, NO_CHARS, PATH_CHARS, WORD_CHARS } from '../regexp/char-set.ts'
import { contains, isAssertion, literal } from '../regexp/syntax.ts'
import { isByToken, isToken, mayJoinWords, requirementOn, type RoutePattern, treeOfParam } from './route-pattern.ts'
import { withinLimit } from '../automata/too-many-states.ts'

/** The paths that a route matches, as an automaton over the characters of canonical paths. It matches every path of the route. */
export interface Language {
  readonly automaton: PositionAutomaton
  /**
   * False if the route may match fewer paths than the automaton: a requirement looks around, or Journey compares whole tokens
   * where two words can be adjacent.
   */
  readonly exact: boolean
}

/** A route with more states than this is left out of all proofs. Patterns of 8 KiB are allowed. */
const MAX_STATES = 3000

const SLASH = charsIn('/')

/**
 * Returns the language of a route for canonical paths, by Journey's rules (`Path::Pattern`, `GTG::Simulator`).
 * Returns null if the language is too large.
 */
export function languageOf(route: RoutePattern): Language | null {
  const automaton = withinLimit(() => new LanguageBuilder(route).build())
  return automaton && { automaton, exact: isExact(route) }
}

function isExact(route: RoutePattern): boolean {
  if (isByToken(route) && mayJoinWords(route.segments)) return false
  return !paramsOf(route.segments).some((param) => contains(treeOfParam(param, route), isAssertion))
}

class LanguageBuilder {
  readonly #route: RoutePattern
  readonly #builder = new PositionBuilder(MAX_STATES)
  /**
   * True if Journey reads the route token by token first. If so, no param is empty, and a param whose requirement is a string
   * matches only if the string is one token.
   */
  readonly #byToken: boolean

  constructor(route: RoutePattern) {
    this.#route = route
    this.#byToken = isByToken(route)
  }

  build(): PositionAutomaton {
    const { segments, anchored } = this.#route
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
    if (typeof requirement === 'string' && isOneToken && !isToken(requirement)) return this.#builder.chars(NO_CHARS)
    const fragment = this.#builder.build(treeOfParam(param, this.#route))
    return isOneToken ? this.#builder.nonEmpty(fragment) : fragment
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
