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

/** The ranges that Bun interprets as the reader does on other hosts. */
const RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/

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
  const ifRange = headers.get('if-range') ?? head.headers.get('last-modified')
  const appliesRange = range === null || (RANGE.test(range) && ifRange === head.headers.get('last-modified'))
  // Bun applies the header `Range` to files, but not to streams.
  return new Response(appliesRange ? file : file.stream(), head)
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
