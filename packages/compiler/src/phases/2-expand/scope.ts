import { Rejection } from '../../diagnostics/collector.ts'
import { optionOf } from '../../dsl/option-table.ts'
import { textOf } from '../../name.ts'
import { joinPath } from '../../pattern/join.ts'
import { checkLength } from './check-path.ts'
import { constraintCallable, isConstraintMap, urlDefaults } from './constraint-forms.ts'
import { handDown, type HandedDown } from './hand-down.ts'
import { given, truthy, type Options } from './options.ts'
import type { Resource } from './resource.ts'

/** What kind of block is open. */
export type Level = 'resources' | 'resource' | 'collection' | 'member' | 'nested' | 'new' | 'root' | null

/**
 * All that a declaration inherits. A value: entering a block makes a new one, leaving it needs nothing, so that a
 * failed block cannot leave traces.
 */
export interface Scope extends HandedDown {
  readonly level: Level
  readonly resource: Resource | null
  /** Whether any resource around was declared where `shallow` was on. */
  readonly insideShallow: boolean
  /** How many resources around have their identifier in the path. */
  readonly parents: number
  readonly callables: readonly object[]
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
 * The scope inside of `scope(options)`: what its options hand down, and what follows from them.
 *
 * @throws Rejection `scope-anchor`, `invalid-constraint`, `async-function`, `not-frozen`, `bad-argument`
 */
export function enterScope(parent: Scope, own: Options): Scope {
  for (const [name, value] of Object.entries(own)) {
    if (optionOf(name)?.isRefusedByScopes !== true || !given(value)) continue
    throw new Rejection('scope-anchor', { option: name })
  }
  const options: Record<string, unknown> = { ...own }
  if (parent.level !== 'nested') {
    if ('path' in options && !truthy(options['shallowPath'])) options['shallowPath'] = options['path']
    if ('as' in options && !truthy(options['shallowPrefix'])) options['shallowPrefix'] = options['as']
  }
  const { constraints } = options
  const callable = constraintCallable(constraints)
  const outer = isConstraintMap(constraints) ? handDown(parent, { defaults: urlDefaults(constraints) }) : parent
  const inside = handDown(outer, options)
  return callable === null ? inside : { ...inside, callables: [...inside.callables, callable] }
}

/** The scope one path further in. @throws Rejection `path-too-long` */
export function enterPath(parent: Scope, path: string | null): Scope {
  const joined = joinPath(parent.path, path)
  checkLength(joined) // Here already, so that what is nested deeper is not worked out in vain.
  return { ...parent, path: joined }
}

/** `namespace(name, options)`: a path, a module, a name prefix and their shallow forms, all from one name. */
export function enterNamespace(parent: Scope, name: string, options: Options): Scope {
  const { path: _, ...others } = options
  const path = 'path' in options ? textOf(options['path']) : name
  const as = 'as' in options ? options['as'] : name
  const inside = enterPath(parent, path)
  return enterScope(inside, { module: name, as, shallowPath: path, shallowPrefix: as, ...others })
}
