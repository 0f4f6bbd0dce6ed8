/** The calls that take options, by what they declare. */
export type Taker = 'scope' | 'resource' | 'match' | 'verb' | 'root' | 'mount'

/** How a value is read. */
export type Reading =
  /** A string; of a symbol or a number, its text. */
  | 'text'
  /** Anything but undefined, null and false is true, as in Ruby. */
  | 'truthy'
  /** An object written as a literal. Anything else says nothing. */
  | 'map'
  /** The map among the forms that `constraints` may have. */
  | 'conditions'
  /** As it is: whoever uses it looks at it. */
  | 'value'

/** What a scope makes of an option, for the routes inside of it. */
export type Inheritance =
  /** A path after the path of the scope around. */
  | 'join'
  /** After the text of the scope around, with `_` between them. */
  | 'append _'
  /** After the text of the scope around, with `/` between them. */
  | 'append /'
  /** Its keys are added to those of the scope around. */
  | 'merge'
  /** It takes the place of what the scope around says. */
  | 'replace'

/** One option of the DSL: all that is known of it but what it means. */
export interface DslOption {
  /** One line: what it does. The hover of the option in an editor begins with the same. */
  readonly says: string
  readonly takers: readonly Taker[]
  readonly read: Reading
  /** Left out: it is about the call itself, and nothing inside inherits it. */
  readonly inherited?: Inheritance
  /** A resource takes it for itself. Its other options belong to a scope around it. */
  readonly ofResource?: true
  /** Given without this other option, it takes the place of the other, too. */
  readonly displaces?: string
  /** Rails counts it among the default parameters, where a scope hands it down. */
  readonly isDefaultToo?: true
  /** A scope refuses it (`scope-anchor`), where it would ignore another. */
  readonly isRefusedByScopes?: true
}

const ALL = ['scope', 'resource', 'match', 'verb', 'root', 'mount'] as const
const SCOPES = ['scope', 'resource'] as const
const ROUTES = ['match', 'verb', 'root', 'mount'] as const

/**
 * Every option of the DSL. What each means stands where it is used: `phases/2-expand` for what it does, the interfaces
 * of `option-types.ts` for its type and examples. Which options a call knows, what a scope hands down, "did you mean",
 * `docs/options.md`, and a check of the types come from here.
 */
export const dslOptions = {
  path: {
    says: 'The path: of a resource instead of its name, of a scope before the routes inside, of an action instead of its name.',
    takers: ['scope', 'resource', 'match', 'verb'],
    read: 'text',
    inherited: 'join',
    ofResource: true,
  },
  as: {
    says: 'The name: of a route or resource, or the prefix of the names inside a scope. Null for none.',
    takers: ALL,
    read: 'text',
    inherited: 'append _',
    ofResource: true,
  },
  module: {
    says: 'The folder of the controllers.',
    takers: SCOPES,
    read: 'text',
    inherited: 'append /',
  },
  controller: {
    says: 'The controller that answers.',
    takers: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'value',
    inherited: 'replace',
    ofResource: true,
  },
  action: {
    says: 'The action that answers.',
    takers: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'text',
    inherited: 'replace',
  },
  to: {
    says: "What answers: `'photos#show'`, an action of the scope's controller, a redirect, or an exported endpoint.",
    takers: ['scope', 'resource', 'match', 'verb', 'root'],
    read: 'value',
    inherited: 'replace',
    isDefaultToo: true,
  },
  via: {
    says: "The verbs that the route answers; `'all'` for every one.",
    takers: ['scope', 'resource', 'match', 'root', 'mount'],
    read: 'value',
    inherited: 'replace',
  },
  only: {
    says: 'The only actions that the resource has.',
    takers: SCOPES,
    read: 'value',
    inherited: 'replace',
    ofResource: true,
    displaces: 'except',
  },
  except: {
    says: 'The actions that the resource does not have.',
    takers: SCOPES,
    read: 'value',
    inherited: 'replace',
    ofResource: true,
    displaces: 'only',
  },
  param: {
    says: 'The name of the identifier parameter, `id` unless given.',
    takers: ['resource'],
    read: 'text',
    ofResource: true,
  },
  concerns: {
    says: 'The concerns whose declarations the resource has, too.',
    takers: ['resource'],
    read: 'value',
    ofResource: true,
  },
  shallow: {
    says: 'Leaves the parents out of the paths of members.',
    takers: SCOPES,
    read: 'truthy',
    inherited: 'replace',
  },
  shallowPath: {
    says: 'The path before the members of shallow resources.',
    takers: SCOPES,
    read: 'text',
    inherited: 'join',
  },
  shallowPrefix: {
    says: 'The prefix of the names of the members of shallow resources.',
    takers: SCOPES,
    read: 'text',
    inherited: 'append _',
  },
  pathNames: {
    says: 'The segments of actions, `new` and `edit` unless given.',
    takers: SCOPES,
    read: 'map',
    inherited: 'merge',
  },
  defaults: {
    says: 'Parameters that the route has without its path saying so.',
    takers: ALL,
    read: 'map',
    inherited: 'merge',
  },
  constraints: {
    says: 'What parameters of the path and attributes of the request must be, or an exported function of the request.',
    takers: ALL,
    read: 'conditions',
    inherited: 'merge',
  },
  format: {
    says: 'The format at the end of the path: a default for it, what it must match, `true` where it is required, `false` for none.',
    takers: ALL,
    read: 'value',
    inherited: 'replace',
  },
  on: {
    says: 'The level of the enclosing resource to put the route at.',
    takers: ROUTES,
    read: 'text',
  },
  anchor: {
    says: 'False: the route answers every path that begins with its own.',
    takers: ROUTES,
    read: 'truthy',
    isRefusedByScopes: true,
  },
  internal: {
    says: 'Rails leaves such routes out of its table. It says nothing here.',
    takers: ROUTES,
    read: 'value',
  },
  at: {
    says: 'The path under which the app is served.',
    takers: ['mount'],
    read: 'text',
  },
} as const satisfies Readonly<Record<string, DslOption>>

export type OptionName = keyof typeof dslOptions

/** The options that a kind of call takes, as a type: the types of the DSL are checked against it. */
export type OptionsOf<T extends Taker> = {
  [K in OptionName]: T extends (typeof dslOptions)[K]['takers'][number] ? K : never
}[OptionName]

/** The options that a kind of call takes, in the order of the table. */
export function optionsOf(taker: Taker): readonly OptionName[] {
  return (Object.keys(dslOptions) as OptionName[]).filter((name) => optionOf(name)!.takers.includes(taker))
}

/** The option of this name; undefined where there is none. */
export function optionOf(name: string): DslOption | undefined {
  return Object.hasOwn(dslOptions, name) ? dslOptions[name as OptionName] : undefined
}
