// Calls middleware, which wraps the actions of a controller or the whole application.
import { responseOf } from './response-of.ts'
import type { MaybePromise, Middleware, MiddlewareArguments } from './types.ts'

/** Calls the middleware, the first one outermost. `next` of the last middleware calls `respond`. */
export function callMiddleware(
  middleware: readonly Middleware[],
  { request, context, route }: MiddlewareArguments & { readonly request: Request },
  respond: () => MaybePromise<Response>,
  controller: string,
): MaybePromise<Response> {
  const middlewareArguments: MiddlewareArguments = { context, route }
  const callFrom = (index: number): MaybePromise<Response> => {
    const layer = middleware[index]
    if (layer === undefined) return respond()
    const value = layer(request, () => callNext(callFrom, index + 1), middlewareArguments)
    return value instanceof Response ? value : layerResponse(value, layer, controller)
  }
  return callFrom(0)
}

/**
 * Calls the next layer, and always returns a promise. A middleware may respond without waiting for this promise, so its
 * rejection is handled here: an unhandled rejection would end the process.
 */
function callNext(callFrom: (index: number) => MaybePromise<Response>, index: number): Promise<Response> {
  let response: Promise<Response>
  try {
    const value = callFrom(index)
    if (!(value instanceof Promise)) return Promise.resolve(value)
    response = value
  } catch (error) {
    response = Promise.reject(error)
  }
  response.catch(ignore)
  return response
}

const ignore = () => {}

async function layerResponse(value: unknown, layer: Middleware, controller: string): Promise<Response> {
  const response = await value
  if (response instanceof Response) return response
  return responseOf(response, `The middleware \`${layer.name}\` of the controller \`${controller}\``)
}
