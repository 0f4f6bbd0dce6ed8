import { runInNewContext } from 'node:vm'
import { fullLiteralKey, type LiteralKey } from '../../runtime/src/literals.ts'
import type { Manifest } from '../src/manifest/manifest.ts'
import { genericParams, SHAPE_SHIFT, type MakeParams } from '../../runtime/src/params.ts'
import { wholeRegExp } from '../src/phases/5-emit/literal.ts'
import { isLinear } from '../src/patterns/automata/linear.ts'
import { emitMatcher } from '../src/phases/5-emit/emit-matcher.ts'
import type { Pattern } from '../src/patterns/pattern/pattern.ts'
import {
  NEEDS_SEARCH,
  ENTRY_SIZE,
  FUNCTIONS_NUMBER,
  FIRST_ENTRY,
  FORMAT_BITS,
  NEXT_ENTRY,
  NEXT_PROGRAM,
  FIRST_PROGRAM,
  PARAM_CHILD,
  PROGRAM_CODE,
  readTable,
  ROUTE_LABELS,
  SHAPE_NUMBER,
  WITH_FORMAT,
  WITHOUT_FORMAT,
} from '../../runtime/src/route-table.ts'

/**
 * Prints the table that the matcher walks, for people: it is emitted, decoded by the runtime, and read back from the
 * numbers. A line for each step, below it what ends there, in the order in which it is declared (`3.` is the third).
 *
 *     photos
 *     | 1. GET photos#index `photos` (.:format)
 *       :
 *       | 2. GET photos#show `photo` [id] (.:format)
 *
 * `?` marks what only the whole search can tell; `if` and `then` are what else is asked and done.
 */
export function printTable(manifest: Manifest): string {
  const [verbs, words, table, makeParams = [], routeFunctions = [], [programs, spans = []] = [[]], keyOf] =
    evaluate(manifest)
  const verbList = ['any other', ...verbs.split(' ')]
  const [nodes, entries, labels, find] = readTable(verbList.length - 1, words, table, keyOf)
  const literals = literalsOf(manifest)
  const lines: string[] = []

  const print = (node: number, indent: string): void => {
    for (const entry of entriesOf(node)) lines.push(`${indent}| ${printEntry(...entry)}`)
    const children = literals.flatMap((text) => {
      const child = find(node, text, 0, text.length)
      return child > 0 ? [[text, child] as const] : []
    })
    const param = nodes[node + PARAM_CHILD]!
    if (param > 0) children.push([':', param])
    for (let other = nodes[node + FIRST_PROGRAM]!; other > 0; other = nodes[other + NEXT_PROGRAM]!) {
      const program = nodes[other + PROGRAM_CODE]!
      if (program < 0) children.push([spanText(spans[~program]!), other])
      else children.push([`${program & 1 ? 'rest' : 'segment'} by ${show(programs[program >> 1]!)}`, other])
    }
    for (const [step, child] of children) {
      lines.push(`${indent}${step}`)
      print(child, `${indent}  `)
    }
  }

  const entriesOf = (node: number): (readonly [entry: number, verb: string])[] =>
    verbList
      .flatMap((verb, column) => {
        const own: (readonly [number, string])[] = []
        for (let entry = nodes[node + FIRST_ENTRY + column]!; entry > 0; entry = entries[entry + NEXT_ENTRY]!)
          own.push([entry, verb])
        return own
      })
      .sort(([a], [b]) => b - a)

  const printEntry = (entry: number, verb: string): string => {
    const route = entries[entry + ROUTE_LABELS]!
    const [name, controller, action] = [labels[route], labels[route + 1], labels[route + 2]]
    const parts = [`${entries.length / ENTRY_SIZE - entry / ENTRY_SIZE}.`, verb]
    if (controller !== null) parts.push(`${controller}#${action}`)
    if (name !== null) parts.push(`\`${name}\``)
    const names = namesOf(entries[entry + SHAPE_NUMBER]!)
    if (names.length > 0) parts.push(`[${names.join(' ')}]`)
    const format = entries[entry + FORMAT_BITS]!
    if (format & WITH_FORMAT) parts.push(format & WITHOUT_FORMAT ? '(.:format)' : '.:format')
    if (format & NEEDS_SEARCH) parts.push('?')
    const functions = routeFunctions[entries[entry + FUNCTIONS_NUMBER]! - 1]
    if (functions?.tests) parts.push(`if ${functions.tests.map(show).join(' and ')}`)
    if (functions?.accepts) parts.push(`if ${show(functions.accepts)}`)
    if (functions?.finish) parts.push(`then ${functions.finish.map(show).join(' and ')}`)
    return parts.join(' ')
  }

  /** The names of a shape, read from what is made of it. */
  const namesOf = (shape: number): readonly string[] => {
    if (shape === 0) return []
    const params = makeParams[shape >> SHAPE_SHIFT]!(shape, '', '', '', '', '', new Int32Array(100))
    return Object.keys(params)
  }

  print(0, '')
  return `${lines.join('\n')}\n`
}

/** What an emitted call of the runtime says, where it is not made. */
interface Call {
  readonly call: string
  readonly args: readonly unknown[]
}

interface FunctionCalls {
  readonly tests?: readonly Call[]
  readonly accepts?: Call
  readonly finish?: readonly Call[]
}

type SpanParts = readonly [scanner: string | 0, shortest?: 1]

const spanText = ([scanner, shortest]: SpanParts): string =>
  `${shortest ? 'shortest' : 'longest'} span${scanner === 0 ? '' : ` by ${scanner}`}`

type Arguments = readonly [
  verbs: string,
  words: string,
  table: string,
  makeParams?: readonly MakeParams[],
  routeFunctions?: readonly FunctionCalls[],
  programs?: readonly [programs: readonly Call[], spans?: readonly SpanParts[]],
  keyOf?: LiteralKey,
]

/** What `openTable` is called with. */
function evaluate(manifest: Manifest): Arguments {
  const scope: Record<string, unknown> = {}
  const runtime = (call: string) => {
    scope[call] = (...args: readonly unknown[]): Call => ({ call, args })
    return call
  }
  const { expression } = emitMatcher(manifest, {
    forBrowser: false,
    callable: ({ export: name }) => `'${name}'`,
    runtime,
    base: '',
    scanner: ({ source, flags }) => `'/${source}/${flags}'`,
    test: (requirement) =>
      isLinear(requirement)
        ? wholeRegExp(requirement.source, requirement.flags)
        : `'/${requirement.source}/${requirement.flags}'`,
  })
  for (const list of ['routeFunctions', 'spans']) scope[list] = (items: readonly unknown[]) => items
  scope['programs'] = (...lists: readonly unknown[]) => lists
  scope['fullLiteralKey'] = fullLiteralKey
  scope['genericParams'] = genericParams
  scope['openTable'] = (...args: readonly unknown[]) => args
  return runInNewContext(expression, scope) as Arguments
}

function show({ call, args }: Call): string {
  if (call === 'automaton') return `an automaton of ${(args[1] as readonly number[]).length / 3} states`
  const shown = args.map((arg) =>
    isCall(arg)
      ? show(arg)
      : Object.prototype.toString.call(arg) === '[object RegExp]'
        ? String(arg)
        : JSON.stringify(arg),
  )
  return `${call}(${shown.join(', ')})`
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'call' in value
}

/** The whole segments that can be literals, in order. */
function literalsOf({ routes }: Manifest): readonly string[] {
  const texts = (pattern: Pattern): string[] =>
    pattern.flatMap((segment) => {
      if (segment.kind === 'optional') return texts(segment.segments)
      return segment.kind === 'static' ? [...segment.text.split('/'), ...segment.text.split(/[/.]/)] : []
    })
  return [...new Set(routes.flatMap(({ segments }) => texts(segments)))].filter((text) => text !== '')
}
