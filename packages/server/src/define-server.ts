// The default export of an application's server module: the object that every host calls, and the options of srvx.
import { bodyErrorStatus } from './body-errors.ts'
import { errorResponse } from './error-response.ts'
import { completeRequest } from './host-request.ts'
import { handleThrownPromise, logError } from './log-error.ts'
import { guardBody, takeTurns } from './node-host.ts'
import { isValidRequest, refuseInvalidHosts } from './request-target.ts'
import { stopGracefully, type StoppableServer, type ShutdownOptions } from './shutdown.ts'

/** Receives all requests. Hosts pass more arguments: Workers, the bindings. */
type Fetch = (request: Request, ...rest: any[]) => Response | Promise<Response>

/** A server module's default export. */
type Server<Options extends ServerOptions> = Omit<Options, 'fetch'> & {
  readonly fetch: (request: Request, ...rest: RestOf<Options['fetch']>) => Promise<Response>
}

type RestOf<AnyFetch> = AnyFetch extends (request: Request, ...rest: infer Rest) => unknown ? Rest : never

/** Options of `defineServer`. The object may also contain options of srvx. */
export interface ServerOptions extends ShutdownOptions {
  readonly fetch: Fetch
  /**
   * The limit of a body in bytes. A longer body gets 413: before your code runs if `Content-Length` exceeds the limit,
   * otherwise when your code reads it. Default: no limit.
   */
  readonly maxRequestBodySize?: number
  /** Plugins of srvx. */
  readonly plugins?: readonly ((server: any) => void)[]
}

/**
 * Creates the default export of a server module: `fetch` for any host, and a plugin for srvx. On SIGTERM and SIGINT, the
 * plugin finishes the requests in flight, calls `onShutdown`, and ends the process. If the function rejects, the error is
 * logged, and the response is a 500 without details.
 *
 * @example
 * ```ts
 * import server, { defineServer } from 'virtual:routes/server'
 *
 * export default defineServer({ ...server, maxRequestBodySize: 10_000_000, shutdownTimeout: 20_000 })
 * ```
 *
 * @returns the options, with `fetch` and `plugins` replaced
 */
export function defineServer<const Options extends ServerOptions>(options: Options): Server<Options> {
  const server = defineDevServer(options)
  return {
    ...server,
    async fetch(request: Request, ...rest: RestOf<Options['fetch']>) {
      try {
        return await server.fetch(request, ...rest)
      } catch (error) {
        // A function without `dispatch` may read a body that is too long.
        if (bodyErrorStatus(error) === 413) return errorResponse(request, 413, TOO_LARGE)
        if (request.signal.aborted) handleThrownPromise(error)
        else logError('', error)
        return errorResponse(request, 500, 'Internal Server Error')
      }
    },
  }
}

const TOO_LARGE = 'Content Too Large'

/** Does what `defineServer` does, except that `fetch` rejects with errors, so that the dev server can show them. */
export function defineDevServer<const Options extends ServerOptions>(options: Options): Server<Options> {
  const { fetch, maxRequestBodySize = Infinity, plugins = [] } = options
  return {
    ...options,
    fetch: async (request: Request, ...rest: unknown[]) => {
      // `completeRequest` may copy the request, which needs a valid URL.
      if (!isValidRequest(request)) return errorResponse(request, 400, 'Bad Request')
      return Number(request.headers.get('content-length')) > maxRequestBodySize
        ? errorResponse(request, 413, TOO_LARGE)
        : guardBody(request, await fetch(completeRequest(request, rest, maxRequestBodySize), ...rest))
    },
    // Turnout's plugins come first, because only the first plugin that handles the signals has an effect.
    plugins: [(server: StoppableServer) => stopGracefully(server, options), refuseInvalidHosts, takeTurns, ...plugins],
  }
}
