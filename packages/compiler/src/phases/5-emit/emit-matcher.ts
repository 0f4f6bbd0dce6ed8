import { RARE_ATTRIBUTES } from '../../conditions.ts'
import {
  isRegExpSource,
  type CallableReference,
  type Condition,
  type ManifestRoute,
  type RedirectEndpoint,
  type RegExpSource,
  type Requirement,
} from '../../manifest.ts'
import { type MarkedAutomaton, type MarkedState, type StateAssertion } from '../../recognition/marked-automaton.ts'
import { hasChar, type CharSet } from '../../recognition/regexp/char-set.ts'
import { isLinear } from '../../recognition/linear.ts'
import { escapeRegExp } from '../../recognition/regexp/escape.ts'
import type { MatcherRoute } from './client-view.ts'
import type { CallableRole } from './emit-callables.ts'
import { encodeTable, type TableEntry, type TableStep } from './encode-table.ts'
import { paramsFunctions } from './emit-params.ts'
import { literal, quote, wholeRegExp } from './literal.ts'
import {
  capturesOf,
  planRoute,
  REST,
  type PlanProgram,
  type PlanStep,
  type Variant,
} from '../../recognition/plan-route.ts'

export interface MatcherOptions {
  /** The local name under which the emitted module imports a callable. */
  readonly callable: (reference: CallableReference, role: CallableRole) => string
  /** The local name under which the emitted module imports a function of the runtime. */
  readonly runtime: (name: string) => string
  /** As `basePath` makes it. */
  readonly base: string
  /** The local name of a requirement's scanner. */
  readonly scanner: (requirement: RegExpSource) => string
}

export interface EmittedMatcher {
  /** The table that `match` and all beside it ask, an expression without side effects. */
  readonly expression: string
  /** True where some of the routes are left out, and only keep others from answering. */
  readonly hides: boolean
}

/** Writes what `match`, `matchAll` and `allowedMethods` ask: the route table as data, and what only some routes need as calls of the runtime. */
export function emitMatcher(
  { routes }: { readonly routes: readonly MatcherRoute[] },
  options: MatcherOptions,
): EmittedMatcher {
  const writer = new MatcherWriter(options)
  const verbs = byUse(routes)
  const numbers = new Map(verbs.map((verb, index) => [verb, index + 1]))
  // A HEAD request looks for routes that name it first: any verb does not stand for HEAD where the table has HEAD.
  const any = [0, ...[...numbers].flatMap(([verb, number]) => (verb === 'HEAD' ? [] : [number]))]
  const entries = routes.flatMap((route) => {
    const own = route.verbs.length === 0 ? any : Array.from(new Set(route.verbs), (verb) => numbers.get(verb)!)
    return writer.entriesOf(route, own)
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

/** The verbs of the table, those of many routes first. */
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
  /** Steps of one text share their automaton, if it has no filter. */
  readonly #automatonNumbers = new Map<MarkedAutomaton, number>()
  /** Routes of one path have the same variants. */
  readonly #stepsOf = new Map<Variant, readonly TableStep[]>()

  constructor(options: MatcherOptions) {
    this.#options = options
  }

  /** @param verbs their numbers: the places of the verbs in the table, from 1; 0 is any that the table lacks */
  entriesOf(route: MatcherRoute, verbs: readonly number[]): TableEntry[] {
    const { controller, action, name } = route
    let whole: TableEntry['route'] = { controller, action, name }
    return planRoute(route).flatMap((variant) => {
      const steps = this.#steps(variant)
      const extra = this.#extra(route, variant)
      const format = FORMATS[variant.format] + (isDoubtful(steps, variant, extra) ? 4 : 0)
      return verbs.map((verb): TableEntry => {
        const entry = { steps, verb, format, extra, route: whole }
        whole = null
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
          program: 2 * this.#program(step) + (step.kind === 'tail' ? 1 : 0),
          ...namesOf(step.names),
        }
      case 'segment': {
        const code = `${this.call('segment')}(${this.#test(step.requirement)})`
        return {
          kind: 'program',
          program: 2 * this.#number(this.programs, this.#programNumbers, code),
          captures: 1,
          names: [step.name],
        }
      }
      case 'span': {
        const scanner = step.requirement === null ? '0' : this.#scanner(step.requirement)
        const code = step.shortest ? `[${scanner}, 1]` : `[${scanner}]`
        return {
          kind: 'program',
          program: ~this.#number(this.spans, this.#spanNumbers, code),
          captures: 1,
          names: [step.name],
        }
      }
      case 'expression': {
        const code = `${this.call('expression')}(${regExp(step.source, 'd')})`
        const program = 2 * this.#number(this.programs, this.#programNumbers, code) + 1
        return { kind: 'program', program, ...namesOf(step.names) }
      }
    }
  }

  #program({ automaton, filter }: PlanProgram): number {
    const known = filter === null ? this.#automatonNumbers.get(automaton) : undefined
    if (known !== undefined) return known
    const program = this.#number(this.programs, this.#programNumbers, this.#automaton(automaton, filter))
    if (filter === null) this.#automatonNumbers.set(automaton, program)
    return program
  }

  #extra(route: MatcherRoute, variant: Variant): number | null {
    const tests = variant.checks.map(({ capture, requirement }) => this.#check(capture, requirement))
    for (const [attribute, expected] of Object.entries(route.conditions)) {
      const reader = this.#reader(attribute)
      const more = reader === null ? '' : `, ${reader}`
      tests.push(`${this.call('condition')}(${quote(attribute)}, ${conditionCode(expected)}${more})`)
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
    if (Object.keys(route.defaults).length > 0) steps.push(`${this.call('defaults')}(${literal(route.defaults)})`)
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

  /** What reads an attribute of the request, where it is not simply a field. */
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
    const inside = 'target' in endpoint && base !== '' && isInside(endpoint.target)
    const [begin, end] = inside ? [`${this.call('redirectInside')}(${quote(base)}, `, ')'] : ['', '']
    const code =
      'target' in endpoint
        ? `${begin}${this.call('redirect')}(${literal(endpoint.target)}, ${status})${end}`
        : `${this.call('redirectBy')}(${this.#options.callable(endpoint.callable, 'url')}, ${status})`
    return query === 'keep' ? `${this.call('keepQuery')}(${code})` : code
  }

  #check(capture: number, requirement: Requirement): string {
    if (!isRegExpSource(requirement)) {
      return this.#native(capture, [requirement].flat().map(escapeRegExp).join('|'), '')
    }
    return `${this.call('requirement')}(${capture}, ${this.#test(requirement)})`
  }

  /** What tests a requirement on a text that holds nothing else. */
  #test(requirement: RegExpSource): string {
    const { source, flags } = requirement
    return isLinear(requirement) ? wholeRegExp(source, flags) : this.#scanner(requirement)
  }

  #scanner(requirement: RegExpSource): string {
    return this.#options.scanner(requirement)
  }

  #native(capture: number, source: string, flags: string): string {
    return `${this.call('requirement')}(${capture}, ${wholeRegExp(source, flags)})`
  }

  #automaton(automaton: MarkedAutomaton, filter: number | null): string {
    const sets = new Map<CharSet, number>()
    const code = automaton.states.flatMap((state) => stateCode(state, sets))
    const texts = [...sets.keys()].map((set) => quote(rangesOf(set)))
    const parts = [
      `[${texts.join(', ')}]`,
      `[${code.join(',')}]`,
      automaton.start,
      ...(filter === null ? [] : [filter]),
    ]
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

  /** Without the mark, bundlers keep a call that stands inside a call that they drop. */
  call(name: string): string {
    return `/* @__PURE__ */ ${this.use(name)}`
  }
}

/** Attributes of a request that Rails' `SCRIPT_NAME` is a part of. */
const WITH_BASE = /^(?:path|(?:original_)?fullpath|(?:original_)?url)$/

/**
 * True where a redirect leads to a path of the application. A target with a host leads elsewhere, and so do options with
 * both a host and a path; those without a path keep that of the request, as in Rails.
 */
function isInside(target: Extract<RedirectEndpoint, { readonly target: unknown }>['target']): boolean {
  if (typeof target === 'string') return !/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/#]/i.test(target)
  const { host, domain, path } = target
  return path == null || (host == null && domain == null)
}

const FORMATS = { none: 1, required: 2, optional: 3 } as const

/** True for what the matcher's first walk does not answer, see `match.ts` of the runtime. */
function isDoubtful(steps: readonly TableStep[], { format }: Variant, extra: number | null): boolean {
  const last = steps.at(-1)
  // What looks like a format may be the format of another route.
  if (last?.kind === 'literal' && last.text.includes('.')) return true
  return extra !== null || format === 'required'
}

function namesOf(names: readonly string[]): { captures: number; names: readonly string[] } {
  return { captures: names.length, names: names.filter((name) => name !== REST) }
}

const ASSERTIONS: Readonly<Record<StateAssertion, number>> = { end: 0, word: 1, 'not-word': 2, token: 3 }

/** See `automaton` of the runtime. */
function stateCode(state: MarkedState, sets: Map<CharSet, number>): number[] {
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

/** Canonical paths hold nothing else. */
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

function conditionCode(expected: Condition): string {
  if (typeof expected !== 'object') return literal(expected)
  // Rails' `^` and `$` are the ends of a line, and the attributes are one line.
  return isRegExpSource(expected)
    ? regExp(expected.source, expected.flags.replace(/[gy]/g, ''))
    : literal([...expected])
}

function regExp(source: string, flags: string): string {
  return `/${new RegExp(source, flags).source.replaceAll('<!--', '\\x3c!--')}/${flags}`
}
