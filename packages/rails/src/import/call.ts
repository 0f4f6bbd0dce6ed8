// A call of the DSL as data: the importer guesses it, prints it and runs what it has printed.
import type { Json, RegExpSource } from '@turnout/compiler/internal/manifest/manifest'
import { isMap } from '@turnout/compiler/internal/plain'

/** A value in a route file that is made of a table. */
export type CallValue =
  | string
  | number
  | boolean
  | null
  | readonly CallValue[]
  | { readonly re: RegExpSource }
  | { readonly fn: string }
  | RedirectValue
  | { readonly [name: string]: CallValue }

/** `redirect(to, { status })` */
interface RedirectValue {
  readonly redirect: string | Readonly<Record<string, Json>>
  readonly status: number
}

/** A call of the DSL. */
export interface Call {
  readonly method: string
  readonly args: readonly CallValue[]
  readonly options: Readonly<Record<string, CallValue>>
  /** The calls in its block; null without a block. */
  readonly block: readonly Call[] | null
  /** The number of routes that it declares, including those of its block. */
  readonly routes: number
}

/** Returns the kind of value that an object represents: `{ re: … }` -> `re`; null for a map of options. */
export function kindOf(value: object): 're' | 'fn' | 'redirect' | null {
  const keys = Object.keys(value)
  if (keys.length === 1 && keys[0] === 're' && isMap((value as { re: unknown }).re)) return 're'
  if (keys.length === 1 && keys[0] === 'fn') return 'fn'
  return keys.length === 2 && keys[0] === 'redirect' && keys[1] === 'status' ? 'redirect' : null
}

/** Returns a call with an empty block. */
export function block(method: string, args: readonly CallValue[], options: Record<string, CallValue> = {}): Call {
  return { method, args, options, block: [], routes: 0 }
}

/** Returns the calls inside the enclosing blocks, the outermost first. */
export function nest(enclosing: readonly Call[], calls: readonly Call[]): readonly Call[] {
  return enclosing.reduceRight<readonly Call[]>(
    (innerCalls, call) => [
      { ...call, block: innerCalls, routes: innerCalls.reduce((sum, { routes }) => sum + routes, 0) },
    ],
    calls,
  )
}

/** Merges adjacent blocks of the same scope: `namespace('admin', a)`, `namespace('admin', b)` -> `namespace('admin', a b)`. */
export function mergeCalls(calls: readonly Call[]): readonly Call[] {
  const result: Call[] = []
  for (const call of calls) {
    const previousCall = result.at(-1)
    if (previousCall !== undefined && isSameScope(previousCall, call)) {
      const both = mergeCalls([...previousCall.block!, ...call.block!])
      result[result.length - 1] = { ...previousCall, block: both, routes: previousCall.routes + call.routes }
    } else result.push(call)
  }
  return result
}

function isSameScope(left: Call, right: Call): boolean {
  if (left.block === null || right.block === null) return false
  const isScope = ['namespace', 'scope', 'constraints'].includes(left.method)
  const isEmpty = (call: Call) =>
    Array.isArray(call.options['only']) && (call.options['only'] as unknown[]).length === 0
  if (!isScope && !(isEmpty(left) && isEmpty(right))) return false
  return (
    JSON.stringify([left.method, left.args, left.options]) === JSON.stringify([right.method, right.args, right.options])
  )
}
