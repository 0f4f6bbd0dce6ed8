import { parseMultipart } from './contracts/multipart.ts'
import { deriveRequest } from './derive-request.ts'
import { isValidRequest } from './request-target.ts'

/** The verbs that a form may set. GET is excluded, so that no POST reaches an action that only reads. */
const VERBS = ['PATCH', 'PUT', 'DELETE']

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * Returns a request with the verb from the form field `_method` (Rack's `MethodOverride`), because HTML forms can only send
 * GET and POST. Only the body of a POST is read: no link and no header changes a verb.
 *
 * The function reads the body into memory, and the returned request contains it again. Let the server limit its size.
 *
 * If the body cannot be read, for example because it exceeds that limit, the body of the returned request fails with the same
 * error. The action then meets the error, and `dispatch` can respond with the right status.
 *
 * @example
 * ```ts
 * import { dispatch, methodOverride } from 'virtual:routes/server'
 *
 * export default { fetch: async (request: Request) => dispatch(await methodOverride(request)) }
 * ```
 *
 * @returns the request itself if it is not the POST of a form
 */
export async function methodOverride(request: Request): Promise<Request> {
  // A request without a valid host stays as it is, and `dispatch` refuses it later.
  if (request.method !== 'POST' || !isValidRequest(request)) return request
  const type = request.headers.get('content-type') ?? ''
  if (!FORM.test(type)) return request
  let body: ArrayBuffer
  try {
    body = await request.arrayBuffer()
  } catch (error) {
    return deriveRequest(request, { body: failingBody(error) })
  }
  const override = await fieldOf(type, body)
  const method = VERBS.find((verb) => verb === override?.toUpperCase()) ?? 'POST'
  return deriveRequest(request, { method, body })
}

/** Creates a body that fails with the error of the original body. */
function failingBody(error: unknown): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(error) })
}

/** Returns the field `_method` of a form; null if there is none, or if the body is not a valid form. */
async function fieldOf(type: string, body: ArrayBuffer): Promise<string | null> {
  // Hosts parse such a form with `formData()` five times as slowly.
  if (/^application/i.test(type)) return new URLSearchParams(new TextDecoder().decode(body)).get('_method')
  try {
    const value = (await parseMultipart(new Uint8Array(body), type)).get('_method')
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
