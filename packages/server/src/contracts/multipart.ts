// Parses `multipart/form-data`, within limits.
import { MAX_FIELDS } from './nested-fields.ts'
import { UnreadableInput } from './unreadable-input.ts'

/**
 * The size of the headers of all parts, in bytes. Hosts take up to a microsecond for each byte of a header, and up to 0.3
 * milliseconds for each file, so that a form of 16 MiB without limits could stop a server for a minute.
 */
const MAX_HEADERS_SIZE = 1024 * 1024

/**
 * The characters of a boundary (RFC 2046, section 5.1.1), quoted or not. Some clients send others that a token may contain, such
 * as `*****` (RFC 9110, section 5.6.2).
 */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([\w'()+,./:=? !#$%&*^`|~-]+)"|([\w'()+,./:=?!#$%&*^`|~-]+))\s*(?:;|$)/i

/**
 * Parses the parts of a form.
 *
 * @throws UnreadableInput with 400 for a malformed form and above the limits
 */
export async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new UnreadableInput(400, 'The form is malformed.')
  checkParts(new TextDecoder('latin1').decode(bytes), `--${boundary}`)
  try {
    // The host reads the boundary that was checked, also if the type names two.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new UnreadableInput(400, 'The form is malformed.')
  }
}

/** Counts the parts and the bytes of their headers, in linear time. */
function checkParts(text: string, delimiter: string): void {
  let count = 0
  let size = 0
  let headersEnd = -1
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    const headersStart = at + delimiter.length
    if (headersEnd < headersStart) {
      const end = text.indexOf('\r\n\r\n', headersStart)
      headersEnd = end === -1 ? text.length : end
    }
    size += headersEnd - headersStart
    // The last delimiter ends the form.
    if (++count > MAX_FIELDS + 1) throw new UnreadableInput(400, `There are more than ${MAX_FIELDS} fields.`)
    if (size > MAX_HEADERS_SIZE) throw new UnreadableInput(400, 'The headers of the fields are too long.')
  }
}
