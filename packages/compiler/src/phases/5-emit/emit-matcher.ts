import type { CallableReference, Condition, Manifest, ManifestRoute, Requirement } from '../../manifest.ts'
import {
  buildAutomaton,
  isPlain,
  TooManyStates,
  type Automaton,
  type State,
} from '../../recognition/automaton/build-automaton.ts'
import { expressionOf } from '../../recognition/automaton/expression-of.ts'
import { sequence, type Assertion, type CharacterSet } from '../../recognition/automaton/syntax.ts'
import { encodeTable, type TableEntry, type TableStep } from './encode-table.ts'
import { literal, quote, wholeRegExp } from './literal.ts'
import { capturesOf, planRoute, REST, type Step, type Variant } from '../../recognition/plan-route.ts'

export interface MatcherOptions {
  /** The local name under which the emitted module imports a callable. */
  readonly callable: (reference: CallableReference, role: 'constraint' | 'endpoint') => string
}

export interface EmittedMatcher {
  /** The names that the code needs from `@turnout/runtime`. */
  readonly runtime: readonly string[]
  /** The value of `match`, an expression without side effects. */
  readonly expression: string
}

/** Writes the value of the export `match`: the route table as data, and what only some routes need as calls of the runtime. */
export function emitMatcher(manifest: Manifest, options: MatcherOptions): EmittedMatcher {
  const writer = new MatcherWriter(options)
  const verbs = byUse(manifest.routes)
  const numbers = new Map(verbs.map((verb, index) => [verb, index + 1]))
  const entries = manifest.routes.flatMap((route) => writer.entriesOf(route, numbers))
  const { words, table } = encodeTable(entries)
  const parts = [quote(verbs.join(' ')), quote(words), quote(table)]
  const { programs, extras } = writer
  if (extras.length > 0 || programs.length > 0) parts.push(list(extras))
  if (programs.length > 0) parts.push(list(programs))
  const lines = parts.map((part) => `  ${part},\n`).join('')
  return {
    runtime: ['createMatcher', ...writer.runtime].sort(),
    expression: `/* @__PURE__ */ createMatcher(\n${lines})`,
  }
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`
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
  readonly runtime = new Set<string>()
  readonly #options: MatcherOptions
  readonly #extraNumbers = new Map<string, number>()
  readonly #programNumbers = new Map<string, number>()

  constructor(options: MatcherOptions) {
    this.#options = options
  }

  /** @param verbNumbers the places of the verbs in the table, from 1; 0 is any verb */
  entriesOf(route: ManifestRoute, verbNumbers: ReadonlyMap<string, number>): TableEntry[] {
    const numbers = route.verbs.length === 0 ? [0] : [...new Set(route.verbs)].map((verb) => verbNumbers.get(verb)!)
    const { controller, action, name } = route
    let whole: TableEntry['route'] = { controller, action, name }
    return planRoute(route).flatMap((variant) => {
      const steps = variant.steps.map((step) => this.#step(step))
      const extra = this.#extra(route, variant)
      const format = variant.format === 'none' ? 1 : variant.format === 'required' ? 2 : 3
      return numbers.map((verb): TableEntry => {
        const entry = { steps, verb, format, extra, route: whole }
        whole = null
        return entry
      })
    })
  }

  #step(step: Step): TableStep {
    switch (step.kind) {
      case 'literal':
        return { kind: 0, text: step.text }
      case 'param':
        return { kind: 1, text: step.name }
      case 'pattern':
      case 'tail': {
        const program = this.#number(this.programs, this.#programNumbers, this.#automaton(step.automaton, step.filter))
        return { kind: step.kind === 'pattern' ? 2 : 3, program, ...namesOf(step.names) }
      }
      case 'expression': {
        const { source, flags, groups } = step
        const code = `${this.#call('expression')}(${regExp(source, `${flags}d`)}, [${groups.join(', ')}])`
        return { kind: 3, program: this.#number(this.programs, this.#programNumbers, code), ...namesOf(step.names) }
      }
    }
  }

  #extra(route: ManifestRoute, variant: Variant): number | null {
    const tests = variant.checks.map(({ capture, requirement }) => this.#check(capture, requirement))
    for (const [attribute, expected] of Object.entries(route.conditions)) {
      const reader = attribute === 'format' ? `, ${this.#use('requestFormat')}` : ''
      tests.push(`${this.#call('condition')}(${quote(attribute)}, ${conditionCode(expected)}${reader})`)
    }
    const finish = this.#finish(route, variant)
    const constraints = route.constraints.map((reference) => this.#options.callable(reference, 'constraint'))
    const lists = Object.entries({ tests, finish }).filter(([, items]) => items.length > 0)
    const fields = lists.map(([name, items]) => `${name}: [${items.join(', ')}]`)
    if (constraints.length > 0) fields.push(`accepts: ${this.#call('constraints')}(${constraints.join(', ')})`)
    if (fields.length === 0) return null
    const code = fields.join(', ')
    return this.#number(this.extras, this.#extraNumbers, `{ ${code} }`)
  }

  #finish(route: ManifestRoute, variant: Variant): string[] {
    const steps: string[] = []
    if (Object.keys(route.defaults).length > 0) steps.push(`${this.#call('defaults')}(${literal(route.defaults)})`)
    const { endpoint } = route
    if (endpoint?.kind === 'redirect') {
      steps.push(`${this.#call('redirect')}(${literal(endpoint.target)}, ${endpoint.status})`)
    } else if (endpoint?.kind === 'callable') {
      const { module, export: name } = endpoint
      steps.push(`${this.#call('endpoint')}(${this.#options.callable({ module, export: name }, 'endpoint')})`)
    }
    if (!route.anchored) steps.push(`${this.#call('rest')}(${capturesOf(variant.steps) - 1})`)
    return steps
  }

  #check(capture: number, requirement: Requirement): string {
    if (typeof requirement === 'string') return this.#native(capture, escapeRegExp(requirement), '')
    if (!('source' in requirement)) return this.#native(capture, requirement.map(escapeRegExp).join('|'), '')
    const expression = expressionOf(requirement)
    if (!isPlain(expression)) {
      try {
        const { automaton } = buildAutomaton(sequence(expression, { kind: 'assertion', assertion: 'end' }))
        return `${this.#call('automatonRequirement')}(${capture}, ${this.#automaton(automaton, null)})`
      } catch (error) {
        if (!(error instanceof TooManyStates)) throw error
      }
    }
    return this.#native(capture, requirement.source, requirement.flags)
  }

  #native(capture: number, source: string, flags: string): string {
    return `${this.#call('requirement')}(${capture}, ${wholeRegExp(source, flags)})`
  }

  #automaton(automaton: Automaton, filter: number | null): string {
    const sets = new Map<CharacterSet, number>()
    const code = automaton.states.flatMap((state) => stateCode(state, sets))
    const texts = [...sets.keys()].map((set) => quote(rangesOf(set)))
    const parts = [
      `[${texts.join(', ')}]`,
      `[${code.join(',')}]`,
      automaton.start,
      ...(filter === null ? [] : [filter]),
    ]
    return `${this.#call('automaton')}(${parts.join(', ')})`
  }

  #number(items: string[], numbers: Map<string, number>, code: string): number {
    let number = numbers.get(code)
    if (number === undefined) {
      numbers.set(code, (number = items.length))
      items.push(code)
    }
    return number
  }

  #use(name: string): string {
    this.runtime.add(name)
    return name
  }

  /** Without the mark, bundlers keep a call that stands inside a call that they drop. */
  #call(name: string): string {
    return `/* @__PURE__ */ ${this.#use(name)}`
  }
}

function namesOf(names: readonly string[]): { captures: number; names: readonly string[] } {
  return { captures: names.length, names: names.filter((name) => name !== REST) }
}

const ASSERTIONS: Readonly<Record<Assertion, number>> = { end: 0, word: 1, 'not-word': 2, token: 3 }

/** See `automaton` of the runtime. */
function stateCode(state: State, sets: Map<CharacterSet, number>): number[] {
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
function rangesOf(set: CharacterSet): string {
  let ranges = ''
  for (let code = 33; code < 127; code++) {
    if (((set >> BigInt(code)) & 1n) === 0n) continue
    const from = code
    while (((set >> BigInt(code + 1)) & 1n) === 1n) code++
    ranges += String.fromCharCode(from, code)
  }
  return ranges
}

function conditionCode(expected: Condition): string {
  if (typeof expected !== 'object') return literal(expected)
  // Rails' `^` and `$` are the ends of a line, and the attributes are one line.
  return 'source' in expected ? regExp(expected.source, expected.flags.replace(/[gy]/g, '')) : literal([...expected])
}

function regExp(source: string, flags: string): string {
  return `/${new RegExp(source, flags).source.replaceAll('<!--', '\\x3c!--')}/${flags}`
}

function escapeRegExp(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, (special) => `\\${special}`)
}
