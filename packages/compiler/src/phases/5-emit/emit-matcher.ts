// Writes the call that creates the matcher. A table without requirements or globs imports none of their modules.
import {
  isRegExpSource,
  RARE_ATTRIBUTES,
  type CallableReference,
  type Condition,
  type ManifestRoute,
  type RedirectEndpoint,
  type RegExpSource,
  type Requirement,
} from '@turnout/manifest'
import {
  escapeRegExp,
  hasChar,
  type CharSet,
  type StateAssertion,
  type TaggedAutomaton,
  type TaggedState,
} from '@turnout/patterns/regexp'
import {
  capturesOf,
  isLinearSearch,
  planRoute,
  REST_NAME,
  asWholeMatch,
  searchFlags,
  type PlanProgram,
  type PlanStep,
  type Variant,
} from '@turnout/patterns'
import type { MatcherRoute } from './client-view.ts'
import type { CallableRole } from './emit-callables.ts'
import { encodeTable, type TableEntry, type TableStep } from './encode-table.ts'
import { paramsFunctions } from './emit-params.ts'
import { literal, quote, wholeRegExp } from './literal.ts'

export interface MatcherOptions {
  /** The local name under which the emitted module imports a callable. */
  readonly callable: (reference: CallableReference, role: CallableRole) => string
  /** The local name under which the emitted module imports a function of the runtime. */
  readonly runtime: (name: string) => string
  /** The base, in the form that `basePath` returns. */
  readonly base: string
  /** The local name of a requirement's scanner. */
  readonly scanner: (requirement: RegExpSource) => string
  /** An expression that tests a whole text against a requirement. */
  readonly test: (requirement: RegExpSource) => string
}

export interface EmittedMatcher {
  /** The table of `match` and the other matching functions: an expression without side effects. */
  readonly expression: string
  /** True if the table contains excluded routes, which only keep later routes from matching. */
  readonly hides: boolean
}

/**
 * Writes the table of `match`, `matchAll` and `allowedMethods`: the routes as data, and features that only some routes
 * need as calls of the runtime.
 */
export function emitMatcher(
  { routes }: { readonly routes: readonly MatcherRoute[] },
  options: MatcherOptions,
): EmittedMatcher {
  const writer = new MatcherWriter(options)
  const verbs = byUse(routes)
  const numbers = new Map(verbs.map((verb, index) => [verb, index + 1]))
  // A HEAD request first looks for routes that name HEAD. So "any verb" does not include HEAD if the table contains HEAD.
  const any = [0, ...[...numbers].flatMap(([verb, number]) => (verb === 'HEAD' ? [] : [number]))]
  const entries = routes.flatMap((route) => {
    const verbNumbers = route.verbs.length === 0 ? any : Array.from(new Set(route.verbs), (verb) => numbers.get(verb)!)
    return writer.entriesOf(route, verbNumbers)
  })
  const { words, table, shapes, otherShapes, isCrowded } = encodeTable(entries)
  const parts = [
    quote(verbs.join(' ')),
    quote(words),
    quote(table),
    shapes.length + otherShapes.length > 0
      ? paramsFunctions(shapes, otherShapes, () => writer.call('otherParams'))
      : 'undefined',
    writer.extras.length > 0 ? `${writer.call('extras')}(${list(writer.extras)})` : 'undefined',
    programsCode(writer),
    isCrowded ? writer.use('wholeKey') : 'undefined',
  ]
  while (parts.at(-1) === 'undefined') parts.pop()
  const lines = parts.map((part) => `  ${part},\n`).join('')
  return {
    expression: `${writer.call('openTable')}(\n${lines})`,
    hides: routes.some(({ hidden }) => hidden === true),
  }
}

function programsCode(writer: MatcherWriter): string {
  if (writer.programs.length + writer.spans.length === 0) return 'undefined'
  const spans = writer.spans.length > 0 ? `, ${writer.call('spans')}(${list(writer.spans)})` : ''
  return `${writer.call('programs')}(${list(writer.programs)}${spans})`
}

function list(items: readonly string[]): string {
  return `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`
}

/** Returns the verbs of the table, the most frequent first. */
function byUse(routes: readonly ManifestRoute[]): string[] {
  const counts = new Map<string, number>()
  for (const { verbs } of routes) for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([verb]) => verb)
}

class MatcherWriter {
  readonly extras: string[] = []
  readonly programs: string[] = []
  readonly spans: string[] = []
  readonly #spanNumbers = new Map<string, number>()
  readonly #options: MatcherOptions
  readonly #extraNumbers = new Map<string, number>()
  readonly #programNumbers = new Map<string, number>()
  /** Steps with the same source share an automaton, if it has no filter. */
  readonly #automatonNumbers = new Map<TaggedAutomaton, number>()
  /** Routes of one path have the same variants. */
  readonly #stepsOf = new Map<Variant, readonly TableStep[]>()

  constructor(options: MatcherOptions) {
    this.#options = options
  }

  /** @param verbs the numbers of the verbs: their places in the table, counted from 1, or 0 for any verb that it lacks */
  entriesOf(route: MatcherRoute, verbs: readonly number[]): TableEntry[] {
    const { controller, action, name } = route
    // Only the first entry of a route contains it.
    let entryRoute: TableEntry['route'] = { controller, action, name }
    return planRoute(route).flatMap((variant) => {
      const steps = this.#steps(variant)
      const extra = this.#extra(route, variant)
      const format = FORMATS[variant.format] + (isDoubtful(steps, variant, extra) ? 4 : 0)
      return verbs.map((verb): TableEntry => {
        const entry = { steps, verb, format, extra, route: entryRoute }
        entryRoute = null
        return entry
      })
    })
  }

  #steps(variant: Variant): readonly TableStep[] {
    let steps = this.#stepsOf.get(variant)
    if (steps === undefined) this.#stepsOf.set(variant, (steps = variant.steps.map((step) => this.#step(step))))
    return steps
  }

  #step(step: PlanStep): TableStep {
    switch (step.kind) {
      case 'literal':
      case 'param':
        return step
      case 'pattern':
      case 'tail':
        return {
          kind: 'program',
          programCode: 2 * this.#program(step) + (step.kind === 'tail' ? 1 : 0),
          ...namesOf(step.names),
        }
      case 'segment': {
        const code = `${this.call('segment')}(${this.#test(step.requirement)})`
        return {
          kind: 'program',
          programCode: 2 * this.#number(this.programs, this.#programNumbers, code),
          captures: 1,
          names: [step.name],
        }
      }
      case 'span': {
        const scanner = step.requirement === null ? '0' : this.#scanner(step.requirement)
        const code = step.shortest ? `[${scanner}, 1]` : `[${scanner}]`
        return {
          kind: 'program',
          programCode: ~this.#number(this.spans, this.#spanNumbers, code),
          captures: 1,
          names: [step.name],
        }
      }
    }
  }

  #program({ automaton, filter }: PlanProgram): number {
    const existing = filter === null ? this.#automatonNumbers.get(automaton) : undefined
    if (existing !== undefined) return existing
    const program = this.#number(this.programs, this.#programNumbers, this.#automaton(automaton, filter))
    if (filter === null) this.#automatonNumbers.set(automaton, program)
    return program
  }

  #extra(route: MatcherRoute, variant: Variant): number | null {
    const tests = variant.checks.map(({ capture, requirement }) => this.#check(capture, requirement))
    for (const [attribute, expected] of Object.entries(route.conditions)) {
      const reader = this.#reader(attribute)
      const readerArgument = reader === null ? '' : `, ${reader}`
      tests.push(`${this.call('condition')}(${quote(attribute)}, ${this.#condition(expected)}${readerArgument})`)
    }
    const finish = this.#finish(route, variant)
    const constraints = route.constraints.map((reference) => this.#options.callable(reference, 'constraint'))
    const fields: string[] = []
    if (tests.length > 0) fields.push(`tests: [${tests.join(', ')}]`)
    if (finish.length > 0) fields.push(`finish: [${finish.join(', ')}]`)
    if (constraints.length > 0) fields.push(`accepts: ${this.call('constraints')}(${constraints.join(', ')})`)
    const { endpoint } = route
    if (endpoint?.kind === 'redirect' && 'callable' in endpoint) fields.push(`last: ${this.#redirect(endpoint)}`)
    if (fields.length === 0) return null
    const code = fields.join(', ')
    return this.#number(this.extras, this.#extraNumbers, `{ ${code} }`)
  }

  #finish(route: MatcherRoute, variant: Variant): string[] {
    if (route.hidden === true) return [this.use('hidden')]
    const steps: string[] = []
    const values = { ...route.defaults, ...variant.constants }
    if (Object.keys(values).length > 0) steps.push(`${this.call('defaults')}(${literal(values)})`)
    const { endpoint } = route
    if (endpoint?.kind === 'redirect') {
      if ('target' in endpoint) steps.push(this.#redirect(endpoint))
    } else if (endpoint?.kind === 'callable') {
      const { module, export: name } = endpoint
      steps.push(`${this.call('endpoint')}(${this.#options.callable({ module, export: name }, 'endpoint')})`)
    }
    if (route.conditional === true) steps.push(`${this.call('conditional')}()`)
    if (!route.anchored) steps.push(`${this.call('rest')}(${capturesOf(variant.steps) - 1})`)
    return steps
  }

  /** Returns the reader of an attribute of the request; null if the attribute is simply a field. */
  #reader(attribute: string): string | null {
    if (attribute === 'format') return this.use('requestFormat')
    if (RARE_ATTRIBUTES.has(attribute)) return `${this.call('rareAttribute')}(${quote(attribute)})`
    const { base } = this.#options
    if (base === '' || !WITH_BASE.test(attribute)) return null
    return `${this.call('readInside')}(${quote(base)}, ${quote(attribute)})`
  }

  #redirect(endpoint: RedirectEndpoint): string {
    const { status, query } = endpoint
    const { base } = this.#options
    const isInsideBase = 'target' in endpoint && base !== '' && isInside(endpoint.target)
    const [opening, closing] = isInsideBase ? [`${this.call('redirectInside')}(${quote(base)}, `, ')'] : ['', '']
    const code =
      'target' in endpoint
        ? `${opening}${this.call('redirect')}(${literal(endpoint.target)}, ${status})${closing}`
        : `${this.call('redirectBy')}(${this.#options.callable(endpoint.callable, 'url')}, ${status})`
    return query === 'keep' ? `${this.call('keepQuery')}(${code})` : code
  }

  #check(capture: number, requirement: Requirement): string {
    if (!isRegExpSource(requirement)) {
      return this.#native(capture, [requirement].flat().map(escapeRegExp).join('|'), '')
    }
    return `${this.call('requirement')}(${capture}, ${this.#test(requirement)})`
  }

  /** Returns the expression that tests a requirement on a whole string. */
  #test(requirement: RegExpSource): string {
    return this.#options.test(requirement)
  }

  #condition(expected: Condition): string {
    if (typeof expected !== 'object') return literal(expected)
    if (!isRegExpSource(expected)) return literal([...expected])
    // Rails' `^` and `$` are the ends of a line, and the attributes are one line.
    return isLinearSearch(expected)
      ? regExp(expected.source, searchFlags(expected.flags))
      : this.#scanner(asWholeMatch(expected))
  }

  #scanner(requirement: RegExpSource): string {
    return this.#options.scanner(requirement)
  }

  #native(capture: number, source: string, flags: string): string {
    return `${this.call('requirement')}(${capture}, ${wholeRegExp(source, flags)})`
  }

  #automaton(automaton: TaggedAutomaton, filter: number | null): string {
    const sets = new Map<CharSet, number>()
    const code = automaton.states.flatMap((state) => stateCode(state, sets))
    const texts = [...sets.keys()].map((set) => quote(rangesOf(set)))
    const parts = [`[${texts.join(', ')}]`, `[${code.join(',')}]`, automaton.start]
    const scanners = automaton.guards.map((requirement) => this.#scanner(requirement))
    if (scanners.length > 0) {
      parts.push(filter ?? 'undefined', `${this.call('guarded')}([${scanners.join(', ')}])`)
    } else if (filter !== null) parts.push(filter)
    return `${this.call('automaton')}(${parts.join(', ')})`
  }

  #number(items: string[], numbers: Map<string, number>, code: string): number {
    let number = numbers.get(code)
    if (number === undefined) {
      numbers.set(code, (number = items.length))
      items.push(code)
    }
    return number
  }

  use(name: string): string {
    return this.#options.runtime(name)
  }

  /** Without the mark, bundlers keep a call that is nested in a dropped call. */
  call(name: string): string {
    return `/* @__PURE__ */ ${this.use(name)}`
  }
}

/** Attributes of a request that Rails' `SCRIPT_NAME` is a part of. */
const WITH_BASE = /^(?:path|(?:original_)?fullpath|(?:original_)?url)$/

/**
 * True if a redirect's target is a path of the application. A target with a host is outside, and so are options with
 * both a host and a path. Options without a path keep the path of the request, as in Rails.
 */
function isInside(target: Extract<RedirectEndpoint, { readonly target: unknown }>['target']): boolean {
  if (typeof target === 'string') return !/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/#]/i.test(target)
  const { host, domain, path } = target
  return path == null || (host == null && domain == null)
}

const FORMATS = { none: 1, required: 2, optional: 3 } as const

/** True if the matcher's first walk cannot decide the variant, see `match.ts` of the runtime. */
function isDoubtful(steps: readonly TableStep[], { format }: Variant, extra: number | null): boolean {
  const lastStep = steps.at(-1)
  // The end of such a literal may also be the format of another route.
  if (lastStep?.kind === 'literal' && lastStep.text.includes('.')) return true
  return extra !== null || format === 'required'
}

function namesOf(names: readonly string[]): { captures: number; names: readonly string[] } {
  return { captures: names.length, names: names.filter((name) => name !== REST_NAME) }
}

const ASSERTIONS: Readonly<Record<StateAssertion, number>> = { end: 0, word: 1, 'not-word': 2, token: 3 }

/** See `automaton` of the runtime. */
function stateCode(state: TaggedState, sets: Map<CharSet, number>): number[] {
  switch (state.op) {
    case 'match':
      return [0, 0, 0]
    case 'set': {
      const set = state.set & PRINTABLE
      if (!sets.has(set)) sets.set(set, sets.size)
      return [1, sets.get(set)!, state.next]
    }
    case 'split':
      return [2, state.next, state.other]
    case 'mark':
      return [3, state.slot, state.next]
    case 'assertion':
      return [4, ASSERTIONS[state.assertion], state.next]
    case 'lookahead':
      return [state.negative ? 6 : 5, state.item, state.next]
  }
}

/** Canonical paths contain only these characters. */
const PRINTABLE = ((1n << 127n) - 1n) & ~((1n << 33n) - 1n)

/** `azAZ` for `[a-zA-Z]`. */
function rangesOf(set: CharSet): string {
  let ranges = ''
  for (let code = 33; code < 127; code++) {
    if (!hasChar(set, code)) continue
    const from = code
    while (hasChar(set, code + 1)) code++
    ranges += String.fromCharCode(from, code)
  }
  return ranges
}

function regExp(source: string, flags: string): string {
  return `/${new RegExp(source, flags).source.replaceAll('<!--', '\\x3c!--')}/${flags}`
}
