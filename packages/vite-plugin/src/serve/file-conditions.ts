// Conditions in requests for public files. Vite evaluates only some of them, so a dev server evaluates the others here, by the
// rules of srvx in production.
import type { Stats } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { byteRange } from '@turnout/server'

type FileStats = Pick<Stats, 'size' | 'mtime'>

/** True if the client has the current version of a file (304): by its tag, or else by its date (RFC 9110, section 13.2.2). */
export function isUnchanged(headers: IncomingHttpHeaders, { size, mtime }: FileStats): boolean {
  const tags = headers['if-none-match']
  // Vite sends this tag with a public file.
  const tag = `"${size}-${mtime.getTime()}"`
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
  return secondsOf(mtime) <= Date.parse(headers['if-modified-since'] ?? '')
}

/**
 * Returns the header `Range` in the form that Vite supports: one range with a first byte. For another form, Vite sends the
 * wrong bytes, or fails after it has sent the status.
 *
 *     'bytes=2-5'   -> 'bytes=2-5'
 *     'bytes=2-99'  -> 'bytes=2-'     for a file of 10 bytes
 *     'bytes=-2'    -> 'bytes=8-'
 *     'bytes=0-0'   -> undefined      because Vite reads a last byte 0 as none
 *     'bytes=5-2'   -> undefined
 *
 * @param stats null if the file is unknown
 * @returns undefined if the client gets the whole file (RFC 9110, sections 13.1.5 and 14.2)
 */
export function supportedRange(headers: IncomingHttpHeaders, stats: FileStats | null): string | undefined {
  const { range = '' } = headers
  const condition = headers['if-range']
  const isMet = condition === undefined || condition === stats?.mtime.toUTCString()
  const size = stats?.size ?? Infinity
  const part = isMet ? byteRange(range, size) : null
  // The last bytes of a file of unknown size have no first byte.
  if (part === null || part.start === Infinity) return undefined
  // The form of a greater number has an exponent, and Vite cannot read from there.
  const start = Math.min(part.start, Number.MAX_SAFE_INTEGER)
  // A range behind the file has no last byte either, so that Vite responds with 416, as production does.
  if (part.end >= Math.min(size, Number.MAX_SAFE_INTEGER)) return `bytes=${start}-`
  return part.end === 1 ? undefined : `bytes=${start}-${part.end - 1}`
}

/** Returns a time in milliseconds without the fraction of a second, which HTTP dates lack. */
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000
