import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { onTestFinished } from 'vitest'
import type { TurnoutOptions } from '../src/index.ts'
import { viteConfig } from './fixture.ts'
import { waitForWatcher } from './watched.ts'

/** What came back over HTTP. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How to ask. */
export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Asks a server for a target, which goes out as it is: clients that parse URLs would tidy it up. */
export function ask(port: number, target: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method, headers: { ...headers }, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(' | ')]),
            ),
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** A dev server on a port of its own, that serves its routes. */
export async function servedProject(
  root: string,
  options: TurnoutOptions = {},
  more: InlineConfig = {},
): Promise<{ port: number; server: ViteDevServer; get: (target: string, asked?: Asked) => Promise<Answer> }> {
  const server = await createServer(
    viteConfig(
      root,
      { server: true, ...options },
      {
        optimizeDeps: { noDiscovery: true },
        ...more,
        server: { host: '127.0.0.1', port: 0, ws: false, ...more.server },
      },
    ),
  )
  onTestFinished(() => server.close())
  await server.listen()
  await waitForWatcher(server)
  const { port } = server.httpServer!.address() as AddressInfo
  return { port, server, get: (target, asked) => ask(port, target, asked) }
}
