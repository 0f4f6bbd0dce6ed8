// Runs the code of a route file without a way to send anything: in a worker of a frame that has no origin, no network and no
// access to the page. A worker that does not return in time is replaced by a new one.
import type { Diagnostic } from '@turnout/compiler'
import type { PageData } from '../../../packages/inspector/src/page-data.ts'

/** A route file, and a request to match. */
export interface CompileRequest {
  readonly id: number
  readonly source: string
  /** `GET /photos/7`; null to match no request. */
  readonly request: string | null
}

/** A route, as a line of a table. */
export interface RouteLine {
  readonly verbs: string
  readonly path: string
  readonly endpoint: string
  /** `photoPath`; null without a name. */
  readonly helper: string | null
}

export interface CompileResult {
  readonly id: number
  /** The data of the inspector's page; null if the file could not be run. */
  readonly page: PageData | null
  /** The first problems of the file. */
  readonly problems: readonly Diagnostic[]
  /** The routes; null if there is an error. */
  readonly lines: readonly RouteLine[] | null
  /** The route of the request; null if none matches, or without a request. */
  readonly match: {
    readonly index: number
    readonly params: readonly (readonly [name: string, value: string])[]
  } | null
  /** Why the file could not be run; null if it could. */
  readonly error: string | null
}

/** Compiling 5,000 routes takes less than a second. */
const LIMIT_MS = 3000

/** A longer route file is not run. The compiler itself has no limit. */
export const MAX_SOURCE = 100_000

/** The frame has the strictest policy that can run the compiler: code of the page, and no connection. */
const FRAME = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:">
<script>
  let worker, address
  addEventListener('message', ({ data, ports: [port] }) => {
    address ??= URL.createObjectURL(new Blob([data.code], { type: 'text/javascript' }))
    port.onmessage = ({ data }) => {
      if (data === 'stop') {
        worker?.terminate()
        worker = undefined
        return
      }
      if (worker === undefined) {
        worker = new Worker(address)
        worker.onmessage = ({ data }) => port.postMessage(data)
      }
      worker.postMessage(data)
    }
    port.postMessage('ready')
  })
</script>`

export interface Sandbox {
  /** Compiles a route file. A call replaces the one before it: that one's promise stays pending. */
  readonly compile: (request: Omit<CompileRequest, 'id'>) => Promise<CompileResult>
  /** Ends the frame with its worker. */
  readonly close: () => void
}

/** Starts the frame and the worker. Rejects if the compiler cannot be loaded. */
export async function startSandbox(): Promise<Sandbox> {
  const { default: code } = await import('virtual:compile-worker')
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.hidden = true
  frame.title = 'Compiler'
  frame.srcdoc = FRAME
  const { port1: port, port2 } = new MessageChannel()
  await new Promise<void>((resolve) => {
    frame.addEventListener('load', () => frame.contentWindow!.postMessage({ code }, '*', [port2]), { once: true })
    port.addEventListener('message', () => resolve(), { once: true })
    port.start()
    document.body.append(frame)
  })
  let lastId = 0
  const compile: Sandbox['compile'] = (request) => {
    const id = (lastId += 1)
    if (request.source.length > MAX_SOURCE)
      return Promise.resolve(failure(id, `The file has more than ${MAX_SOURCE} characters.`))
    return new Promise((resolve) => {
      const finish = (result: CompileResult): void => {
        clearTimeout(timer)
        port.removeEventListener('message', read)
        if (id === lastId) resolve(result)
      }
      const read = ({ data }: MessageEvent<CompileResult>): void => {
        if (data.id === id) finish(data)
      }
      const timer = setTimeout(() => {
        port.postMessage('stop')
        finish(failure(id, `The file did not end within ${LIMIT_MS / 1000} seconds. Does it contain an endless loop?`))
      }, LIMIT_MS)
      port.addEventListener('message', read)
      port.postMessage({ id, ...request })
    })
  }
  return {
    compile,
    close() {
      port.close()
      frame.remove()
    },
  }
}

/** The result for a file that could not be run. */
export function failure(id: number, error: string): CompileResult {
  return { id, page: null, problems: [], lines: null, match: null, error }
}
