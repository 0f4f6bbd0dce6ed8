import type { RegExpSource } from '@turnout/compiler/internal/manifest/manifest'
import { isReservedWord } from '@turnout/compiler/internal/phases/5-emit/module-scope'
import { kindOf, type Call, type CallValue } from './call.ts'

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
    ...header.split('\n').map((line) => `// ${line}`.trimEnd()),
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
  if (Object.keys(options).length > 0) printedArgs.push(printValue(options as CallValue))
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
const VERBS = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'connect',
  'link',
  'unlink',
  'trace',
])

/** `photo_comments` -> `photoComments` */
function blockName(value: CallValue | undefined): string {
  const words = typeof value === 'string' ? (value.match(/[A-Za-z][A-Za-z\d]*/g) ?? []) : []
  const name = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
  return name === '' || TAKEN.has(name) || isReservedWord(name) ? 'inner' : name
}

function printValue(value: CallValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: CallValue) => printValue(item)).join(', ')}]`
  switch (kindOf(value)) {
    case 're':
      return printRegExp((value as { re: RegExpSource }).re)
    case 'fn':
      return `functions.${(value as { fn: string }).fn}`
    case 'redirect': {
      const { redirect, status } = value as { redirect: CallValue; status: number }
      return `redirect(${printValue(redirect)}${status === 301 ? '' : `, { status: ${status} }`})`
    }
    case null: {
      const entries = Object.entries(value).map(([key, item]) => {
        const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
        return `${name}: ${printValue(item as CallValue)}`
      })
      return `{ ${entries.join(', ')} }`
    }
  }
}

/** In single quotes; what ends a line in JavaScript is escaped by JSON, or here. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** The source is from a RegExp, so it is valid between slashes without escaping. */
function printRegExp({ source, flags }: RegExpSource): string {
  const literal = new RegExp(source, flags)
  return literal.source.startsWith('*') ? `new RegExp(${quote(source)}, ${quote(flags)})` : String(literal)
}
