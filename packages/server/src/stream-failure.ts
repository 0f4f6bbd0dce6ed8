// Logs responses that fail half-way: their status has been sent already, so no status can report the failure.

/** Node's own response. srvx keeps it with the request. */
interface NodeResponse {
  readonly errored: unknown
  once(event: 'close', listener: () => void): unknown
}

/**
 * On Node, logs if the body of the response to this request fails half-way. srvx on Bun, and Deno, do so themselves.
 *
 * The connection closes before the end of the response, so that the client also detects the failure. A client that
 * disconnects is no failure.
 */
export function logStreamFailure(request: Request): void {
  const { runtime } = request as { readonly runtime?: { readonly node?: { readonly res?: NodeResponse } } }
  const response = runtime?.node?.res
  response?.once('close', () => {
    if (response.errored == null) return
    const path = request.url.replace(/[^!-~]/g, '?')
    console.error(`turnout: ${request.method} ${path}: the body of the response failed half-way:`, response.errored)
  })
}
