import { isMap, isRegExp } from '../../plain.ts'
import { Rejection } from '../../diagnostics/collector.ts'
import { textOf } from '../../name.ts'
import { joinPath } from '../../pattern/join.ts'
import { checkLength } from './check-path.ts'
import { given, truthy, type Options } from './options.ts'
import type { Resource } from './resource.ts'

/** What kind of block is open (specification, section 2.4). */
export type Level = 'resources' | 'resource' | 'collection' | 'member' | 'nested' | 'new' | 'root' | null

/**
 * All that a declaration inherits. A value: entering a block makes a new one, leaving it needs nothing, so that a
 * failed block cannot leave traces.
 */
export interface Scope {
  /** True at the top level of the route files, outside of every block. */
  readonly top: boolean
  readonly level: Level
  readonly resource: Resource | null
  /** Whether any resource around was declared where `shallow` was on. */
  readonly insideShallow: boolean
  /** How many resources around have their identifier in the path. */
  readonly parents: number
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
  readonly callables: readonly object[]
  readonly shallow: boolean
  readonly defaults: Options
  readonly via: unknown
  /** `undefined` where no scope says anything. */
  readonly format: unknown
  readonly to: unknown
  /** Options that no scope knows: they become defaults or requirements of the routes inside. */
  readonly rest: Options
  /** `only` and `except` for the resources inside. */
  readonly only: unknown
  readonly except: unknown
}

export function topScope(pathNames: Readonly<Record<string, string>>): Scope {
  return {
    top: true,
    level: null,
    resource: null,
    insideShallow: false,
    parents: 0,
    path: null,
    shallowPath: null,
    as: null,
    shallowPrefix: null,
    module: null,
    controller: null,
    action: null,
    pathNames: new Map([['new', 'new'], ['edit', 'edit'], ...Object.entries(pathNames)]),
    constraints: {},
    callables: [],
    shallow: false,
    defaults: {},
    via: undefined,
    format: undefined,
    to: undefined,
    rest: {},
    only: undefined,
    except: undefined,
  }
}

/** Conditions on the URL. Given as plain values they are defaults too, so that helpers build URLs that match. */
export const URL_CONDITIONS: ReadonlySet<string> = new Set(['protocol', 'subdomain', 'domain', 'host', 'port'])

/** The options of `scope`; `path` also comes from its leading arguments. */
export const SCOPE_OPTIONS: ReadonlySet<string> = new Set([
  'path',
  'shallowPath',
  'as',
  'shallowPrefix',
  'module',
  'controller',
  'action',
  'pathNames',
  'constraints',
  'shallow',
  'defaults',
  'via',
  'format',
  'only',
  'except',
])

/**
 * The scope inside of `scope(options)`. All rules of inheritance stand in the literal at the end:
 * paths are joined, prefixes and modules appended, maps merged, the rest replaced.
 *
 * @throws Rejection `scope-anchor`, `invalid-constraint`, `not-frozen`
 */
export function enterScope(parent: Scope, given_: Options): Scope {
  const options: Record<string, unknown> = { ...given_ }
  if (given(options['anchor'])) throw new Rejection('scope-anchor', '`anchor` is given to a scope.')
  if (parent.level !== 'nested') {
    if ('path' in options && !truthy(options['shallowPath'])) options['shallowPath'] = options['path']
    if ('as' in options && !truthy(options['shallowPrefix'])) options['shallowPrefix'] = options['as']
  }
  const constraints = options['constraints']
  const callable = constraintCallable(constraints)
  const conditions = constraintMap(constraints)
  const rest: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(options)) if (!SCOPE_OPTIONS.has(key)) rest[key] = value

  const text = (name: string) => textOf(options[name])
  const restricts = given(options['only']) || given(options['except'])
  return {
    ...parent,
    top: false,
    path: 'path' in options ? joinPath(parent.path, text('path')) : parent.path,
    shallowPath: 'shallowPath' in options ? joinPath(parent.shallowPath, text('shallowPath')) : parent.shallowPath,
    as: 'as' in options ? append(parent.as, '_', text('as')) : parent.as,
    shallowPrefix:
      'shallowPrefix' in options ? append(parent.shallowPrefix, '_', text('shallowPrefix')) : parent.shallowPrefix,
    module: 'module' in options ? append(parent.module, '/', text('module')) : parent.module,
    controller: 'controller' in options ? options['controller'] : parent.controller,
    action: 'action' in options ? text('action') : parent.action,
    pathNames: isMap(options['pathNames'])
      ? new Map([...parent.pathNames, ...pathNameEntries(options['pathNames'])])
      : parent.pathNames,
    constraints: { ...parent.constraints, ...conditions },
    callables: callable === null ? parent.callables : [...parent.callables, callable],
    shallow: 'shallow' in options ? truthy(options['shallow']) : parent.shallow,
    defaults: { ...parent.defaults, ...urlDefaults(conditions), ...(options['defaults'] as Options | undefined) },
    via: 'via' in options ? options['via'] : parent.via,
    format: 'format' in options ? options['format'] : parent.format,
    to: 'to' in options ? options['to'] : parent.to,
    rest: { ...parent.rest, ...rest },
    only: restricts ? options['only'] : parent.only,
    except: restricts ? options['except'] : parent.except,
  }
}

/** The callable among the forms that `constraints` may have; null for a map or nothing. */
export function constraintCallable(constraints: unknown): object | null {
  if (!truthy(constraints) || isConstraintMap(constraints)) return null
  if (typeof constraints === 'function') return constraints
  if (typeof constraints === 'object' && !Array.isArray(constraints) && !isRegExp(constraints)) return constraints
  throw new Rejection('invalid-constraint', '`constraints` is neither a map nor a function.')
}

/**
 * The requirements and conditions among the forms that `constraints` may have; empty for a callable or nothing.
 *
 * @throws Rejection `not-frozen` for a function in the map: without a parameter of its name it would guard nothing
 */
export function constraintMap(constraints: unknown): Options {
  if (!isConstraintMap(constraints)) return {}
  for (const [key, value] of Object.entries(constraints)) {
    if (typeof value === 'function') throw new Rejection('not-frozen', `The constraint on \`${key}\` is a function.`)
  }
  return constraints
}

/** A literal with the method `matches` is a callable: as a map it would constrain nothing. */
export function isConstraintMap(constraints: unknown): constraints is Options {
  return isMap(constraints) && typeof constraints['matches'] !== 'function'
}

/** The conditions on the URL that are plain texts or numbers. */
export function urlDefaults(conditions: Options): Options {
  return Object.fromEntries(
    Object.entries(conditions).filter(
      ([key, value]) => URL_CONDITIONS.has(key) && (typeof value === 'string' || typeof value === 'number'),
    ),
  )
}

export function pathNameEntries(names: Options): [string, string][] {
  return Object.entries(names).map(([action, segment]) => [action, textOf(segment) ?? action])
}

function append(parent: string | null, separator: string, child: string | null): string | null {
  return parent === null ? child : `${parent}${separator}${child ?? ''}`
}

/** The scope one path further in. @throws Rejection `path-too-long` */
export function enterPath(parent: Scope, path: string | null): Scope {
  const joined = joinPath(parent.path, path)
  checkLength(joined) // Here already, so that what is nested deeper is not worked out in vain.
  return { ...parent, top: false, path: joined }
}

/** `namespace(name, options)`: a path, a module, a name prefix and their shallow forms, all from one name. */
export function enterNamespace(parent: Scope, name: string, options: Options): Scope {
  const { path: _, ...others } = options
  const path = 'path' in options ? textOf(options['path']) : name
  const as = 'as' in options ? options['as'] : name
  const inside = enterPath(parent, path)
  return enterScope(inside, { module: name, as, shallowPath: path, shallowPrefix: as, ...others })
}
