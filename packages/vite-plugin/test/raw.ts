import net from 'node:net'
import { onTestFinished } from 'vitest'

/** A step of a raw connection: bytes to send, or a function to wait for. */
export type Step = string | (() => unknown)

/** A request of HTTP/1.1. The connection closes after the response, unless `headers` say otherwise. */
export function rawRequest(
  line: string,
  headers: readonly string[] = ['Connection: close'],
  body = '',
  host = '127.0.0.1',
): string {
  return `${[`${line} HTTP/1.1`, `Host: ${host}`, ...headers].join('\r\n')}\r\n\r\n${body}`
}

/** A body of chunks, for `Transfer-Encoding: chunked`. */
export function chunked(...chunks: readonly string[]): string {
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
}

/** A connection on which a test sends bytes as they are. Other clients would correct them. */
export interface RawConnection {
  /** All that has come back. */
  readonly received: () => string
  /** Resolves with it when the server has closed the connection. */
  readonly closed: Promise<string>
  /** Resolves when the server has sent a string. */
  readonly contains: (text: string) => Promise<void>
  readonly send: (text: string) => void
  readonly reset: () => void
}

/** Opens a connection and sends the steps in order. */
export function openRaw(port: number, ...steps: readonly Step[]): RawConnection {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  const run = async () => {
    for (const step of steps) await (typeof step === 'string' ? socket.write(step) : step())
  }
  void run()
  return {
    received: () => received,
    closed,
    contains: (text) =>
      new Promise((resolve) => {
        const check = () => received.includes(text) && resolve()
        socket.on('data', check)
        check()
      }),
    send: (text) => socket.write(text),
    reset: () => socket.resetAndDestroy(),
  }
}

/** Sends the steps, and returns all that comes back until the server closes the connection. */
export function sendRaw(port: number, ...steps: readonly Step[]): Promise<string> {
  return openRaw(port, ...steps).closed
}
