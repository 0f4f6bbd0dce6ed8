/**
 * What a function of the application has returned, if it is a response.
 *
 * @param who the function, as a message names it
 * @throws TypeError if the value is not a response
 */
export function responseOf(value: unknown, who: string): Response {
  // Hosts have responses of their own, which are not always an `instanceof` the global one.
  const { status, headers } = Object(value) as Partial<Response>
  if (typeof status === 'number' && typeof headers?.get === 'function') return value as Response
  const returned = value === null ? 'null' : value === undefined ? 'nothing' : `a value of type ${typeof value}`
  throw new TypeError(`${who} returned ${returned}, not a Response.`)
}
