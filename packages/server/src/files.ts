// Serves the files of the client in production, from a list that the build makes.
import type { MaybePromise } from './types.ts'

/** A middleware of srvx. */
export type FileMiddleware = (request: Request, next: () => MaybePromise<Response>) => MaybePromise<Response>

/** The files that browsers can request, by their paths in the folder of the client, decoded. */
export interface FileList {
  /** Precedes the paths of all files: `/` or `/app/`. */
  readonly base: string
  /** Files whose names hold a hash of their content. */
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
 * Returns a middleware that serves the listed files for `GET` and `HEAD`, each by its exact path. It passes every other
 * request on. Browsers keep hashed files for a year, and ask again for each use of the others.
 *
 * @param load is called for the first file that is requested, and again for the next if it has failed
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
    // The reader looks the path up in the client's folder, which has no folder for the base. Of a request it reads only
    // method, URL and headers.
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

/** The ranges that Bun reads as the reader does on other hosts. */
const RANGE = /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/

/**
 * Lets Bun send a file, and the reader make only the header. The reader's own body is a stream that Bun does not close when the
 * client disconnects, and after some hundred of them the process ends.
 */
async function bunResponse(
  { method, headers, url }: Request,
  open: () => Blob,
  readHead: (request: Request) => MaybePromise<Response>,
): Promise<Response> {
  const range = method === 'GET' && headers.get('range')?.startsWith('bytes=') === true ? headers.get('range')! : null
  const accepted = (headers.get('accept-encoding') ?? '').split(',')
  // Bun needs seconds to compress a file with Brotli. A range is a part of the file as it is.
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
 * The path of a request behind the base, without a slash at its start and with single slashes, as Vite and `match` read
 * it; null if it is outside of the base or malformed.
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
