// Serves the files of the client in production, from a list that the build makes.

/** A middleware of srvx. */
export type FileMiddleware = (
  request: Request,
  next: () => Response | Promise<Response>,
) => Response | Promise<Response>

/** The files that browsers can request, by their paths in the folder of the client, decoded. */
export interface FileList {
  /** Precedes the paths of all files: `/` or `/app/`. */
  readonly base: string
  /** Files whose names hold a hash of their content. */
  readonly hashed: readonly string[]
  readonly unhashed: readonly string[]
}

/** Makes the middleware that reads files. `maxAge` is in seconds. */
export type MakeReader = (options: { readonly maxAge: number; readonly immutable?: boolean }) => FileMiddleware

const YEAR_IN_SECONDS = 31_536_000

/**
 * Returns a middleware that serves the listed files for `GET` and `HEAD`, each by its exact path. It passes every other
 * request on. Browsers keep hashed files for a year, and ask again for each use of the others.
 *
 * @param load is called for the first file that is requested, and again for the next if it has failed
 */
export function serveFiles({ base, hashed, unhashed }: FileList, load: () => Promise<MakeReader>): FileMiddleware {
  const kinds = new Map<string, 'hashed' | 'unhashed'>()
  for (const file of unhashed) kinds.set(file, 'unhashed')
  for (const file of hashed) kinds.set(file, 'hashed')
  let readers: Promise<Record<'hashed' | 'unhashed', FileMiddleware>> | undefined

  async function makeReaders() {
    const make = await load().catch((error: unknown) => {
      readers = undefined
      throw error
    })
    return { hashed: make({ maxAge: YEAR_IN_SECONDS, immutable: true }), unhashed: make({ maxAge: 0 }) }
  }

  return async (request, next) => {
    const { method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return next()
    const target = pathInside(base, request.url)
    const kind = target === null ? undefined : kinds.get(target.decoded)
    if (target === null || kind === undefined) return next()
    readers ??= makeReaders()
    const reader = (await readers)[kind]
    // The reader looks the path up in the client's folder, which has no folder for the base. Of a request it reads only
    // method, URL and headers.
    return reader({ method, headers, url: `http://files/${target.raw}` } as Request, next)
  }
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
