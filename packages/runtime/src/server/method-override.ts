/** The verbs that a form may ask for. Not GET: what changes nothing must not be reached with a body that says otherwise. */
const VERBS = ['PATCH', 'PUT', 'DELETE']

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * The request that a form means: HTML forms can only GET and POST, and say in a field `_method` what they want instead
 * (Rack's `MethodOverride`). Only a POST is looked at, and only its body: no link and no header changes a verb.
 *
 * The body is read into memory, and the request that is returned has it again. Let the server limit its size.
 *
 * @returns the request itself where there is nothing to override
 */
export async function methodOverride(request: Request): Promise<Request> {
  if (request.method !== 'POST') return request
  const [, type] = FORM.exec(request.headers.get('content-type') ?? '') ?? []
  if (type === undefined) return request
  const body = await request.arrayBuffer()
  const asked = await fieldOf(request.headers, body)
  const method = VERBS.find((verb) => verb === asked?.toUpperCase()) ?? 'POST'
  return new Request(request.url, { method, headers: request.headers, body, signal: request.signal })
}

/** The field `_method` of a form; null where there is none, or the body is no form after all. */
async function fieldOf(headers: Headers, body: ArrayBuffer): Promise<string | null> {
  try {
    const form = await new Response(body, { headers: { 'content-type': headers.get('content-type')! } }).formData()
    const value = form.get('_method')
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
