/**
 * Returns the value that a function of the application has returned, if it is a response.
 *
 * @param label names the function in the error message
 * @throws TypeError if the value is not a response
 */
export function responseOf(value: unknown, label: string): Response {
  // Hosts have their own response classes, so `instanceof Response` is not always true.
  const { status, headers } = Object(value) as Partial<Response>
  if (typeof status === 'number' && typeof headers?.get === 'function') return value as Response
  const returned = value === null ? 'null' : value === undefined ? 'nothing' : `a value of type ${typeof value}`
  throw new TypeError(`${label} returned ${returned}, not a Response.`)
}
