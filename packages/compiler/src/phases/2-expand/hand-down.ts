/**
 * Creates the options of an inner scope from those of the outer scope and of a call. The table of options says how each is
 * combined:
 *
 *     { path: '/admin', as: 'admin' }, with { path: 'v1', as: 'v1' }  ->  { path: '/admin/v1', as: 'admin_v1' }
 */
import { Rejection } from '../../diagnostics/collector.ts'
import { optionOf, type DslOption, type dslOptions, type Inheritance, type Reading } from '../../dsl/option-table.ts'
import { joinPath } from '../../patterns/pattern/join.ts'
import { isMap, textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import { constraintMap } from './constraint-forms.ts'

/** The types of option values, by the `read` of the option. */
interface Values {
  readonly text: string | null
  readonly truthy: boolean
  readonly map: Options
  readonly conditions: Options
  readonly value: unknown
}

type OptionTable = typeof dslOptions

/** The options that the routes inside a scope inherit. */
type Inherited = {
  [Name in keyof OptionTable]: OptionTable[Name] extends { readonly inherited: Inheritance } ? Name : never
}[keyof OptionTable]

/**
 * The options that routes inherit from their scope: the inherited options of the table, converted by `READ` and `INHERIT`
 * below. `value` options are `undefined` if no scope sets them.
 */
export type HandedDown = {
  readonly [Name in Exclude<Inherited, 'pathNames'>]: Values[OptionTable[Name]['read']]
} & {
  /** True at the top level of the route files, outside of every block. */
  readonly isTopLevel: boolean
  /**
   * The segments of actions: `new`, `edit`. `resourcesPathNames` changes this map in place, as Rails does (`merge!`), so it
   * affects all later declarations of the nearest scope that sets `pathNames`.
   */
  readonly pathNames: Map<string, string>
  /** Options that become defaults or requirements of the routes inside: unknown ones, and those with `isDefaultToo`. */
  readonly rest: Options
}

/** Functions that read option values, by the reading that the table of options specifies. */
const READ: { readonly [R in Reading]: (value: unknown, name: string) => Values[R] } = {
  text: textOf,
  truthy: isTruthyInRuby,
  map: (value, name) => {
    if (value === null || isMap(value)) return value ?? {}
    throw new Rejection('bad-argument', { option: name })
  },
  conditions: constraintMap,
  value: (value) => value,
}

/** Functions that combine an outer scope's value with an inner value. */
const INHERIT: Readonly<Record<Inheritance, (outerValue: unknown, innerValue: unknown) => unknown>> = {
  join: (outerValue, innerValue) => joinPath(outerValue as string | null, innerValue as string | null),
  'append _': (outerValue, innerValue) => append(outerValue as string | null, '_', innerValue as string | null),
  'append /': (outerValue, innerValue) => append(outerValue as string | null, '/', innerValue as string | null),
  merge: (outerValue, innerValue) =>
    outerValue instanceof Map
      ? new Map([...outerValue, ...pathNameEntries(innerValue as Options)])
      : { ...(outerValue as Options), ...(innerValue as Options) },
  replace: (_outerValue, innerValue) => innerValue,
}

/**
 * Returns the scope with further options. Each option is combined by the inheritance that the table of options
 * specifies. Options that scopes do not inherit become defaults or requirements of the routes inside.
 *
 * @throws Rejection `not-frozen` for a function among the conditions, `bad-argument` for a value that must be a map
 */
export function handDown<S extends HandedDown>(scope: S, options: Options): S {
  const innerScope: Record<string, unknown> = { ...(scope as object), isTopLevel: false }
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    const option = optionOf(name)
    if (option?.inherited === undefined || option.isDefaultToo === true) rest[name] = value
    if (option?.inherited === undefined) continue
    const outer = innerScope[name]
    const inner = isInterpolated(option.inherited, outer, value) ? String(value) : READ[option.read](value, name)
    innerScope[name] = INHERIT[option.inherited](outer, inner)
    clearDisplaced(option, options, innerScope)
  }
  innerScope['rest'] = { ...scope.rest, ...rest }
  return innerScope as never
}

/** Clears the option that this one displaces (`only` and `except`), unless the call sets both. */
function clearDisplaced({ displaces }: DslOption, options: Options, innerScope: Record<string, unknown>): void {
  if (displaces !== undefined && !(displaces in options)) innerScope[displaces] = undefined
}

/**
 * True for a boolean that becomes a word. Rails writes it into the path, so `path: false` is the segment `false`
 * (`merge_path_scope`). For a name prefix Rails does so only after another prefix, so the first `as: false` means no prefix
 * (`merge_as_scope`).
 */
function isInterpolated(inheritance: Inheritance, outerValue: unknown, value: unknown): boolean {
  if (typeof value !== 'boolean') return false
  return inheritance === 'join' || (inheritance.startsWith('append') && (value || outerValue !== null))
}

function append(outerValue: string | null, separator: string, innerValue: string | null): string | null {
  return outerValue === null ? innerValue : `${outerValue}${separator}${innerValue ?? ''}`
}

/** Returns pairs of action and segment from `pathNames` or `resourcesPathNames`. */
export function pathNameEntries(names: Options): [string, string][] {
  return Object.entries(names).map(([action, segment]) => [action, textOf(segment) ?? action])
}
