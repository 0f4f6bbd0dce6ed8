import { nearest } from '../../diagnostics/nearest.ts'
import type { Finding } from '../../diagnostics/collector.ts'
import { dslOptions, optionOf, optionsOf, type CallKind } from '../../dsl/option-table.ts'
import { isRegExp } from '../../plain.ts'
import type { Options } from './options.ts'

/**
 * Reports options that a call does not support.
 *
 *     get('/photos', { only: 'index' })     -> an option of other calls
 *     get('/photos', { controler: 'x' })    -> similar to the option `controller`
 *     get('/photos/:id', { id: '\\d+' })    -> a requirement as a string; it has to be a RegExp
 *     get('/photos', { locale: ['en'] })    -> a default parameter of a type that parameters do not have
 *     get('/photos', { locale: 'en' })      -> nothing: a default parameter, as in Rails
 *
 * @param call the name of the call, for the message
 */
export function* checkOptions(call: string, callKind: CallKind, options: Options): Generator<Finding> {
  for (const [key, value] of Object.entries(options)) {
    const option = optionOf(key)
    if (option === undefined) {
      yield* checkParameter(call, callKind, key, value)
    } else if (!option.callKinds.includes(callKind) && option.isRefusedByScopes !== true) {
      // `enterScope` reports a specific error for the options that scopes refuse.
      const takers = option.callKinds.map(callsOf)
      yield ['unknown-option', { call, key, suggestion: null, takers, text: null }]
    }
  }
}

/** Checks a key that is no option: a requirement if its value is a RegExp, otherwise a default parameter. */
function* checkParameter(call: string, callKind: CallKind, key: string, value: unknown): Generator<Finding> {
  if (isRegExp(value)) return
  const isRegExpText = typeof value === 'string' && looksLikeRegExp(value)
  if (PARAMETER_TYPES.has(typeof value) && !isRegExpText && nearest(key, ALL_OPTIONS) === null) return
  const suggestion = nearest(key, optionsOf(callKind))
  const text = isRegExpText && suggestion === null ? value : null
  yield ['unknown-option', { call, key, suggestion, takers: [], text }]
}

/** The options of all calls. A key that is similar to an option of another call is reported too, without a suggestion. */
const ALL_OPTIONS = Object.keys(dslOptions)

/** The types of values that a default parameter may have, as `typeof` returns them. */
const PARAMETER_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** Each matches strings that are probably the source of a regular expression. */
const REGEXP_SIGNS = [
  /\\/, // \d+
  /\[.*\]/s, // [a-z]
  /\(.*\)/s, // (en|de)
  /\{\d+(?:,\d*)?\}/, // a{2,}
  /\|/, // en|de
  /[+*?]$/, // a+
  /^\^/, // ^en
  /\$$/, // en$
  /^\/.*\/[a-z]*$/s, // /en/i
]

function looksLikeRegExp(text: string): boolean {
  return REGEXP_SIGNS.some((sign) => sign.test(text))
}

/** The calls of a kind, for messages. */
function callsOf(callKind: CallKind): string {
  if (callKind === 'verb') return 'the verbs'
  return callKind === 'resource' ? '`resources`' : `\`${callKind}\``
}
