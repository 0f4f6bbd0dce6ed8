// Distinguishes a client's mistakes in a body from errors of the application.
import { parseMultipart } from './contracts/multipart.ts'
import { canDerive, deriveRequest } from './derive-request.ts'

/** The status for each recorded error. The keys are the error objects themselves. */
const statuses = new WeakMap<object, BodyErrorStatus>()

/** 400: the body is malformed; 413: it is too long; 415: it is not a form. */
type BodyErrorStatus = 400 | 413 | 415

/** The content types that `formData()` reads. */
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i

/**
 * Lets `bodyErrorStatus` recognise the errors that a client's body causes: broken JSON, a broken form, another content type.
 * `json()` and `formData()` record the error object that they reject with, and do not change it. `formData()` also limits the
 * parts of a multipart form, as contracts do.
 *
 * Only recorded objects count, so that a `TypeError` or a `SyntaxError` of the application is never treated as a mistake of
 * the client. Reading a body twice is the application's mistake.
 *
 * @returns the request, or a copy if the host's request cannot be changed
 */
export function trackBodyErrors(request: Request): Request {
  // These requests have no body, so an error from reading it is the application's mistake.
  if (request.method === 'GET' || request.method === 'HEAD') return request
  const { json, formData, arrayBuffer, clone } = request
  const readers = {
    async json() {
      try {
        return (await json.call(request)) as unknown
      } catch (error) {
        // A reader throws a TypeError for a body that has been read, and the host's own error for one that breaks off.
        throw (error as Error | null)?.name === 'SyntaxError' ? recordStatus(error, 400) : error
      }
    },
    async formData() {
      const isRead = request.bodyUsed || request.body?.locked === true
      const type = request.headers.get('content-type') ?? ''
      const isForm = FORM.test(type)
      try {
        if (!MULTIPART.test(type)) return await formData.call(request)
        return await parseMultipart(new Uint8Array(await arrayBuffer.call(request)), type)
      } catch (error) {
        const { aborted } = request.signal
        throw isRead || aborted ? error : recordStatus(error, isForm ? 400 : 415)
      }
    },
    clone: () => trackBodyErrors(clone.call(request)),
  }
  Object.assign(request, readers)
  // On Deno, an srvx request is a proxy that ignores the assignment, so the readers are assigned to a copy. Requests with some
  // methods, such as TRACE, cannot be copied.
  return request.json === readers.json || !canDerive(request.method)
    ? request
    : trackBodyErrors(deriveRequest(request, {}))
}

/** Returns the error, so that the caller can throw it. A thrown string or number has no identity, so it is not recorded. */
function recordStatus(error: unknown, status: BodyErrorStatus): unknown {
  if (typeof error === 'object' && error !== null) statuses.set(error, status)
  return error
}

/**
 * Returns the status for an error that the client's body caused; null for all other errors.
 *
 * @param error the value that an action or a middleware has thrown
 */
export function bodyErrorStatus(error: unknown): BodyErrorStatus | null {
  // srvx and h3 reject with this code if a body is longer than the server's `maxRequestBodySize`.
  if (codeOf(error) === 'ERR_BODY_TOO_LARGE') return 413
  return statuses.get(Object(error) as object) ?? null
}

/** Returns the code of a thrown value. Any value can be thrown, also one whose properties throw. */
function codeOf(error: unknown): unknown {
  try {
    return (error as { readonly code?: unknown }).code
  } catch {
    return undefined
  }
}
