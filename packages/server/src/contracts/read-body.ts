// Reads a body for a contract: JSON and forms. Other types are refused, so that a contract cannot bypass the check for forms
// of other sites: every page may send `text/plain`, or no type, to every site.
import { bodyErrorStatus } from '../body-errors.ts'
import { parseMultipart } from './multipart.ts'
import { isPrototypeKey, nestFields, parseUrlEncoded } from './nested-fields.ts'
import { UnreadableInput } from './unreadable-input.ts'

/** The largest bodies, in bytes, unless the contract sets another limit. */
const MAX_SIZE = 1024 * 1024
const MAX_MULTIPART_SIZE = 16 * 1024 * 1024

/** The levels of nested JSON. Validators call themselves for each level, so deeper values could exhaust the stack. */
const MAX_JSON_DEPTH = 100

/**
 * Reads the body of a request: a value of JSON, or the fields of a form. Returns undefined if the request has no body.
 *
 * @param maxSize in bytes; default: 1 MiB, 16 MiB for forms with files
 * @throws UnreadableInput for a body that is malformed, too large, or of another type; the host's error if the connection ends
 */
export async function readBody(request: Request, maxSize?: number): Promise<unknown> {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return undefined
  const type = headers.get('content-type')
  if (type === null && (await isEmpty(request))) return undefined
  const kind = kindOf(type ?? '')
  if (kind === null) throw new UnreadableInput(415, 'The body must be JSON or a form.')
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new UnreadableInput(415, 'The body must not be compressed.')
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type!)?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new UnreadableInput(400, 'The body must be UTF-8.')
  const bytes = await readBytes(request, maxSize ?? (kind === 'multipart' ? MAX_MULTIPART_SIZE : MAX_SIZE))
  if (kind === 'multipart') return nestFields(await parseMultipart(bytes, type!))
  const text = decodeText(bytes)
  return kind === 'json' ? parseJson(text) : parseUrlEncoded(text)
}

/** True if a request has a body without bytes, or none. On Node and Deno, a request without a body has an empty stream. */
async function isEmpty(request: Request): Promise<boolean> {
  const { headers } = request
  if (headers.get('content-length') === '0') return true
  // Other code reads or has read the body, so that only the headers show whether there was one (RFC 9112, section 6.3).
  const isFramed = headers.has('content-length') || headers.has('transfer-encoding')
  if (request.bodyUsed || request.body?.locked === true) return !isFramed
  const { body } = request
  if (body === null) return true
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (next.value.byteLength === 0) continue
    // Nothing reads the rest, because the caller refuses a body without a type.
    reader.cancel().catch(() => {})
    return false
  }
  return true
}

/** Returns null for other media types, and for a list of types. */
function kindOf(type: string): 'json' | 'urlencoded' | 'multipart' | null {
  const [, name = ''] = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;[^,]*)?$/.exec(type) ?? []
  if (/^application\/(?:json|[^/]*\+json)$/i.test(name)) return 'json'
  if (/^application\/x-www-form-urlencoded$/i.test(name)) return 'urlencoded'
  return /^multipart\/form-data$/i.test(name) ? 'multipart' : null
}

/** Returns the bytes of a body. It never keeps more bytes than the limit in memory. */
async function readBytes(request: Request, maxSize: number): Promise<Uint8Array<ArrayBuffer>> {
  const { headers } = request
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (length > maxSize) throw tooLarge()
  try {
    // A host ends a body at its Content-Length, unless the body has Transfer-Encoding (RFC 9112, section 6.3).
    if (length <= maxSize && !headers.has('transfer-encoding')) return await boundedBytes(request, maxSize)
    if (request.body === null) return new Uint8Array()
    return await streamedBytes(request.body, maxSize)
  } catch (error) {
    throw bodyErrorStatus(error) === 413 ? tooLarge() : error
  }
}

async function boundedBytes(request: Request, maxSize: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  // A request created by code may have a wrong header.
  if (bytes.byteLength > maxSize) throw tooLarge()
  return bytes
}

async function streamedBytes(body: ReadableStream<Uint8Array>, maxSize: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength
    if (size > maxSize) {
      reader.cancel().catch(() => {})
      throw tooLarge()
    }
    chunks.push(next.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

const tooLarge = () => new UnreadableInput(413, 'The body is too large.')

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decodeText(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    throw new UnreadableInput(400, 'The body must be UTF-8.')
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableInput(400, 'The body is not JSON.')
  }
  // A short string cannot be deep, and in UTF-8 only an escape can produce half a surrogate pair.
  if (text.length >= 2 * MAX_JSON_DEPTH || /\\u|proto/.test(text)) checkJson(value)
  return value
}

/**
 * Refuses values that harm later code: names that reach a prototype; nesting that is too deep for validators; half a
 * surrogate pair, which UTF-8 cannot represent (RFC 7493, section 2.1). It is not recursive, so it can check any depth.
 */
function checkJson(value: unknown): void {
  const waiting: { readonly value: unknown; readonly key: string; readonly depth: number }[] = [
    { value, key: '', depth: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: parent, key, depth } = next
    if (typeof parent === 'string') checkText(parent)
    if (typeof parent !== 'object' || parent === null) continue
    if (depth >= MAX_JSON_DEPTH)
      throw new UnreadableInput(400, `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`)
    for (const name of Object.keys(parent)) {
      if (isPrototypeKey(name, key)) throw new UnreadableInput(400, 'A name would reach a prototype.')
      checkText(name)
      const child = (parent as Record<string, unknown>)[name]
      if (typeof child === 'string') checkText(child)
      else if (typeof child === 'object') waiting.push({ value: child, key: name, depth: depth + 1 })
    }
  }
}

function checkText(text: string): void {
  if (/\p{Cs}/u.test(text)) throw new UnreadableInput(400, 'A string contains half a surrogate pair.')
}
