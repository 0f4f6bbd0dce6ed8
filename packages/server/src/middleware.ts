// Calls middleware, which wraps the actions of a controller, a namespace or the whole application.
import { changeableResponse, responseOf } from './response-of.ts'
import type { MaybePromise, Middleware, MiddlewareArguments } from './types.ts'

/**
 * Calls the middleware, the first one outermost. `next` of the last middleware calls `respond`.
 *
 * @param owner names the place of the middleware in error messages: `the controller \`photos\``
 */
export function callMiddleware(
  middleware: readonly Middleware[],
  { request, context, route }: MiddlewareArguments & { readonly request: Request },
  respond: () => MaybePromise<Response>,
  owner: string,
): MaybePromise<Response> {
  const middlewareArguments: MiddlewareArguments = { context, route }
  /** Calls the middleware at the index, which calls the next one, and so on. */
  const callFrom = (index: number): MaybePromise<Response> => {
    const layer = middleware[index]
    if (layer === undefined) return respond()
    const value = layer(request, () => callNext(callFrom, index + 1), middlewareArguments)
    return value instanceof Response ? value : layerResponse(value, layer, owner)
  }
  return callFrom(0)
}

/** `next` of a middleware. It returns a response whose headers can be changed, because middleware often sets headers. */
function callNext(callFrom: (index: number) => MaybePromise<Response>, index: number): Promise<Response> {
  return new UnwatchedPromise<Response>((resolve) => {
    const value = callFrom(index)
    resolve(value instanceof Promise ? value.then(changeableResponse) : changeableResponse(value))
  }).quiet()
}

/**
 * The result of `next`. Middleware may respond without waiting for this promise, or for one that `then`, `catch` or `finally`
 * has derived from it. Their rejections are handled here, because an unhandled rejection ends the process.
 */
class UnwatchedPromise<Value> extends Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- a promise is one
  override then<Fulfilled = Value, Rejected = never>(
    ...listeners: Parameters<Promise<Value>['then']>
  ): Promise<Fulfilled | Rejected> {
    const derived = super.then(...listeners) as UnwatchedPromise<Fulfilled | Rejected>
    return derived.quiet()
  }

  quiet(): this {
    super.then(undefined, () => {})
    return this
  }
}

async function layerResponse(value: unknown, layer: Middleware, owner: string): Promise<Response> {
  const response = await value
  if (response instanceof Response) return response
  return responseOf(response, `The middleware \`${layer.name}\` of ${owner}`)
}
