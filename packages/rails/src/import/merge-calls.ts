// Merges calls that a person would write as one block.
import type { Call } from './call.ts'

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
