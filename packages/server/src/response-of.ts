// Checks and changes responses of the application.

/**
 * Checks that a function of the application has returned a response, and returns it.
 *
 * @param label names the function in the error message
 * @throws TypeError if the value is not a response
 */
export function responseOf(value: unknown, label: string): Response {
  if (isResponse(value)) return value
  const returned = value === null ? 'null' : value === undefined ? 'nothing' : `a value of type ${typeof value}`
  throw new TypeError(`${label} returned ${returned}, not a Response.`)
}

/** True for a response of any class. Hosts have their own classes, for which `instanceof Response` may be false. */
export function isResponse(value: unknown): value is Response {
  const { status, headers } = Object(value) as Partial<Response>
  return typeof status === 'number' && typeof headers?.get === 'function'
}

/** A constructor that returns its argument, so that the constructor of a derived class adds private fields to that object. */
const ExistingResponse = function (response: Response) {
  return response
} as unknown as new (response: Response) => object

/**
 * Private fields that are added to a response when they are first set. No other code can see them. A `WeakSet` instead takes
 * 150 ns for each response, mostly when memory is collected.
 */
class ResponseState extends ExistingResponse {
  #isSent = false
  #isChangeable = false

  static isSent(response: Response): boolean {
    return #isSent in response && response.#isSent
  }

  static isChangeable(response: Response): boolean {
    return #isChangeable in response && response.#isChangeable
  }

  static markSent(response: Response): void {
    ResponseState.#of(response).#isSent = true
  }

  static markChangeable(response: Response): void {
    ResponseState.#of(response).#isChangeable = true
  }

  static #of(response: Response): ResponseState {
    return #isSent in response ? response : new ResponseState(response)
  }
}

/**
 * Returns the response in a form that can be sent, and whose headers the caller can change.
 *
 * @throws TypeError if the body has been read, or sent to another client: hosts would send it without an error, but empty
 */
export function sendableResponse(response: Response): Response {
  const sendable = changeableResponse(response)
  if (ResponseState.isSent(sendable) ? sendable.body !== null : !isLazy(sendable) && sendable.bodyUsed) {
    throw usedBody()
  }
  ResponseState.markSent(sendable)
  return sendable
}

/** Creates the error for a response whose body has been read, or has a reader. */
export const usedBody = (): TypeError =>
  new TypeError('The body of the Response was already used. Create a new Response for each request.')

/**
 * Returns the response, or a copy if its headers cannot be changed, as those of `Response.redirect()` and `fetch`.
 *
 * @throws TypeError as `copyResponse` does
 */
export function changeableResponse(response: Response): Response {
  if (isLazy(response) || ResponseState.isChangeable(response)) return response
  try {
    response.headers.delete('x-turnout-none')
    ResponseState.markChangeable(response)
    return response
  } catch {
    return copyResponse(response)
  }
}

/** The responses whose body a copy has. */
const copied = new WeakSet<Response>()

/**
 * Returns a copy that takes over the body. An application may return one response for several requests.
 *
 * @throws TypeError if the body has been read, or an earlier copy has it: two clients would then share one stream
 */
export function copyResponse(response: Response, init: ResponseInit = response): Response {
  const { body } = response
  if (body) {
    if (response.bodyUsed || copied.has(response)) throw usedBody()
    copied.add(response)
  }
  return new Response(body, init)
}

/** True for an srvx response. It can always be changed. Reading its body would create a stream, which makes it slower. */
function isLazy(response: Response): boolean {
  return '_toNodeResponse' in response
}
