import { describeType } from '../../diagnostics/describe.ts'
import { nearest } from '../../diagnostics/nearest.ts'
import { Rejection, type Finding } from '../../diagnostics/collector.ts'
import { dslOptions, optionOf, optionsOf, type CallKind } from '../../dsl/option-table.ts'
import { isRegExp, textOf, type Options } from '../../dsl-values.ts'
import { RedirectTarget } from '../../route.ts'
import { insteadOf } from './other-routers.ts'

/**
 * Reports options that a call does not support.
 *
 *     get('/photos', { only: 'index' })     -> an option of other calls
 *     get('/photos', { controler: 'x' })    -> similar to the option `controller`
 *     get('/photos/:id', { id: '\\d+' })    -> a requirement as a string; it has to be a RegExp
 *     get('/photos', { locale: ['en'] })    -> a default parameter of a type that parameters do not have
 *     get({ a: 'x#a', b: 'x#b' })           -> the target of a second path, which a call cannot have
 *     get('/photos', { locale: 'en' })      -> nothing: a default parameter, as in Rails
 *
 * @param call the name of the call, for the message
 * @throws Rejection `bad-argument` for a function
 */
export function* checkOptions(call: string, callKind: CallKind, options: Options): Generator<Finding> {
  for (const [key, value] of Object.entries(options)) {
    const option = optionOf(key)
    if (option === undefined) {
      yield* checkParameter(call, callKind, key, value)
    } else if (!option.callKinds.includes(callKind) && option.isRefusedByScopes !== true) {
      // `enterScope` reports a specific error for the options that scopes refuse.
      const calls = option.callKinds.map(callsOf)
      yield ['unknown-option', { call, key, suggestion: null, calls, text: null }]
    } else if (isNameOption(key, callKind) && !isNameValue(value)) {
      yield ['bad-argument', { nameOption: key, value: describeType(value) }]
    }
  }
}

/** Checks a key that is no option: a requirement if its value is a RegExp, otherwise a default parameter. */
function* checkParameter(call: string, callKind: CallKind, key: string, value: unknown): Generator<Finding> {
  if (isRegExp(value)) return
  const instead = insteadOf(key, value)
  if (typeof value === 'function') throw new Rejection('bad-argument', { functionOption: key, call, instead })
  const hasTarget = looksLikeTarget(key, value)
  const isRegExpText = typeof value === 'string' && !hasTarget && looksLikeRegExp(value)
  const isUsual = PARAMETER_TYPES.has(typeof value) && !isRegExpText && !hasTarget && instead === ''
  if (isUsual && FOREIGN_OPTIONS[key] === undefined && nearest(key, ALL_OPTIONS) === null) return
  const similar = FOREIGN_OPTIONS[key] ?? nearest(key, optionsOf(callKind))
  // `a` is similar to `as`, but no name is a target.
  const isTarget = hasTarget && similar !== 'to'
  const suggestion = isTarget ? null : similar
  const text = isRegExpText && suggestion === null ? value : null
  yield [
    'unknown-option',
    { call, key, suggestion, calls: [], text, ...(instead !== '' && { instead }), ...(isTarget && { isTarget }) },
  ]
}

/** Options of other routers that are unlikely to be default parameters, and the option of Turnout with the same effect. */
const FOREIGN_OPTIONS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  prefix: 'path',
  basePath: 'path',
  where: 'constraints',
  requirements: 'constraints',
  regex: 'constraints',
  patterns: 'constraints',
  actions: 'only',
  parameters: 'param',
  name: 'as',
  names: 'as',
  methods: 'via',
})

/** The options of all calls. A key that is similar to an option of another call is reported too, without a suggestion. */
const ALL_OPTIONS = Object.keys(dslOptions)

/** True for an option whose value is a name or a path. `on`, `at` and the controller of a route have errors of their own. */
function isNameOption(name: string, callKind: CallKind): boolean {
  if (name === 'controller') return callKind === 'resource' || callKind === 'scope'
  return optionOf(name)?.read === 'text' && name !== 'on' && name !== 'at'
}

/** True for a name, and for null and booleans, which have a meaning in Rails: `as: null`, `path: false`. */
function isNameValue(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'boolean' || textOf(value) !== null
}

/** The types of values that a default parameter may have, as `typeof` returns them. */
const PARAMETER_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** True for a path and its target: `'photos/:id': 'photos#show'`, `old: redirect('/new')`. */
function looksLikeTarget(key: string, value: unknown): boolean {
  if (typeof value === 'string' && /^[\w/-]+#\w+[?!]?$/.test(value)) return true
  return value instanceof RedirectTarget || /^[/:]|\/:/.test(key)
}

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
