/**
 * A scope: the settings that declarations inherit from the blocks around them. Inside namespace('admin'):
 *
 *     { path: '/admin', as: 'admin', module: 'admin', level: null, resource: null, constraints: {}, … }
 */
import { Rejection } from '../../diagnostics/collector.ts'
import { optionOf } from '../../dsl/option-table.ts'
import { textOf, isTruthyInRuby, type Options } from '../../dsl-values.ts'
import { joinPath } from '../../patterns/pattern/join.ts'
import { checkLength } from './check-path.ts'
import { constraintCallable, isConstraintMap, urlDefaults } from './constraint-forms.ts'
import { handDown, type HandedDown } from './hand-down.ts'
import type { Resource } from './resource.ts'

/** The kind of the innermost open block. */
export type Level = 'resources' | 'resource' | 'collection' | 'member' | 'nested' | 'new' | 'root' | null

/**
 * The settings that a declaration inherits. A scope is immutable: entering a block creates a new scope, and leaving a
 * block changes nothing. So a failed block cannot leave traces.
 */
export interface Scope extends HandedDown {
  readonly level: Level
  readonly resource: Resource | null
  /** True if any enclosing resource was declared while `shallow` was on. */
  readonly insideShallow: boolean
  /** The number of enclosing resources with their identifier in the path. */
  readonly parents: number
  readonly callables: readonly object[]
}

export function topScope(pathNames: Readonly<Record<string, string>>): Scope {
  return {
    isTopLevel: true,
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
    pathNames: new Map(Object.entries(pathNames)),
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

/**
 * Returns the scope inside `scope(options)`, with the options that its routes inherit, and settings derived from them.
 *
 * @throws Rejection `scope-anchor`, `invalid-constraint`, `async-function`, `not-frozen`, `bad-argument`
 */
export function enterScope(parent: Scope, declared: Options): Scope {
  for (const [name, value] of Object.entries(declared)) {
    if (optionOf(name)?.isRefusedByScopes !== true || value === undefined) continue
    throw new Rejection('scope-anchor', { option: name })
  }
  const options: Record<string, unknown> = { ...declared }
  if (parent.level !== 'nested') {
    if ('path' in options && !isTruthyInRuby(options['shallowPath'])) options['shallowPath'] = options['path']
    if ('as' in options && !isTruthyInRuby(options['shallowPrefix'])) options['shallowPrefix'] = options['as']
  }
  const { constraints } = options
  const callable = constraintCallable(constraints)
  const withDefaults = isConstraintMap(constraints) ? handDown(parent, { defaults: urlDefaults(constraints) }) : parent
  const scope = handDown(withDefaults, options)
  return callable === null ? scope : { ...scope, callables: [...scope.callables, callable] }
}

/** Returns the scope with `path` appended to its path. @throws Rejection `path-too-long` */
export function enterPath(parent: Scope, path: string | null): Scope {
  const joined = joinPath(parent.path, path)
  checkLength(joined) // Checked early, so that deeper nesting is not expanded in vain.
  return { ...parent, path: joined }
}

/** `namespace(name, options)`: a path, a module, a name prefix and their shallow forms, all from one name. */
export function enterNamespace(parent: Scope, name: string, options: Options): Scope {
  const { path: _, ...otherOptions } = options
  const path = 'path' in options ? options['path'] : name
  const namePrefix = 'as' in options ? options['as'] : name
  const pathScope = enterPath(parent, typeof path === 'boolean' ? String(path) : textOf(path))
  return enterScope(pathScope, {
    module: name,
    as: namePrefix,
    shallowPath: path,
    shallowPrefix: namePrefix,
    ...otherOptions,
  })
}
