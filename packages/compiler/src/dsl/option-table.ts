/** The kinds of calls that accept options. */
export type CallKind = 'scope' | 'resource' | 'match' | 'verb' | 'root' | 'mount'

/** How the compiler reads the value of an option. */
export type Reading =
  /** As a string. Symbols and numbers are converted. */
  | 'text'
  /** As in Ruby: every value except undefined, null and false is true. */
  | 'truthy'
  /** As an object literal. Any other value has no effect. */
  | 'map'
  /** As the object form of `constraints`. */
  | 'conditions'
  /** Unchanged. The code that uses the value checks it. */
  | 'value'

/** How the routes inside a scope inherit an option. */
export type Inheritance =
  /** The path is appended to the path of the outer scope. */
  | 'join'
  /** The value is appended to the value of the outer scope, with `_` between them. */
  | 'append _'
  /** The value is appended to the value of the outer scope, with `/` between them. */
  | 'append /'
  /** The keys are merged with the keys of the outer scope. */
  | 'merge'
  /** The value replaces the value of the outer scope. */
  | 'replace'

/** An option of the DSL: which calls accept it, how it is read, and how it is inherited. */
export interface DslOption {
  /** A one-line description. The hover text in editors begins with the same line. */
  readonly says: string
  readonly callKinds: readonly CallKind[]
  readonly read: Reading
  /** Undefined if the option applies to the call only, and nothing inside inherits it. */
  readonly inherited?: Inheritance
  /** True if the option applies to the resource itself. Other options of a resource apply to a scope around it. */
  readonly ofResource?: true
  /** The option that this one also replaces, unless both are set. */
  readonly displaces?: string
  /** True if Rails also treats an inherited value as a default parameter. */
  readonly isDefaultToo?: true
  /** True if a scope reports the option (`scope-anchor`) instead of ignoring it. */
  readonly isRefusedByScopes?: true
}

const ALL = ['scope', 'resource', 'match', 'verb', 'root', 'mount'] as const
const SCOPES = ['scope', 'resource'] as const
const ROUTES = ['match', 'verb', 'root', 'mount'] as const

/**
 * Every option of the DSL. This table decides which options a call accepts, which of them a scope passes on, the
 * suggestions for misspelt options, `docs/options.md`, and a check of the types. `phases/2-expand` implements the options,
 * and `option-types.ts` contains their types and examples.
 */
export const dslOptions = {
  path: {
    says: 'The path. For a resource or an action, it replaces the name. For a scope, it is the prefix of all paths inside.',
    callKinds: ['scope', 'resource', 'match', 'verb'],
    read: 'text',
    inherited: 'join',
    ofResource: true,
  },
  as: {
    says: 'The name of a route or resource, or the prefix of all names inside a scope. Null removes the name.',
    callKinds: ALL,
    read: 'text',
    inherited: 'append _',
    ofResource: true,
  },
  module: {
    says: 'The folder that contains the controllers.',
    callKinds: SCOPES,
    read: 'text',
    inherited: 'append /',
  },
  controller: {
    says: 'The controller of the route.',
    callKinds: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'value',
    inherited: 'replace',
    ofResource: true,
  },
  action: {
    says: 'The action of the route.',
    callKinds: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'text',
    inherited: 'replace',
  },
  to: {
    says: "The target: `'photos#show'`, an action of the scope's controller, a redirect, or an exported endpoint.",
    callKinds: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'value',
    inherited: 'replace',
    isDefaultToo: true,
  },
  via: {
    says: "The HTTP methods that the route matches, or `'all'`.",
    callKinds: ['scope', 'resource', 'match', 'root', 'mount'],
    read: 'value',
    inherited: 'replace',
  },
  only: {
    says: 'The actions of the resource. All others are excluded.',
    callKinds: SCOPES,
    read: 'value',
    inherited: 'replace',
    ofResource: true,
    displaces: 'except',
  },
  except: {
    says: 'The excluded actions of the resource.',
    callKinds: SCOPES,
    read: 'value',
    inherited: 'replace',
    ofResource: true,
    displaces: 'only',
  },
  param: {
    says: 'The name of the parameter that identifies a member. Default: `id`.',
    callKinds: ['resource'],
    read: 'text',
    ofResource: true,
  },
  concerns: {
    says: 'The concerns to add to the resource.',
    callKinds: ['resource'],
    read: 'value',
    ofResource: true,
  },
  shallow: {
    says: 'Omits the parents from the paths of members.',
    callKinds: SCOPES,
    read: 'truthy',
    inherited: 'replace',
  },
  shallowPath: {
    says: 'The path prefix of the members of shallow resources.',
    callKinds: SCOPES,
    read: 'text',
    inherited: 'join',
  },
  shallowPrefix: {
    says: 'The name prefix of the members of shallow resources.',
    callKinds: SCOPES,
    read: 'text',
    inherited: 'append _',
  },
  pathNames: {
    says: 'The path segments of the actions `new` and `edit`.',
    callKinds: SCOPES,
    read: 'map',
    inherited: 'merge',
  },
  defaults: {
    says: 'Default parameters, in addition to the parameters of the path.',
    callKinds: ALL,
    read: 'map',
    inherited: 'merge',
  },
  constraints: {
    says: 'Requirements on parameters and on attributes of the request, or an exported function of the request.',
    callKinds: ALL,
    read: 'conditions',
    inherited: 'merge',
  },
  format: {
    says: 'The format at the end of the path: `false` for none, `true` if it is required, a default, or a requirement.',
    callKinds: ALL,
    read: 'value',
    inherited: 'replace',
  },
  on: {
    says: 'The level of the enclosing resource at which the route is declared.',
    callKinds: ROUTES,
    read: 'text',
  },
  anchor: {
    says: 'If false, the route matches every path that begins with its own.',
    callKinds: ROUTES,
    read: 'truthy',
    isRefusedByScopes: true,
  },
  internal: {
    says: 'Has no effect. Rails hides such routes when it prints its table.',
    callKinds: ROUTES,
    read: 'value',
  },
  at: {
    says: 'The path at which the app is mounted.',
    callKinds: ['mount'],
    read: 'text',
  },
} as const satisfies Readonly<Record<string, DslOption>>

export type OptionName = keyof typeof dslOptions

/** The options that a kind of call accepts, as a type. The types of the DSL are checked against it. */
export type OptionsOf<T extends CallKind> = {
  [K in OptionName]: T extends (typeof dslOptions)[K]['callKinds'][number] ? K : never
}[OptionName]

/** The options that a kind of call accepts, in the order of the table. */
export function optionsOf(callKind: CallKind): readonly OptionName[] {
  return (Object.keys(dslOptions) as OptionName[]).filter((name) => optionOf(name)!.callKinds.includes(callKind))
}

/** The option with this name, or undefined. */
export function optionOf(name: string): DslOption | undefined {
  return Object.hasOwn(dslOptions, name) ? dslOptions[name as OptionName] : undefined
}
