// Writes the call that creates the matcher. A table without requirements or globs imports none of their modules.
import { withParams } from '@turnout/runtime'
import {
  isRegExpSource,
  type CallableReference,
  type Condition,
  type ManifestRoute,
  type RedirectEndpoint,
  type RegExpSource,
  type Requirement,
} from '../../manifest/manifest.ts'
import { meetsVerbCondition, RARE_ATTRIBUTES, testedVerb } from '../../manifest/conditions.ts'
import { namedVerbs } from '../../manifest/verbs.ts'
import { escapeRegExp } from '../../patterns/regexp/print.ts'
import { automatonCode } from '../../matcher/automaton-code.ts'
import { encodeTable, type TableEntry, type TableStep } from '../../matcher/encode-table.ts'
import { FORMATS, NumberedList, TableSteps } from '../../matcher/table-steps.ts'
import type { TaggedAutomaton } from '../../patterns/automata/tagged-automaton.ts'
import { capturesOf, type Variant } from '../../patterns/routes/plan.ts'
import { isLinearSearch, asWholeMatch } from '../../patterns/automata/linear.ts'
import { planRoute } from '../../patterns/routes/plan-route.ts'
import { searchFlags } from '../../patterns/requirement.ts'
import type { MatcherRoute } from './client-view.ts'
import { encodeSmallTable } from '../../matcher/encode-small-table.ts'
import { paramsFunctions } from './emit-params.ts'
import { literal, quote, wholeRegExp } from './literal.ts'
import { PURE, type CallableRole } from './module-scope.ts'

/** The parts of the module that the matcher shares with the helpers. */
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
  /** True for a browser, which matches few requests: the table takes fewer bytes if possible, and more time. */
  readonly forBrowser: boolean
}

export interface EmittedMatcher {
  /** The table of `match` and the other matching functions: an expression without side effects. */
  readonly expression: string
  /** The function of the runtime that creates `match` for this form of the table. */
  readonly maker: 'createMatcher' | 'createSmallMatcher'
  /** True if the table contains excluded routes, which only keep later routes from matching. */
  readonly hides: boolean
}

/**
 * Writes the table of `match`, `matchAll` and `allowedMethods`: the routes as data, and features that only some routes
 * need as calls of the runtime. For `GET /photos/:id` with a requirement on the id:
 *
 *     openTable(
 *       'GET',                                              the verbs
 *       '…', '…',                                           words and numbers, see `encode-table.ts`
 *       …,                                                  functions that create the objects of parameters
 *       routeFunctions([{ tests: [requirement(0, /^\d+$/)] }]),      the functions of routes
 *     )
 */
export function emitMatcher(
  { routes }: { readonly routes: readonly MatcherRoute[] },
  options: MatcherOptions,
): EmittedMatcher {
  const writer = new MatcherWriter(options)
  const verbs = verbsByUse(routes)
  const numbersByVerb = new Map(verbs.map((verb, index) => [verb, index + 1]))
  // A HEAD request first looks for routes that name HEAD. So "any verb" does not include HEAD if the table contains HEAD.
  const anyVerb = [0, ...verbs.filter((verb) => verb !== 'HEAD').map((verb) => numbersByVerb.get(verb)!)]
  const entries = routes.flatMap((route) => {
    const numbers = Array.from(new Set(route.verbs), (verb) => numbersByVerb.get(verb)!)
    // A condition on the verb needs no test of the request: the route has no entry for the other verbs.
    const served = (numbers.length === 0 ? anyVerb : numbers).filter((number) => {
      const verb = number === 0 ? '' : verbs[number - 1]!
      return Object.entries(route.conditions).every((entry) => meetsVerbCondition(...entry, verb) ?? true)
    })
    return writer.entriesOf(route, served)
  })
  const hides = routes.some(({ hidden }) => hidden === true)
  const lines = options.forBrowser ? encodeSmallTable(entries, verbs.length) : null
  if (lines !== null) {
    const parts = [quote(verbs.join(' ')), quote(lines), functionsCode(writer)]
    return { expression: tableCall(writer.call('openSmallTable'), parts), maker: 'createSmallMatcher', hides }
  }
  const { words, table, shapes, otherShapes, needsFullKey } = encodeTable(entries)
  const parts = [
    quote(verbs.join(' ')),
    quote(words),
    quote(table),
    shapes.length + otherShapes.length > 0
      ? paramsFunctions(shapes, otherShapes, () => writer.call('genericParams'))
      : 'undefined',
    functionsCode(writer),
    programsCode(writer),
    needsFullKey ? writer.use('fullLiteralKey') : 'undefined',
  ]
  return { expression: tableCall(writer.call('openTable'), parts), maker: 'createMatcher', hides }
}

function tableCall(opening: string, parts: string[]): string {
  while (parts.at(-1) === 'undefined') parts.pop()
  return `${opening}(\n${parts.map((part) => `  ${part},\n`).join('')})`
}

function functionsCode(writer: MatcherWriter): string {
  const { items } = writer.routeFunctions
  if (items.length === 0) return 'undefined'
  const afterRejection = writer.hasConstraints ? `, ${writer.use('searchAfterRejection')}` : ''
  return `${writer.call('routeFunctions')}(${list(items)}${afterRejection})`
}

function programsCode(writer: MatcherWriter): string {
  const { programs, spans } = writer.steps
  if (programs.items.length + spans.items.length === 0) return 'undefined'
  const spansCode = spans.items.length > 0 ? `, ${writer.call('spans')}(${list(spans.items)})` : ''
  return `${writer.call('programs')}(${list(programs.items)}${spansCode})`
}

function list(items: readonly string[]): string {
  return `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`
}

/** Returns the verbs of the table, the most frequent first. */
function verbsByUse(routes: readonly ManifestRoute[]): string[] {
  const counts = new Map<string, number>()
  for (const route of routes) for (const verb of namedVerbs(route)) counts.set(verb, (counts.get(verb) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([verb]) => verb)
}

/** Writes the entries of routes, and collects the code that they refer to by number. Equal code is written once. */
class MatcherWriter {
  readonly routeFunctions = new NumberedList<string>()
  /** True if a route has constraint functions, which can reject a request after its path has matched. */
  hasConstraints = false
  readonly steps = new TableSteps<string>({
    automaton: (automaton) => this.#automatonCall(automaton),
    segment: (requirement) => `${this.call('segment')}(${this.#options.test(requirement)})`,
    span: (requirement, shortest) => {
      const scanner = requirement === null ? '0' : this.#options.scanner(requirement)
      return shortest ? `[${scanner}, 1]` : `[${scanner}]`
    },
  })
  readonly #options: MatcherOptions

  constructor(options: MatcherOptions) {
    this.#options = options
  }

  /** @param verbs the numbers of the verbs: their places in the table, counted from 1, or 0 for any verb that it lacks */
  entriesOf(route: MatcherRoute, verbs: readonly number[]): TableEntry[] {
    const { controller, action, name } = route
    // Only the first entry of a route contains it.
    let entryRoute: TableEntry['route'] = { controller, action, name }
    return planRoute(route).flatMap((variant) => {
      const steps = this.steps.of(variant)
      const functionsNumber = this.#functionsNumber(route, variant)
      const format = FORMATS[variant.format] + (isDoubtful(steps, variant, functionsNumber) ? DOUBTFUL : 0)
      return verbs.map((verb): TableEntry => {
        const entry = { steps, verb, format, functionsNumber, route: entryRoute }
        entryRoute = null
        return entry
      })
    })
  }

  /** Returns the number of the features of a variant; null if it has none. */
  #functionsNumber(route: MatcherRoute, variant: Variant): number | null {
    const tests = variant.checks.map(({ capture, requirement }) => this.#checkCode(capture, requirement))
    if (variant.tokens) tests.push(`${this.call('tokensTest')}(${this.#automatonCall(variant.tokens)})`)
    for (const [attribute, expected] of Object.entries(route.conditions)) {
      if (testedVerb(attribute) !== null) continue
      const reader = this.#readerOf(attribute)
      const readerArgument = reader === null ? '' : `, ${reader}`
      tests.push(
        `${this.call('conditionTest')}(${quote(attribute)}, ${this.#conditionValue(expected)}${readerArgument})`,
      )
    }
    const finish = this.#finishSteps(route, variant)
    const constraints = route.constraints.map((reference) => this.#options.callable(reference, 'constraint'))
    const fields: string[] = []
    if (tests.length > 0) fields.push(`tests: [${tests.join(', ')}]`)
    if (finish.length > 0) fields.push(`finish: [${finish.join(', ')}]`)
    if (constraints.length > 0) {
      this.hasConstraints = true
      fields.push(`accepts: ${this.call('constraints')}(${constraints.join(', ')})`)
    }
    const { endpoint } = route
    if (endpoint?.kind === 'redirect' && 'callable' in endpoint) fields.push(`last: ${this.#redirectCall(endpoint)}`)
    if (fields.length === 0) return null
    const code = fields.join(', ')
    return this.routeFunctions.numberOf(`{ ${code} }`)
  }

  /** Returns the calls that change a match before it is returned. */
  #finishSteps(route: MatcherRoute, variant: Variant): string[] {
    if (route.hidden === true) return [this.use('hiddenStep')]
    const steps: string[] = []
    const values = { ...route.defaults, ...variant.constants }
    if (Object.keys(values).length > 0) steps.push(`${this.call('defaultsStep')}(${literal(values)})`)
    const { endpoint } = route
    if (endpoint?.kind === 'redirect') {
      if ('target' in endpoint) steps.push(this.#redirectCall(endpoint))
    } else if (endpoint?.kind === 'callable') {
      const { module, export: name } = endpoint
      steps.push(`${this.call('endpointStep')}(${this.#options.callable({ module, export: name }, 'endpoint')})`)
    }
    if (route.namespace !== undefined) steps.push(`${this.call('namespaceStep')}(${quote(route.namespace)})`)
    if (route.conditional === true) steps.push(`${this.call('conditionalStep')}()`)
    if (!route.anchored) steps.push(`${this.call('restStep')}(${capturesOf(variant.steps) - 1})`)
    return steps
  }

  /** Returns the reader of an attribute of the request; null if the attribute is simply a field. */
  #readerOf(attribute: string): string | null {
    if (attribute === 'format') return this.use('requestFormat')
    if (RARE_ATTRIBUTES.has(attribute)) return `${this.call('rareAttribute')}(${quote(attribute)})`
    const { base } = this.#options
    if (base === '' || !WITH_BASE.test(attribute)) return null
    return `${this.call('attributeUnderBase')}(${quote(base)}, ${quote(attribute)})`
  }

  #redirectCall(endpoint: RedirectEndpoint): string {
    const { status, query } = endpoint
    const { base } = this.#options
    const isInsideBase = 'target' in endpoint && base !== '' && isInside(endpoint.target)
    const [opening, closing] = isInsideBase ? [`${this.call('redirectUnderBase')}(${quote(base)}, `, ')'] : ['', '']
    const code =
      'target' in endpoint
        ? `${opening}${this.call('redirectTo')}(${this.#redirectTarget(endpoint.target)}, ${status})${closing}`
        : `${this.call('redirectBy')}(${this.#options.callable(endpoint.callable, 'url')}, ${status})`
    return query === 'keep' ? `${this.call('keepQuery')}(${code})` : code
  }

  /** Returns the location, or the call that computes it for each request. */
  #redirectTarget(target: RedirectTarget): string {
    if (typeof target !== 'string') return `${this.call('withOptions')}(${literal(target)})`
    if (target.includes('%{')) return `${this.call('withParams')}(${quote(target)})`
    return quote(withParams(target)({ name: null, params: {}, path: '/' }, {}, '/'))
  }

  #checkCode(capture: number, requirement: Requirement): string {
    const test = isRegExpSource(requirement)
      ? this.#options.test(requirement)
      : wholeRegExp([requirement].flat().map(escapeRegExp).join('|'), '')
    return `${this.call('requirementTest')}(${capture}, ${test})`
  }

  #conditionValue(expected: Condition): string {
    if (typeof expected !== 'object' || expected === null) return literal(expected)
    if (!isRegExpSource(expected)) return literal([...expected])
    // Rails' `^` and `$` are the ends of a line, and the attributes are one line.
    return isLinearSearch(expected)
      ? regExp(expected.source, searchFlags(expected.flags))
      : this.#options.scanner(asWholeMatch(expected))
  }

  #automatonCall(automaton: TaggedAutomaton): string {
    const { sets, code } = automatonCode(automaton)
    const parts: (string | number)[] = [`[${sets.map(quote).join(', ')}]`, `[${code.join(',')}]`, automaton.start]
    const scanners = automaton.scannedRequirements.map((requirement) => this.#options.scanner(requirement))
    if (scanners.length > 0) parts.push(`${this.call('withScanners')}([${scanners.join(', ')}])`)
    return `${this.call('automaton')}(${parts.join(', ')})`
  }

  /** Returns the local name of a function of the runtime, and imports it. */
  use(name: string): string {
    return this.#options.runtime(name)
  }

  /** Returns the start of a call. Without the mark, bundlers keep a call that is nested in a dropped call. */
  call(name: string): string {
    return `${PURE} ${this.use(name)}`
  }
}

type RedirectTarget = Extract<RedirectEndpoint, { readonly target: unknown }>['target']

/** Attributes of a request that contain the base (`SCRIPT_NAME` in Rails). */
const WITH_BASE = /^(?:path|(?:original_)?fullpath|(?:original_)?url)$/

/**
 * True if a redirect's target is a path of the application. A target with a host is outside, and so are options with
 * both a host and a path. Options without a path keep the path of the request, as in Rails.
 */
function isInside(target: RedirectTarget): boolean {
  if (typeof target === 'string') return !/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/#]/i.test(target)
  const { host, domain, path } = target
  return path == null || (host == null && domain == null)
}

/** The bit of `FORMAT` for entries that only the full search can decide. */
const DOUBTFUL = 4

/** True if the matcher's first walk cannot decide the variant, see `match.ts` of the runtime. */
function isDoubtful(steps: readonly TableStep[], { format }: Variant, functionsNumber: number | null): boolean {
  const lastStep = steps.at(-1)
  // The end of such a literal may also be the format of another route.
  if (lastStep?.kind === 'literal' && lastStep.text.includes('.')) return true
  return functionsNumber !== null || format === 'required'
}

function regExp(source: string, flags: string): string {
  return `/${new RegExp(source, flags).source.replaceAll('<!--', '\\x3c!--')}/${flags}`
}
