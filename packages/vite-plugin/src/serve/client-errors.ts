// Shows errors of pages that a browser draws: once in the terminal, and in the overlay of the browser that reports them.
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { DevEnvironment, HotPayload, ViteDevServer } from 'vite'
import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { loadDevPages } from '../packages.ts'
import { logReport, logTo } from '../problems/log.ts'
import { flushLeft } from '../problems/report.ts'
import { firstSinceEdit } from './first-since-edit.ts'
import { pageHost } from './page-host.ts'

/** The event with which the navigation reports an error (`reportErrors`). */
const CLIENT_ERROR = 'turnout:client-error'

/** In characters and lines. A page can send any text. */
const MAX_TEXT = 4000
const MAX_FRAMES = 30

/** Hides the overlay, as each update does. */
const NO_UPDATE: HotPayload = { type: 'update', updates: [] }

/** An error that a page has reported. */
interface ClientError {
  /** The error as a string: `TypeError: Cannot read properties of undefined`. */
  readonly message: string
  readonly stack: string
  /** The path, the query and the fragment of the page. */
  readonly url: string
  /** `controller#action`; null if no route matches the URL. */
  readonly action: string | null
}

/**
 * Shows the errors that pages report, and hides the overlay when a page reports null. An error is printed again only after an
 * edit.
 *
 * @param hasCause true if Vite's overlay shows the cause already: a module that names a missing helper
 */
export function showClientErrors({ environments, config, watcher }: ViteDevServer, hasCause: () => boolean): void {
  const { client } = environments
  const host = pageHost(config)
  const isNewError = firstSinceEdit(watcher)
  let last = Promise.resolve()
  client.hot.on(CLIENT_ERROR, (data: unknown, browser) => {
    const reported = readError(data)
    if (reported === null && data !== null) return
    // In the order of the reports, so that no overlay appears after its error is fixed.
    last = last
      .then(() => (reported === null ? browser.send(NO_UPDATE) : show(reported)))
      .catch((error: unknown) => logTo(config.logger, 'error', `turnout: ${describeError(error)}`))

    async function show({ message, stack, url, action }: ClientError): Promise<void> {
      if (hasCause()) return
      const frames = await Promise.all(framesOf(stack).map((frame) => originalFrame(frame, client)))
      const ownFrames = frames.filter((frame) => !frame.includes('/node_modules/'))
      const error = Object.assign(new Error(message), { name: '', stack: `${message}\n${ownFrames.join('\n')}` })
      const { printError, reportError } = await loadDevPages()
      const report = reportError(error, host)
      const page = `${url}${action === null ? '' : ` (${action})`}`
      const text = `turnout: ${page}: ${printError(error, host)}`
      if (isNewError(text)) logReport(config.logger, 'error', text)
      // Vite's client reloads the document at its first update if there is an overlay. After this one, it does not.
      browser.send(NO_UPDATE)
      const { place, codeFrame } = report
      const file = place && `${host.root}/${place.file}`
      browser.send({
        type: 'error',
        err: {
          message: `${report.message}\n\nPage: ${page}`,
          stack: ownFrames.join('\n'),
          plugin: 'turnout',
          ...(file !== null && { id: file, loc: { file, line: place!.line, column: place!.column } }),
          ...(codeFrame !== null && { frame: flushLeft(codeFrame) }),
        },
      })
    }
  })
}

/** Reads what a page has sent; null if it is no error. */
function readError(data: unknown): ClientError | null {
  const { message, stack, url, action } = Object(data) as Record<keyof ClientError, unknown>
  if (typeof message !== 'string' || typeof stack !== 'string' || typeof url !== 'string') return null
  const cut = (text: string) => text.slice(0, MAX_TEXT)
  return {
    message: cut(message),
    stack: stack.slice(0, 4 * MAX_TEXT),
    url: cut(url),
    action: typeof action === 'string' ? cut(action) : null,
  }
}

/** Returns the frames of a stack in the form of V8. Firefox and Safari write `show@http://…:4:9`. */
function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => line.replace(/^([^@\s]*)@(.*)$/, (_, name: string, place: string) => `at ${name} (${place})`).trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map((line) => `    ${line}`)
}

/** Replaces the address of a module by its file, and the position in the module by the position in the file. */
async function originalFrame(frame: string, { moduleGraph, config }: DevEnvironment): Promise<string> {
  const [place = '', address = '', line, column] = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/.exec(frame) ?? []
  if (!URL.canParse(address)) return frame
  const { pathname, search } = new URL(address)
  const url = pathname.startsWith(config.base) ? `/${pathname.slice(config.base.length)}${search}` : pathname + search
  const module = await moduleGraph.getModuleByUrl(url)
  if (module?.file == null) return frame
  const { map } = module.transformResult ?? {}
  const original =
    map && 'mappings' in map && map.mappings !== ''
      ? originalPositionFor(new TraceMap(map as never), { line: Number(line), column: Number(column) - 1 })
      : null
  const position = original?.line == null ? `${line}:${column}` : `${original.line}:${original.column + 1}`
  return frame.replace(place, `${module.file}:${position}`)
}
