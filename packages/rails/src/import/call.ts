// A call of the DSL as data, and as it is printed in a route file.
import type { Json } from '@turnout/compiler/internal/manifest/manifest'
import { isReservedWord } from '@turnout/compiler/internal/phases/5-emit/module-scope'

/** A value in a call. */
export type CallValue =
  | string
  | number
  | boolean
  | null
  | readonly CallValue[]
  | RegExp
  | FunctionName
  | RedirectCall
  | { readonly [name: string]: CallValue }

/** A function of the module that the route file imports. */
export class FunctionName {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** `redirect(to, { status })` */
export class RedirectCall {
  readonly to: string | Readonly<Record<string, Json>>
  readonly status: number

  constructor(to: RedirectCall['to'], status: number) {
    this.to = to
    this.status = status
  }
}

export type CallOptions = Readonly<Record<string, CallValue>>

/** A call of the DSL. */
export interface Call {
  readonly method: string
  readonly args: readonly CallValue[]
  readonly options: CallOptions
  /** The calls in its block; null without a block. */
  readonly block: readonly Call[] | null
  /** The number of routes that it declares, including those of its block. */
  readonly routeCount: number
}

/** Returns a call with an empty block. */
export function blockOf(method: string, arg: CallValue, options: CallOptions = {}): Call {
  return { method, args: [arg], options, block: [], routeCount: 0 }
}

/** Returns the number of routes that calls declare. */
export function countRoutes(calls: readonly Call[]): number {
  return calls.reduce((sum, { routeCount }) => sum + routeCount, 0)
}

/** Returns a call inside enclosing blocks, the outermost first. */
export function nest(blocks: readonly Call[], call: Call): Call {
  return blocks.reduceRight((inner, block) => ({ ...block, block: [inner], routeCount: inner.routeCount }), call)
}

/** Merges adjacent blocks of the same scope: `namespace('admin', a)`, `namespace('admin', b)` -> `namespace('admin', a b)`. */
export function mergeCalls(calls: readonly Call[]): readonly Call[] {
  const result: Call[] = []
  for (const call of calls) {
    const previous = result.at(-1)
    if (previous !== undefined && isSameScope(previous, call)) {
      const block = mergeCalls([...previous.block!, ...call.block!])
      result[result.length - 1] = { ...previous, block, routeCount: previous.routeCount + call.routeCount }
    } else result.push(call)
  }
  return result
}

/** True if two calls have a block, declare no routes of their own, and are otherwise equal. */
function isSameScope(left: Call, right: Call): boolean {
  if (left.block === null || right.block === null || left.routeCount !== countRoutes(left.block)) return false
  return printCall({ ...left, block: [] }, 'r', 0) === printCall({ ...right, block: [] }, 'r', 0)
}

/** Names of the file, which a block's parameter may not hide. */
const TAKEN = new Set(['r', 'defineRoutes', 'redirect', 'functions'])

/**
 * Prints calls as a route file.
 *
 * @param functionsFile the import specifier of the functions' module, relative to the file; used only if needed
 */
export function printRouteFile(calls: readonly Call[], functionsFile: string, header: string): string {
  const block = printBlock(calls)
  const imports = ['defineRoutes', ...(block.includes('redirect(') ? ['redirect'] : [])]
  return [
    `// ${header}`,
    `import { ${imports.join(', ')} } from 'vite-plugin-turnout/dsl'`,
    ...(/\bfunctions\./.test(block) ? [`import * as functions from '${functionsFile}'`] : []),
    '',
    `export default ${block}`,
    '',
  ].join('\n')
}

/** Prints calls as the default export of a route file. */
export function printBlock(calls: readonly Call[]): string {
  return `defineRoutes((r) => {\n${printCalls(calls, 'r', 1)}\n})`
}

function printCalls(calls: readonly Call[], builder: string, depth: number): string {
  return calls.map((call) => printCall(call, builder, depth)).join('\n')
}

function printCall({ method, args, options, block }: Call, builder: string, depth: number): string {
  const indent = '  '.repeat(depth)
  const printedArgs = args.map(printValue)
  if (Object.keys(options).length > 0) printedArgs.push(printValue(options))
  if (block !== null) {
    const name = method === 'constraints' ? builder : blockName(args[0])
    printedArgs.push(`(${name}) => {\n${printCalls(block, name, depth + 1)}\n${indent}}`)
  }
  const { via } = options
  const isUnusual = Array.isArray(via) && !via.every((verb: CallValue) => VERBS.has(String(verb)))
  const note = isUnusual ? `${indent}// @ts-expect-error The types know the usual verbs only.\n` : ''
  return `${note}${indent}${builder}.${method}(${printedArgs.join(', ')})`
}

/** The verbs in the types of the DSL. */
const VERBS = new Set('get post put patch delete head options connect link unlink trace'.split(' '))

/** `photo_comments` -> `photoComments` */
function blockName(value: CallValue | undefined): string {
  const name = camelCase(typeof value === 'string' ? value : '')
  return name === '' || TAKEN.has(name) || isReservedWord(name) ? 'inner' : name
}

/** Returns the ASCII words of a text as one name: `photo_comments` -> `photoComments`, `Sidekiq::Web` -> `sidekiqWeb`. */
export function camelCase(text: string): string {
  const words = text.match(/[A-Za-z][A-Za-z\d]*/g) ?? []
  return words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
}

function printValue(value: CallValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: CallValue) => printValue(item)).join(', ')}]`
  if (value instanceof FunctionName) return `functions.${value.name}`
  if (value instanceof RedirectCall) {
    return `redirect(${printValue(value.to)}${value.status === 301 ? '' : `, { status: ${value.status} }`})`
  }
  if (value instanceof RegExp) {
    const { source, flags } = value
    return source.startsWith('*') ? `new RegExp(${quote(source)}, ${quote(flags)})` : String(value)
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
    return `${name}: ${printValue(item as CallValue)}`
  })
  return `{ ${entries.join(', ')} }`
}

/** In single quotes; what ends a line in JavaScript is escaped by JSON, or here. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
