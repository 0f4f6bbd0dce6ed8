// The types of values that route files pass to the DSL.
import type { RequestAttributes } from '@turnout/runtime'
import type { RedirectTarget } from '../route.ts'

export type { RequestAttributes, RequestLike } from '@turnout/runtime'

/** The actions of a plural resource. */
export type ResourcesAction = 'index' | 'create' | 'new' | 'show' | 'update' | 'destroy' | 'edit'

/** The actions of a singular resource. */
export type ResourceAction = Exclude<ResourcesAction, 'index'>

/** The HTTP methods that `via` accepts. */
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

/**
 * A request of unknown kind, as a constraint receives it: a `Request` has a `url`, and attributes have a `host`, for
 * example.
 */
export interface AnyRequest extends RequestAttributes {
  readonly method?: string | undefined
}

/** Excludes functions and classes, which have `call` and this property. */
export interface NoFunction {
  readonly [Symbol.hasInstance]?: never
}

/**
 * The result of a constraint: any value that is truthy or falsy, except a promise, because a promise is always truthy.
 * `void` is excluded as well, because a function of this type can return a promise.
 */
type Verdict = string | number | bigint | boolean | symbol | null | undefined | (object & { readonly then?: never })

/**
 * A function with any parameters. The two signatures differ in their type parameters, so that this type does not infer the
 * parameter of an inline function. The first form of `ConstraintCallable` infers it.
 */
interface OtherConstraint {
  (...args: never): Verdict
  <_>(...args: never): Verdict
}

/**
 * A constraint function, exported by a module of its own, or an object with `matches`. It receives the request that you
 * passed to `match`: a `Request`, `RequestAttributes`, or an object of your own class. A function with two parameters
 * receives the parameters of the path first.
 *
 * The first form infers the parameter of an inline function. No form can return a promise, because `match` does not wait.
 */
export type ConstraintCallable =
  | ((request: AnyRequest) => Verdict)
  | OtherConstraint
  | { matches(request: never): Verdict }
  | ({ call(request: never): Verdict } & NoFunction)

/** A function or object that handles requests, exported by a module of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- the app decides which arguments an endpoint receives
export type EndpointCallable = ((...args: any[]) => unknown) | object

/** `'photos#show'`, a redirect, or an exported endpoint. */
export type To = string | RedirectTarget | EndpointCallable

/** Requirements on parameters, and conditions on the request (`subdomain`, `host`, `protocol`, `port`, `ip`, …). */
export type ConstraintMap = Readonly<Record<string, RegExp | Scalar | readonly Scalar[]>>

type Scalar = string | number | boolean | null

export type Constraints = ConstraintMap | ConstraintCallable

/** Default parameters, in addition to the parameters of the path. */
export type Defaults = Readonly<Record<string, unknown>>

/** The path segments of actions: `{ new: 'neu', edit: 'bearbeiten' }`. */
export type PathNames = Readonly<Record<string, string>>

/** The name of a route, with optional options for its helper. */
export type Resolution = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]

/**
 * The result of a function of `direct` or `resolve`: a URL, a path, an array of a route name and the arguments of its
 * helper, a model, or an array of a model and options.
 */
export type MadeUrl = string | URL | readonly unknown[] | Model

/** A model: an object whose class, or which itself, has a `modelName`. Promises are excluded, because helpers do not wait. */
type Model = object & { readonly then?: never }

/** A function of `direct` or `resolve`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the app decides which arguments the function receives
export type MakeUrl = (...args: any[]) => MadeUrl

/** A URL, a path, or an array of a route name and optional options for its helper. */
export type DirectTarget = string | readonly [string] | readonly [string, Readonly<Record<string, unknown>>]

/** One value, or an array of values. */
export type List<T> = T | readonly T[]
