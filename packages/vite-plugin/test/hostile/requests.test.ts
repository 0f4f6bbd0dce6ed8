// The requests of srvx, which are no plain `Request`.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NodeRequest } from 'srvx/node'
import { expect, test } from 'vitest'
import { deriveRequest } from '../../../server/src/derive-request.ts'

test('of the request of srvx, it keeps the address and the runtime, and not the plain request behind it', async () => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' })
  const req = new IncomingMessage(socket)
  Object.assign(req, { method: 'POST', url: '/a', headers: { host: 'app.test' }, rawHeaders: ['host', 'app.test'] })
  req.push('text')
  req.push(null)
  const request = new NodeRequest({ req, res: new ServerResponse(req) })
  const derived = deriveRequest(request, { url: 'http://app.test/b' }) as typeof request & { _request?: unknown }
  expect([derived.ip, derived.url, await derived.text()]).toEqual(['10.0.0.1', 'http://app.test/b', 'text'])
  expect(derived.runtime).toBe(request.runtime)
  expect(derived._request).toBe(undefined)
})
