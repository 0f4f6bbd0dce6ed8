import { nearest } from '../../diagnostics/nearest.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import { dslOptions, optionOf, optionsOf, type CallKind } from '../../dsl/option-table.ts'
import { isRegExp } from '../../plain.ts'
import type { Options } from './options.ts'

/**
 * Reports options that a call does not support.
 *
 * An option that no call supports is a default parameter, as in Rails. It is probably a mistake, and reported, in three
 * cases: if its spelling is close to an option, if its value is the source of a regular expression, or if its value has a
 * type that parameters do not have.
 *
 * @param call the name of the call, for the message
 */
export function* checkOptions(call: string, callKind: CallKind, options: Options): Generator<Finding> {
  for (const [key, value] of Object.entries(options)) {
    const option = optionOf(key)
    if (option === undefined ? isRegExp(value) : option.callKinds.includes(callKind)) continue
    // `enterScope` reports a specific error for these options.
    if (option?.isRefusedByScopes === true) continue
    const suggestion = option === undefined ? nearest(key, optionsOf(callKind)) : null
    const isPattern = typeof value === 'string' && looksLikeRegExp(value)
    if (option === undefined && !isPattern && SCALARS.has(typeof value) && nearest(key, OPTIONS) === null) continue
    const callNames = option === undefined ? [] : option.callKinds.map(callsOf)
    const text = option === undefined && suggestion === null && isPattern ? value : null
    yield ['unknown-option', { call, key, suggestion, takers: callNames, text }]
  }
}

/** The options of all calls. */
const OPTIONS = Object.keys(dslOptions)

/** Types of values that a parameter may have. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** True for a string like `\d+`, `[a-z]{2}`, `en|de`, `/x/`. */
function looksLikeRegExp(text: string): boolean {
  return /\\|\[.*\]|\(.*\)|\{\d+(?:,\d*)?\}|\||[+*?]$|^\^|\$$|^\/.*\/[a-z]*$/s.test(text)
}

/** The calls of a kind, for messages. */
function callsOf(callKind: CallKind): string {
  if (callKind === 'verb') return 'the verbs'
  return callKind === 'resource' ? '`resources`' : `\`${callKind}\``
}
