import type { RedirectTarget } from '../route.ts'

/** The actions of a plural resource. */
export type ResourcesAction = 'index' | 'create' | 'new' | 'show' | 'update' | 'destroy' | 'edit'

/** The actions of a singular resource. */
export type ResourceAction = Exclude<ResourcesAction, 'index'>

/** What `via` may name. */
export type Verb =
  | 'get'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'head'
  | 'options'
  | 'connect'
  | 'link'
  | 'unlink'
  | 'trace'

/** The `Request` of the platform, as far as routes look at it. */
export interface RequestLike {
  readonly url: string
  readonly headers: HeadersLike
}

/**
 * What an app may give to `match` in place of a `Request`. Node's `IncomingMessage` is one. Without any, a request is
 * `http://example.org`.
 */
export interface RequestAttributes {
  /** Left out, what the headers say. */
  readonly host?: string | undefined
  readonly protocol?: string | undefined
  readonly port?: number | string | undefined
  readonly ip?: string | undefined
  readonly headers?: HeadersLike | { readonly [name: string]: string | readonly string[] | undefined } | undefined
  /** Where it is absolute, host, protocol and port are its own. */
  readonly url?: string | undefined
  /** Stands in for `ip` and `protocol`. */
  readonly socket?: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean } | undefined
}

interface HeadersLike {
  get(name: string): string | null
}

/**
 * What a constraint may find in a request of which it does not know which kind it is: `url` in a `Request`, `host` and
 * the like where `match` was given attributes.
 */
export interface AnyRequest extends RequestAttributes {
  readonly method?: string | undefined
}

/** No function and no class: all of them have `call`, and this property. */
interface NoFunction {
  readonly [Symbol.hasInstance]?: never
}

/**
 * What a constraint returns: a value that is taken for true or false. Not a promise, which would always be true; and not
 * `void`, which may be one.
 */
type Verdict = string | number | bigint | boolean | symbol | null | undefined | (object & { readonly then?: never })

/**
 * A function of any parameters. Two signatures that differ in their type parameters give no type to the parameter of a
 * function that is written in place: the first form of `ConstraintCallable` does.
 */
interface OtherConstraint {
  (...args: never): Verdict
  <_>(...args: never): Verdict
}

/**
 * A function of the request, exported by a module of its own, or an object with `matches`. It gets what `match` was
 * given: a `Request`, `RequestAttributes`, or a class of the app's own. A function of two parameters gets the parameters
 * of the path first.
 *
 * The first form types the parameter of a function that is written in place. None of them
 * may return a promise: `match` does not wait.
 */
export type ConstraintCallable =
  | ((request: AnyRequest) => Verdict)
  | OtherConstraint
  | { matches(request: never): Verdict }
  | ({ call(request: never): Verdict } & NoFunction)

/** A function or object that answers requests, exported by a module of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- what an endpoint is called with is the app's choice
export type EndpointCallable = ((...args: any[]) => unknown) | object

/** `'photos#show'`, a redirect, or an exported endpoint. */
export type To = string | RedirectTarget | EndpointCallable

/** On params: regular expressions and texts. On the request: `subdomain`, `host`, `protocol`, `port`, `ip`. */
export type ConstraintMap = Readonly<Record<string, RegExp | string | number | boolean | readonly (string | number)[]>>

export type Constraints = ConstraintMap | ConstraintCallable

/** Parameters that a route has without the path saying so. */
export type Defaults = Readonly<Record<string, unknown>>

/** Segments of the actions: `{ new: 'neu', edit: 'bearbeiten' }`. */
export type PathNames = Readonly<Record<string, string>>

/** A route name, with options for its helper if need be. */
export type Resolution = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]

/**
 * What a function of `direct` or `resolve` returns: a URL, a path, a route in a list with what its helper takes, or a
 * model, alone or in a list with options.
 */
export type MadeUrl = string | URL | readonly unknown[] | Model

/** A model: an object with a `modelName`, its own or its class's. Not a promise: helpers do not wait. */
type Model = object & { readonly then?: never }

/** A function of `direct` or `resolve`. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it is called with is the app's choice
export type MakeUrl = (...args: any[]) => MadeUrl

/** A URL or path, or a route name in a list, with options for its helper if need be. */
export type DirectTarget = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]

/** One or several. */
export type List<T> = T | readonly T[]
