// A call of the DSL as data: the importer guesses it, evaluates it and prints it.
import { redirect } from '@turnout/compiler/dsl'
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

/** Returns the function that replaces a constraint or an endpoint of Rails, by its name. */
export type Functions = (name: string) => object

type Builder = Readonly<Record<string, (...args: unknown[]) => void>>

/** Returns a block of a route file that makes the calls. */
export function replay(calls: readonly Call[], functions: Functions): (r: unknown) => void {
  return (r) => {
    for (const { method, args, options, block } of calls) {
      const values: unknown[] = args.map((item) => toValue(item, functions))
      if (Object.keys(options).length > 0) values.push(toOptions(options, functions))
      if (block !== null) values.push(replay(block, functions))
      ;(r as Builder)[method]!(...values)
    }
  }
}

function toOptions(options: Call['options'], functions: Functions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, toValue(value, functions)]))
}

function toValue(value: CallValue, functions: Functions): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: CallValue) => toValue(item, functions))
  const kind = kindOf(value)
  if (kind === 're')
    return new RegExp((value as { re: RegExpSource }).re.source, (value as { re: RegExpSource }).re.flags)
  if (kind === 'fn') return functions((value as { fn: string }).fn)
  if (kind === 'redirect') {
    const { redirect: target, status } = value as RedirectValue
    return redirect(target as string, { status: status as 301 })
  }
  return toOptions(value as Record<string, CallValue>, functions)
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
