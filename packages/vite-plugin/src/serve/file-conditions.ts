// Conditions in requests for public files. Vite evaluates only some of them, so a dev server evaluates the others here, by the
// rules of srvx in production.
import type { Stats } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

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
 *     'bytes=2-5'  -> 'bytes=2-5'
 *     'bytes=-2'   -> 'bytes=8-'     for a file of 10 bytes
 *     'bytes=5-2'  -> undefined
 *
 * @param stats null if the file is unknown
 * @returns undefined if the client gets the whole file (RFC 9110, sections 13.1.5 and 14.2)
 */
export function supportedRange(headers: IncomingHttpHeaders, stats: FileStats | null): string | undefined {
  const { range = '' } = headers
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  const condition = headers['if-range']
  const isMet = condition === undefined || condition === stats?.mtime.toUTCString()
  if (first === undefined || last === undefined || !isMet) return undefined
  if (first !== '') return last === '' || Number(first) <= Number(last) ? range : undefined
  if (last === '' || stats === null) return undefined
  // A range that begins behind the file gets 416, as production responds to the last 0 bytes.
  return `bytes=${Number(last) === 0 ? stats.size : Math.max(0, stats.size - Number(last))}-`
}

/** Returns a time in milliseconds without the fraction of a second, which HTTP dates lack. */
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000
