// Serves the files of the client in production. The build creates the list of files, so no request can read another file.
import type { MaybePromise } from './types.ts'

/** A middleware of srvx. */
export type FileMiddleware = (request: Request, next: () => MaybePromise<Response>) => MaybePromise<Response>

/** The files that browsers can request. Each is a decoded path, relative to the folder of the client. */
export interface FileList {
  /** Precedes the paths of all files: `/` or `/app/`. */
  readonly base: string
  /** Files whose names contain a hash of their content. */
  readonly hashed: readonly string[]
  readonly unhashed: readonly string[]
}

/** The middleware of srvx that serves files, and the folder of the client. */
export interface FileReader {
  /** `maxAge` is in seconds. */
  readonly make: (options: {
    readonly dir: string
    readonly maxAge: number
    readonly immutable?: boolean
  }) => FileMiddleware
  /** Ends with a slash. */
  readonly dir: string
}

const YEAR_IN_SECONDS = 31_536_000

/**
 * Returns middleware that serves the listed files for `GET` and `HEAD`, each by its exact path. It passes every other
 * request to `next`. Browsers cache hashed files for a year, and revalidate the others before each use.
 *
 * @param load called when the first file is requested; if it fails, the next request calls it again
 */
export function serveFiles({ base, hashed, unhashed }: FileList, load: () => Promise<FileReader>): FileMiddleware {
  const kinds = new Map<string, 'hashed' | 'unhashed'>()
  for (const file of unhashed) kinds.set(file, 'unhashed')
  for (const file of hashed) kinds.set(file, 'hashed')
  let readers: ReturnType<typeof makeReaders> | undefined

  async function makeReaders() {
    const { make, dir } = await load().catch((error: unknown) => {
      readers = undefined
      throw error
    })
    return { dir, hashed: make({ dir, maxAge: YEAR_IN_SECONDS, immutable: true }), unhashed: make({ dir, maxAge: 0 }) }
  }

  return async (request, next) => {
    const { method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return next()
    const target = pathInside(base, request.url)
    const kind = target === null ? undefined : kinds.get(target.decoded)
    if (target === null || kind === undefined) return next()
    readers ??= makeReaders()
    const { dir, [kind]: reader } = await readers
    // The URL has no base, because the client's folder has no folder for the base. The reader uses only the method, the URL
    // and the headers of a request.
    const fileRequest = { method, headers, url: `http://files/${target.raw}` } as Request
    const { Bun: bun } = globalThis as { readonly Bun?: Bun }
    return bun === undefined
      ? reader(fileRequest, next)
      : bunResponse(
          fileRequest,
          () => bun.file(dir + target.decoded),
          (asHead) => reader(asHead, next),
        )
  }
}

/** The part of Bun that this module uses. */
interface Bun {
  file(path: string): Blob
}

/** A part of a file. `end` is the first byte behind it. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the part of a file that a header `Range` names, by the rules of the reader on other hosts. The part is empty if it
 * begins behind the file (416).
 *
 *     'bytes=2-5'   -> { start: 2, end: 6 }
 *     'bytes=-2'    -> { start: 8, end: 10 }     for a file of 10 bytes
 *     'bytes=5-2'   -> null
 *
 * @returns null for the whole file (RFC 9110, section 14.2)
 */
export function byteRange(range: string, size: number): ByteRange | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size }
  if (last !== '' && Number(last) < Number(first)) return null
  return { start: Number(first), end: last === '' ? size : Math.min(size, Number(last) + 1) }
}

/**
 * Creates a response whose headers come from the reader, and whose body is Bun's own file. Bun does not close
 * the reader's stream when the client disconnects, and ends after some hundred of them.
 */
async function bunResponse(
  { method, headers, url }: Request,
  open: () => Blob,
  readHead: (request: Request) => MaybePromise<Response>,
): Promise<Response> {
  const range = method === 'GET' && headers.get('range')?.startsWith('bytes=') === true ? headers.get('range')! : null
  const accepted = (headers.get('accept-encoding') ?? '').split(',')
  // Bun needs seconds to compress a file with Brotli. A range refers to the bytes of the uncompressed file.
  const encodings = range === null ? accepted.filter((name) => !/^\s*(?:br|\*)\s*(?:;|$)/i.test(name)) : []
  const headHeaders = new Headers(headers)
  headHeaders.set('accept-encoding', encodings.join(','))
  const head = await readHead({ method: 'HEAD', headers: headHeaders, url } as Request)
  if (method === 'HEAD' || head.status !== 200) return head
  const file = open()
  if (head.headers.has('content-encoding'))
    return new Response(file.stream().pipeThrough(new CompressionStream('gzip')), head)
  const size = Number(head.headers.get('content-length'))
  const ifRange = headers.get('if-range') ?? head.headers.get('last-modified')
  const part = range === null || ifRange !== head.headers.get('last-modified') ? null : byteRange(range, size)
  // Bun would apply the header `Range` by its own rules to a file, and to its stream.
  if (part === null)
    return new Response(headers.has('range') ? file.stream().pipeThrough(new TransformStream()) : file, head)
  if (part.start >= part.end)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
  head.headers.set('content-range', `bytes ${part.start}-${part.end - 1}/${size}`)
  head.headers.set('content-length', String(part.end - part.start))
  return new Response(file.slice(part.start, part.end), { status: 206, headers: head.headers })
}

/**
 * Returns the path after the base, without a slash at its start. Repeated slashes count as one, as in Vite and `match`.
 * Returns null if the path is malformed or outside the base.
 */
function pathInside(base: string, url: string): { readonly raw: string; readonly decoded: string } | null {
  try {
    const pathname = new URL(url).pathname.replace(/\/{2,}/g, '/')
    if (!pathname.startsWith(base)) return null
    const raw = pathname.slice(base.length)
    return { raw, decoded: decodeURI(raw) }
  } catch {
    return null
  }
}
