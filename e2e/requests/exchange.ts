// Sends a case over a socket, and reads the responses.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Case } from './cases.ts'

/** How long a server may send nothing before it has completed the responses or closed the connection. */
const LIMIT_MS = 10_000

/** The responses of a connection, and the bytes that arrived. */
export interface Exchange {
  /**
   * For each request the status, the media type, `Location` and `Allow`; `close` if the connection was closed instead,
   * and `nothing` if neither happened in time.
   */
  readonly responses: readonly string[]
  readonly bytes: Buffer
}

/** Sends a case to a port of this machine. */
export async function exchange(port: number, { pieces, methods, end }: Case): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const arrived: Buffer[] = []
  // An object, because listeners change it.
  const state = { isClosed: false }
  let wake = () => {}
  const read = () => readResponses(Buffer.concat(arrived), methods, state.isClosed)
  const close = () => {
    state.isClosed = true
    wake()
  }
  socket.on('error', close).on('close', close).on('end', close)
  socket.on('data', (data: Buffer) => {
    arrived.push(data)
    wake()
  })
  for (const [position, piece] of pieces.entries()) {
    if (state.isClosed) break
    // A piece of its own on the wire: the server has to handle it before the next one.
    if (position > 0) await pause(2)
    socket.write(piece, 'latin1')
  }
  if (end === 'reset') {
    socket.resetAndDestroy()
    return { responses: [], bytes: Buffer.concat(arrived) }
  }
  if (end === 'end') socket.end()
  let responses = read()
  let isSilent = false
  while (responses.length < methods.length && !state.isClosed && !isSilent) {
    const news = new Promise<boolean>((resolve) => (wake = () => resolve(false)))
    isSilent = await Promise.race([news, pause(LIMIT_MS, true, { ref: false })])
    responses = read()
  }
  if (responses.length < methods.length) responses.push(state.isClosed ? 'close' : 'nothing')
  socket.destroy()
  // It depends on the time whether a server still responds to a client that has ended its side.
  if (end === 'end' && responses.at(-1) !== 'nothing') responses = []
  return { responses, bytes: Buffer.concat(arrived) }
}

/** Reads the complete responses at the start of the bytes. */
function readResponses(bytes: Buffer, methods: readonly string[], isClosed: boolean): string[] {
  const responses: string[] = []
  const text = bytes.toString('latin1')
  let start = 0
  while (responses.length < methods.length && start < text.length) {
    const headEnd = text.indexOf('\r\n\r\n', start)
    if (headEnd === -1) {
      if (isClosed) responses.push('half a response')
      break
    }
    const [line, ...lines] = text.slice(start, headEnd).split('\r\n') as [string, ...string[]]
    const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(line)?.[1]
    if (status === undefined) return [...responses, 'not HTTP']
    const headers = new Map(lines.map((each) => [each.split(':', 1)[0]!.toLowerCase(), each.replace(/^[^:]*:\s*/, '')]))
    start = headEnd + 4
    if (status[0] === '1' && status !== '101') continue
    const method = methods[responses.length]!
    const hasBody = method !== 'HEAD' && !/^(?:101|204|304)$/.test(status)
    const bodyEnd = hasBody ? endOfBody(text, start, headers, isClosed) : start
    if (bodyEnd === null) {
      if (isClosed) responses.push(`${describe(status, headers)} without its end`)
      break
    }
    responses.push(describe(status, headers))
    // The rest is not HTTP.
    if (status === '101') break
    start = bodyEnd
  }
  return responses
}

function describe(status: string, headers: ReadonlyMap<string, string>): string {
  const type = headers.get('content-type')?.replace(/;.*/, '').toLowerCase()
  const more = ['location', 'allow'].map((name) => headers.has(name) && `${name}=${headers.get(name)}`)
  return [status, type, ...more].filter(Boolean).join(' ')
}

/** Returns null if the body is not complete. */
function endOfBody(
  text: string,
  start: number,
  headers: ReadonlyMap<string, string>,
  isClosed: boolean,
): number | null {
  const length = headers.get('content-length')
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) {
    for (let position = start; ;) {
      const lineEnd = text.indexOf('\r\n', position)
      if (lineEnd === -1) return null
      const size = Number.parseInt(text.slice(position, lineEnd), 16)
      position = lineEnd + 2 + size + 2
      if (!(position <= text.length)) return null
      if (size === 0) return position
    }
  }
  if (length === undefined) return isClosed ? text.length : null
  return start + Number(length) <= text.length ? start + Number(length) : null
}
