import { deriveRequest } from './derive-request.ts'
import { validRequest } from './request-target.ts'

/** The verbs that a form may ask for. Not GET: what changes nothing must not be reached with a body that says otherwise. */
const VERBS = ['PATCH', 'PUT', 'DELETE']

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * The request that a form means: HTML forms can only GET and POST, and say in a field `_method` what they want instead
 * (Rack's `MethodOverride`). Only a POST is looked at, and only its body: no link and no header changes a verb.
 *
 * The body is read into memory, and the request that is returned has it again. Let the server limit its size.
 *
 * A body that cannot be read, such as one over that limit, fails where the action reads it, so that `dispatch` can tell why.
 *
 * @returns the request itself where there is nothing to override
 */
export async function methodOverride(given: Request): Promise<Request> {
  // `dispatch` refuses a request without a valid host.
  const request = given.method === 'POST' ? validRequest(given) : null
  if (request === null) return given
  const [, type] = FORM.exec(request.headers.get('content-type') ?? '') ?? []
  if (type === undefined) return request
  let body: ArrayBuffer
  try {
    body = await request.arrayBuffer()
  } catch (error) {
    return deriveRequest(request, { body: failingBody(error) })
  }
  const asked = await fieldOf(request.headers, body)
  const method = VERBS.find((verb) => verb === asked?.toUpperCase()) ?? 'POST'
  return deriveRequest(request, { method, body })
}

/** A body that fails as that of the original request did. */
function failingBody(error: unknown): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(error) })
}

/** The field `_method` of a form; null where there is none, or the body is not a form after all. */
async function fieldOf(headers: Headers, body: ArrayBuffer): Promise<string | null> {
  try {
    const form = await new Response(body, { headers: { 'content-type': headers.get('content-type')! } }).formData()
    const value = form.get('_method')
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
