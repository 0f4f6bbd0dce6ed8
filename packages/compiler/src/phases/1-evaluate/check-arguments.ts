// Finds arguments of a type that a method of the DSL does not accept: null, a block that is missing, a block before options.
import { describeType } from '../../diagnostics/describe.ts'
import type { MessageArgs } from '../../diagnostics/catalog.ts'
import { isMap, textOf } from '../../dsl-values.ts'
import { METHODS, type DslCall, type Method } from './methods.ts'

/** Returns the arguments of `bad-argument` for the first argument that the method does not accept; null if there is none. */
export function findBadArgument(call: DslCall, args: readonly unknown[]): MessageArgs<'bad-argument'> | null {
  if (call === 'concern') return findBadConcern(args)
  const { accepts }: Method = METHODS[call]
  if (accepts === undefined) return null
  const { limit, names, description } = accepts
  if (args.length === 0 && names === 'required') return { nameless: call }
  // Reported as `listIn`.
  if (accepts === METHODS.resources.accepts && args.slice(1).some(Array.isArray)) return null
  const isName = (argument: unknown) => (limit > 1 ? isNames(argument) : textOf(argument) !== null)
  let index = args.findIndex((argument, position) => position >= limit || (names !== undefined && !isName(argument)))
  if (index < 0) return null
  // Options are only misplaced if a name follows. Otherwise the argument after them is not a block.
  if (isMap(args[index]) && index + 1 < args.length && !isName(args[index + 1])) index += 1
  return badArgument(call, index, args[index], description)
}

/** The arguments of `bad-argument` for an argument, by its index. */
export function badArgument(call: string, index: number, value: unknown, accepts: string): MessageArgs<'bad-argument'> {
  return { badIn: call, index, value: describeType(value), accepts }
}

/** `concern` has a block or an object with `call`, which are the same type of argument. */
function findBadConcern([name, concern]: readonly unknown[]): MessageArgs<'bad-argument'> | null {
  const accepts = 'a name, then a block or an object with the method `call`'
  if (name === undefined) return { nameless: 'concern' }
  if (textOf(name) === null) return badArgument('concern', 0, name, accepts)
  const isConcern = typeof concern === 'function' || typeof (concern as { call?: unknown } | null)?.call === 'function'
  return isConcern ? null : badArgument('concern', 1, concern, accepts)
}

function isNames(argument: unknown): boolean {
  return Array.isArray(argument) ? argument.every(isNames) : textOf(argument) !== null
}
