import type { RedirectTarget } from './route.ts'

/** The actions of a plural resource. */
export type ResourcesAction = 'index' | 'create' | 'new' | 'show' | 'update' | 'destroy' | 'edit'

/** The actions of a singular resource. */
export type ResourceAction = Exclude<ResourcesAction, 'index'>

/** What `via` may name. */
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options' | 'link' | 'unlink' | 'trace'

/**
 * A function of the request, exported by a module of its own, or an object with `matches`. It gets what `match` was
 * given: a `Request`, `RequestAttributes`, or a class of the app's own. A function of two parameters gets the parameters
 * of the path first.
 */
export type ConstraintCallable = ((...args: never[]) => unknown) | { matches(request: never): unknown }

/** The `Request` of the platform, as far as routes look at it. */
export interface RequestLike {
  readonly url: string
  readonly headers: HeadersLike
}

/** What an app may give to `match` in place of a `Request`. Without either, a request is `http://example.org`. */
export interface RequestAttributes {
  readonly host?: string | undefined
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
  readonly ip?: string | undefined
  readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
}

interface HeadersLike {
  get(name: string): string | null
}

/** A function or object that answers requests, exported by a module of its own. */
export type EndpointCallable = ((...args: never[]) => unknown) | object

/** `'photos#show'`, a redirect, or an exported endpoint. */
export type To = string | RedirectTarget | EndpointCallable

/** On params: regular expressions and texts. On the request: `subdomain`, `host`, `protocol`, `port`, `ip`. */
export type ConstraintMap = Readonly<Record<string, RegExp | string | number | boolean | readonly (string | number)[]>>

export type Constraints = ConstraintMap | ConstraintCallable

/** Parameters that a route has without the path saying so. */
export type Defaults = Readonly<Record<string, unknown>>

/** Segments of the actions: `{ new: 'neu', edit: 'bearbeiten' }`. */
export type PathNames = Readonly<Record<string, string>>

type List<T> = T | readonly T[]

interface ScopingOptions {
  /** The path before the routes inside. */
  readonly path?: string | null
  /** The prefix of route names. */
  readonly as?: string | null
  /** The folder of the controllers. */
  readonly module?: string | null
  readonly controller?: string
  readonly action?: string
  readonly defaults?: Defaults
  readonly constraints?: Constraints
  readonly pathNames?: PathNames
  /** The path before the non-nested routes of shallow resources. */
  readonly shallowPath?: string | null
  /** The prefix of the names of the non-nested routes of shallow resources. */
  readonly shallowPrefix?: string | null
  /** Leaves the parents out of the paths of members. */
  readonly shallow?: boolean
  /** A default for the optional format, what it must match, `true` where it is required, `false` where there is none. */
  readonly format?: boolean | string | RegExp | null
  readonly via?: List<Verb> | 'all'
  readonly to?: To
}

/** Options of `scope`, `namespace` and `constraints`. */
export interface ScopeOptions extends ScopingOptions {
  /** Actions of the resources inside. */
  readonly only?: List<ResourcesAction>
  readonly except?: List<ResourcesAction>
}

interface CommonResourceOptions extends ScopingOptions {
  /** The name of the identifier parameter, `id` unless given. */
  readonly param?: string
  readonly concerns?: List<string>
  readonly on?: never
}

/** Options of `resources`. Any other option must be a regular expression: a requirement on the param of that name. */
export interface ResourcesOptions extends CommonResourceOptions {
  readonly only?: List<ResourcesAction>
  readonly except?: List<ResourcesAction>
}

/** Options of `resource`. */
export interface ResourceOptions extends CommonResourceOptions {
  readonly only?: List<ResourceAction>
  readonly except?: List<ResourceAction>
}

/** Options of `match` and the verbs. Any other option must be a regular expression: a requirement on that param. */
export interface RouteOptions {
  /** What answers: `'photos#show'`, an action of the scope's controller, a redirect, an exported endpoint. */
  readonly to?: To
  readonly controller?: string
  readonly action?: string | symbol
  /** The route's name; null for none. */
  readonly as?: string | null
  /** The level of the enclosing resource to put the route at. */
  readonly on?: 'new' | 'collection' | 'member'
  /** The path of an action: `get(action('preview'), { path: 'look' })`. */
  readonly path?: string
  readonly defaults?: Defaults
  readonly constraints?: Constraints
  readonly format?: boolean | string | RegExp | null
  /** False: the route answers every path that begins with its own. */
  readonly anchor?: boolean
  /** Kept for Rails' sake; it says nothing here. */
  readonly internal?: boolean
}

export interface MatchOptions extends RouteOptions {
  /** The verbs that the route answers. */
  readonly via?: List<Verb> | 'all'
}

export interface MountOptions extends MatchOptions {
  /** The path under which the app is served. */
  readonly at: string
}

/** Known options as they are, and any other only as a regular expression: a requirement on the param of that name. */
export type Given<Known, O> = Known & O & { readonly [K in Exclude<keyof O, keyof Known>]: RegExp }

/** One map: the path and its target first, then options. */
export type PathMap = Readonly<Record<string, unknown>>

type Path = string | symbol

interface Call<Known> {
  <const O extends object = object>(path: Path, options?: Given<Known, O>): void
  <const O extends object = object>(first: Path, second: Path, ...rest: [...Path[], Given<Known, O>] | Path[]): void
  (map: PathMap): void
}

interface Declare<Known, Block> {
  <const O extends object = object>(name: string, options: Given<Known, O>, block?: (r: Block) => void): void
  (name: string, block?: (r: Block) => void): void
  (first: string, second: string, ...rest: string[] | [...string[], (r: Block) => void]): void
  <const O extends object = object>(first: string, second: string, ...rest: [...string[], Given<Known, O>]): void
  <const O extends object = object>(
    first: string,
    second: string,
    ...rest: [...string[], Given<Known, O>, (r: Block) => void]
  ): void
}

/**
 * The declarations of any block. `Self` is what a plain scope inside of it is: a scope inside a resource still is
 * inside the resource.
 */
export interface Declarations<Self> {
  /** Seven routes for each name (specification, section 4.1). */
  readonly resources: Declare<ResourcesOptions, ResourcesBlock>
  /** Six routes for each name, without an identifier (specification, section 4.2). */
  readonly resource: Declare<ResourceOptions, ResourceBlock>
  /** A path, a module and a name prefix of one name. */
  namespace(name: string, block?: (r: ScopeBlock) => void): void
  namespace<const O extends object = object>(
    name: string,
    options: Given<ScopeOptions, O>,
    block?: (r: ScopeBlock) => void,
  ): void
  /** What the routes inside have in common. */
  scope(block: (r: Self) => void): void
  scope(path: string, block?: (r: Self) => void): void
  scope<const O extends object = object>(options: Given<ScopeOptions, O>, block?: (r: Self) => void): void
  scope<const O extends object = object>(path: string, options: Given<ScopeOptions, O>, block?: (r: Self) => void): void
  scope<const O extends object = object>(
    path: string,
    second: string,
    options: Given<ScopeOptions, O>,
    block?: (r: Self) => void,
  ): void
  scope(path: string, second: string, block?: (r: Self) => void): void
  /** The controller of the routes inside. */
  controller(name: string, block: (r: Self) => void): void
  /** Default parameters of the routes inside. */
  defaults(defaults: Defaults, block: (r: Self) => void): void
  /** Requirements and conditions of the routes inside, or an exported function of the request. */
  constraints(constraints: Constraints, block: (r: Self) => void): void
  /** Makes the resources inside shallow. */
  shallow(block: (r: Self) => void): void
  /** Segments of actions, from here to the end of the scope that has its own. */
  resourcesPathNames(names: PathNames): void
  /** Declarations for later use, in any resource. */
  concern(name: string, block: (r: ConcernBlock, options: Readonly<Record<string, unknown>>) => void): void
  concern(name: string, callable: ConcernCallable): void
  /** Uses concerns here. Options are handed to their blocks. */
  concerns(...names: string[]): void
  concerns(name: string, options: Readonly<Record<string, unknown>>): void
  concerns(names: readonly string[], options?: Readonly<Record<string, unknown>>): void
  /** Routes `/`, or the path of the enclosing resource. */
  root(to: string, options?: RouteOptions): void
  root(options: RouteOptions): void
  /** A route for the verbs of `via` (specification, section 4.5). */
  readonly match: Call<MatchOptions>
  readonly get: Call<RouteOptions>
  readonly post: Call<RouteOptions>
  readonly put: Call<RouteOptions>
  readonly patch: Call<RouteOptions>
  readonly delete: Call<RouteOptions>
  readonly options: Call<RouteOptions>
  /** Serves everything under a path by an exported app. */
  mount(app: EndpointCallable, options: MountOptions): void
  /** Runs another route file here, in this scope. */
  draw(name: string): void
}

/** A concern as an object, as in Rails. */
export interface ConcernCallable {
  call(r: ConcernBlock, options: Readonly<Record<string, unknown>>): void
}

/** What a resource adds to it. */
interface ResourceLevels {
  /** Routes on the collection: `/photos/search`. */
  collection(block: (r: ScopeBlock) => void): void
  /** Routes on one member: `/photos/:id/preview`. */
  member(block: (r: ScopeBlock) => void): void
  /** Routes under the form for a new member: `/photos/new/preview`. */
  'new'(block: (r: ScopeBlock) => void): void
  /** Routes nested under a member: `/photos/:photo_id/…`. */
  nested(block: (r: ScopeBlock) => void): void
}

/** A block outside of any resource. */
export interface ScopeBlock extends Declarations<ScopeBlock> {}

/** The block of `resources`. */
export interface ResourcesBlock extends Declarations<ResourcesBlock>, ResourceLevels {}

/** The block of `resource`. */
export interface ResourceBlock extends Declarations<ResourceBlock>, ResourceLevels {}

/** The block of a concern: it may be used inside a resource or outside. */
export interface ConcernBlock extends Declarations<ConcernBlock>, ResourceLevels {}

/** The top level of a route file. */
export interface Routes extends Declarations<ScopeBlock> {
  /** The route that stands for a model: `resolve('Basket', () => ['basket'])`. */
  resolve(model: string, target: Resolution | (() => Resolution)): void
  resolve(first: string, second: string, target: Resolution | (() => Resolution)): void
  /** A helper for a URL that is no route: `direct('homepage', 'https://example.org')`. */
  direct(name: string, target: DirectTarget | (() => DirectTarget)): void
}

/** A route name, with options for its helper if need be. */
export type Resolution = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]

/** A URL or path, or a route name in a list, with options for its helper if need be. */
export type DirectTarget = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]
