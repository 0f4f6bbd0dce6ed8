import type { ManifestRoute, Requirement } from '../manifest.ts'
import { AutomatonBuilder, type Automaton, type Fragment } from './regexp/automaton.ts'
import { TooManyStates } from './regexp/too-many-states.ts'
import { charsIn, NO_CHARS, PATH_CHARS, WORD_CHARS, type CharSet } from './regexp/char-set.ts'
import { contains, parseRegExp } from './regexp/parse.ts'
import { isAssertion, textsOf } from './regexp/texts.ts'
import type { Pattern, Segment } from '../pattern/pattern.ts'

/** The paths that a route matches, as an automaton over the characters of canonical paths. */
export interface Language {
  readonly automaton: Automaton
  /** False where a requirement looks around and is too large to be taken as the texts that it matches. */
  readonly exact: boolean
}

/** What to make of a requirement where it is not exact: something that surely matches all of it, or surely nothing more. */
export type Bound = 'at-least' | 'at-most'

/** What a path pattern means; of a manifest route, or of one that is being made. */
export type RoutePattern = Pick<ManifestRoute, 'segments' | 'requirements' | 'anchored' | 'pattern'>

/** The requirement on a param, if there is one. A param may be named `constructor`. */
export function requirementOn(
  param: string,
  { requirements }: Pick<RoutePattern, 'requirements'>,
): Requirement | undefined {
  return Object.hasOwn(requirements, param) ? requirements[param] : undefined
}

/** A route with more states than this is left out of all proofs. Patterns of 8 KiB are allowed. */
const MAX_STATES = 3000

const SLASH = charsIn('/')
const DEFAULT_PARAM = PATH_CHARS & ~charsIn('/.?')

/**
 * The language of a route: Journey's rules (`Path::Pattern`, `GTG::Simulator`), for canonical paths.
 * Null where it is too large.
 *
 * @param bound `at-least`: the automaton matches all that the route does; `at-most`: nothing that it does not
 */
export function languageOf(route: RoutePattern, bound: Bound): Language | null {
  const builder = new LanguageBuilder(route, bound)
  try {
    return { automaton: builder.build(), exact: builder.exact }
  } catch (error) {
    if (error instanceof TooManyStates) return null
    throw error
  }
}

class LanguageBuilder {
  readonly #route: RoutePattern
  readonly #bound: Bound
  readonly #builder = new AutomatonBuilder(MAX_STATES)
  /** Journey looks at the route token by token first: a param then is never empty, a literal one is one token. */
  readonly #byToken: boolean
  exact = true

  constructor(route: RoutePattern, bound: Bound) {
    this.#route = route
    this.#bound = bound
    this.#byToken = route.anchored && isByToken(route.segments, route.requirements)
  }

  build(): Automaton {
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
        return this.#text(segment.text)
      case 'optional':
        return this.#builder.optional(this.#pattern(segment.segments))
      case 'param':
        return this.#param(requirementOn(segment.name, this.#route), DEFAULT_PARAM, false)
      case 'glob':
        return this.#param(requirementOn(segment.name, this.#route), PATH_CHARS, true)
    }
  }

  #param(requirement: Requirement | undefined, plain: CharSet, glob: boolean): Fragment {
    if (requirement === undefined) return this.#builder.repeat(() => this.#builder.chars(plain), 1, Infinity, 1)
    if (typeof requirement === 'string') {
      // One token holds no delimiter.
      if (this.#byToken && !glob && /[/.?]/.test(requirement)) return this.#builder.chars(NO_CHARS)
      return this.#text(requirement)
    }
    if (!('source' in requirement)) return this.#builder.choice(requirement.map((text) => this.#text(text)))
    const { source, flags } = requirement
    const node = parseRegExp(source, flags)
    let fragment = contains(node, isAssertion) ? this.#texts(source, flags) : null
    if (fragment === null) {
      if (contains(node, (part) => isAssertion(part) || part.kind === 'backreference')) {
        this.exact = false
        if (this.#bound === 'at-most') return this.#builder.chars(NO_CHARS)
      }
      fragment = this.#builder.build(node)
    }
    return this.#byToken && !glob ? this.#builder.nonEmpty(fragment) : fragment
  }

  /** A requirement with assertions is about the whole param, so it comes down to a set of texts; null if it is too large. */
  #texts(source: string, flags: string): Fragment | null {
    try {
      return this.#builder.texts(textsOf(source, flags))
    } catch (error) {
      if (error instanceof TooManyStates) return null
      throw error
    }
  }

  #text(text: string): Fragment {
    return this.#builder.sequence([...text].map((character) => this.#builder.chars(charsIn(character))))
  }

  #anything(): Fragment {
    return this.#builder.repeat(() => this.#builder.chars(PATH_CHARS), 0, Infinity, 1)
  }

  /**
   * What an unanchored route matches: its pattern, and behind it the end, a slash, or a word boundary
   * (Journey: `UnanchoredRegexp`, `(?:\b|\Z|/)`).
   */
  #prefix(body: Fragment): Fragment {
    const builder = this.#builder
    const { first, inside, outside } = builder.splitLast(body, WORD_CHARS)
    const whole = (last: ReadonlyMap<number, number>): Fragment => ({ first: new Map(), last, empty: 0 })
    const afterWord = builder.sequence([builder.chars(PATH_CHARS & ~WORD_CHARS), this.#anything()])
    const afterOther = builder.sequence([builder.chars((PATH_CHARS & WORD_CHARS) | SLASH), this.#anything()])
    const word = builder.sequence([whole(inside), builder.optional(afterWord)])
    const other = builder.sequence([whole(outside), builder.optional(afterOther)])
    return { first, last: new Map([...word.last, ...other.last]), empty: body.empty }
  }
}

/**
 * Whether Journey walks a route's tokens before it runs its regular expression: not where a param or a literal
 * stands beside a literal within one token, and not where a param is one of a list of texts
 * (`Path::Pattern#requirements_anchored?`).
 */
export function isByToken(segments: Pattern, requirements: ManifestRoute['requirements']): boolean {
  const terminals = terminalsOf(segments)
  return !terminals.some((terminal, index) => {
    if (index === 0 || terminal === '/' || terminal === '.') return false
    if (typeof terminal === 'object' && Array.isArray(requirementOn(terminal.param, { requirements }))) return true
    return terminals[index - 1] === 'literal' || terminals[index + 1] === 'literal'
  })
}

type Terminal = '/' | '.' | 'literal' | { readonly param: string }

/** The tokens of a pattern; groups make no difference. */
function terminalsOf(segments: Pattern): Terminal[] {
  return segments.flatMap((segment): Terminal[] => {
    if (segment.kind === 'optional') return terminalsOf(segment.segments)
    if (segment.kind !== 'static') return [{ param: segment.name }]
    return (segment.text.match(/[\w%\-~!$&'*+,;=@]+|[^]/g) ?? []).map((text) =>
      text === '/' || text === '.' ? text : 'literal',
    )
  })
}
