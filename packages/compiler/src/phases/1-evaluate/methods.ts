// The methods of the DSL, and the arguments of each.

/** The arguments of a method: how the recorder separates arguments, options and block, and which arguments it accepts. */
export interface Method {
  /** A last argument that is a function is the method's block. */
  readonly block: boolean
  /** Whether a map that is the only argument counts as options or as an argument. */
  readonly loneMap: 'options' | 'argument'
  /** The number of leading arguments that are never options, whatever their type. */
  readonly fixed: number
  /** Omitted if the arguments are checked when they are expanded, because their types depend on each other. */
  readonly accepts?: AcceptedArguments
}

/** The accepted arguments, without the options and the block at the end. */
export interface AcceptedArguments {
  /** The number of arguments. */
  readonly limit: number
  /**
   * `'required'` if each of them has to be a name, or an array of names, and there is at least one. `'optional'` if there may
   * be none. Otherwise the code that uses the arguments checks their types.
   */
  readonly names?: 'required' | 'optional'
  /** All arguments of the method, for the message. */
  readonly description: string
}

/** A method of names, options, and a block if it has one. */
const named = (accepts: AcceptedArguments, block = true): Method => ({ block, loneMap: 'options', fixed: 0, accepts })
const oneName = (description: string, block?: boolean) => named({ limit: 1, names: 'required', description }, block)
const withMap = (description: string): Method => {
  return { block: true, loneMap: 'argument', fixed: 1, accepts: { limit: 1, description } }
}

const RESOURCES = named({ limit: Infinity, names: 'required', description: 'names, then options, then a block' })
const BLOCK_ONLY = named({ limit: 0, description: 'a block' })
const ROUTE: Method = { block: false, loneMap: 'argument', fixed: 0 }
const DEFINITION: Method = { block: false, loneMap: 'options', fixed: 1 }

export const METHODS = {
  resources: RESOURCES,
  resource: RESOURCES,
  namespace: oneName('a name, then options, then a block'),
  scope: named({ limit: Infinity, names: 'optional', description: 'paths, then options, then a block' }),
  controller: oneName('a name, then a block'),
  collection: BLOCK_ONLY,
  member: BLOCK_ONLY,
  new: BLOCK_ONLY,
  nested: BLOCK_ONLY,
  shallow: BLOCK_ONLY,
  defaults: withMap('an object, then a block'),
  constraints: withMap('an object or a function, then a block'),
  resourcesPathNames: withMap('an object'),
  match: ROUTE,
  get: ROUTE,
  post: ROUTE,
  put: ROUTE,
  patch: ROUTE,
  delete: ROUTE,
  options: ROUTE,
  connect: ROUTE,
  root: ROUTE,
  mount: DEFINITION,
  concern: { ...DEFINITION, fixed: 2 },
  resolve: DEFINITION,
  direct: DEFINITION,
  concerns: named({ limit: Infinity, names: 'optional', description: 'names, then options' }, false),
  draw: oneName('the name of a route file', false),
} satisfies Record<string, Method>

/** The name of a method. */
export type DslCall = keyof typeof METHODS
