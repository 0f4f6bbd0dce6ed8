import { Rejection } from '../../diagnostics/collector.ts'
import { optionOf, type DslOption, type Inheritance, type Reading } from '../../dsl/option-table.ts'
import { textOf } from '../../name.ts'
import { joinPath } from '../../pattern/join.ts'
import { isMap } from '../../plain.ts'
import { constraintMap } from './constraint-forms.ts'
import { truthy, type Options } from './options.ts'

/** What a scope hands down. All but the first and the last are options, as `READ` and `INHERIT` below make them. */
export interface HandedDown {
  /** True at the top level of the route files, outside of every block. */
  readonly top: boolean
  readonly path: string | null
  readonly shallowPath: string | null
  /** The prefix of route names. */
  readonly as: string | null
  readonly shallowPrefix: string | null
  readonly module: string | null
  readonly controller: unknown
  readonly action: string | null
  /**
   * Segments of the actions. The one part that is shared and changed in place: `resourcesPathNames` changes the
   * names of the nearest scope that has its own, and so of all that comes after in it (Rails: `merge!`).
   */
  readonly pathNames: Map<string, string>
  readonly constraints: Options
  readonly shallow: boolean
  readonly defaults: Options
  readonly via: unknown
  /** `undefined` where no scope says anything. */
  readonly format: unknown
  readonly to: unknown
  /** `only` and `except` for the resources inside. */
  readonly only: unknown
  readonly except: unknown
  /** Options that no scope knows: they become defaults or requirements of the routes inside. */
  readonly rest: Options
}

/** Values as the table of options says that they are read. */
const READ: Readonly<Record<Reading, (value: unknown, name: string) => unknown>> = {
  text: textOf,
  truthy,
  map: (value, name) => {
    if (value === null || isMap(value)) return value ?? {}
    throw new Rejection('bad-argument', { option: name })
  },
  conditions: constraintMap,
  value: (value) => value,
}

/** What becomes of what the scope around says, and what is said here. */
const INHERIT: Readonly<Record<Inheritance, (outer: unknown, inner: unknown) => unknown>> = {
  join: (outer, inner) => joinPath(outer as string | null, inner as string | null),
  'append _': (outer, inner) => append(outer as string | null, '_', inner as string | null),
  'append /': (outer, inner) => append(outer as string | null, '/', inner as string | null),
  merge: (outer, inner) =>
    outer instanceof Map
      ? new Map([...outer, ...pathNameEntries(inner as Options)])
      : { ...(outer as Options), ...(inner as Options) },
  replace: (_outer, inner) => inner,
}

/**
 * The scope with options on top of what it says, each inherited as the table of options has it. What no scope hands
 * down becomes a default or a requirement of the routes inside.
 *
 * @throws Rejection `not-frozen` for a function among the conditions, `bad-argument` for what is not a map and must be one
 */
export function handDown<S extends HandedDown>(scope: S, options: Options): S {
  const inside: Record<string, unknown> = { ...(scope as object), top: false }
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    const option = optionOf(name)
    if (option?.inherited === undefined || option.isDefaultToo === true) rest[name] = value
    if (option?.inherited === undefined) continue
    inside[name] = INHERIT[option.inherited](inside[name], READ[option.read](value, name))
    displace(option, options, inside)
  }
  inside['rest'] = { ...scope.rest, ...rest }
  return inside as never
}

function displace({ displaces }: DslOption, options: Options, inside: Record<string, unknown>): void {
  if (displaces !== undefined && !(displaces in options)) inside[displaces] = undefined
}

function append(outer: string | null, separator: string, inner: string | null): string | null {
  return outer === null ? inner : `${outer}${separator}${inner ?? ''}`
}

/** Actions and their segments, of `pathNames` and `resourcesPathNames`. */
export function pathNameEntries(names: Options): [string, string][] {
  return Object.entries(names).map(([action, segment]) => [action, textOf(segment) ?? action])
}
