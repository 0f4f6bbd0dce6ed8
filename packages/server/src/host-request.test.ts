import { describe, expect, test } from 'vitest'
import type { RouteMatch } from '@turnout/runtime'
import { defineServer } from './define-server.ts'
import { createDispatch } from './dispatch.ts'

const ipOf = (request: Request) => new Response(String((request as { readonly ip?: string }).ip))
const { fetch } = defineServer({ fetch: (request: Request, _host: unknown) => ipOf(request) })
const request = (headers: Record<string, string> = {}) => new Request('http://app.test/a', { headers })

describe('the address of the client', () => {
  test('is what the host tells', async () => {
    const bun = { requestIP: ({ url }: Request) => ({ address: `10.0.0.1 for ${url}` }) }
    expect(await (await fetch(request(), bun)).text()).toBe('10.0.0.1 for http://app.test/a')
    const mapped = { requestIP: () => ({ address: '::ffff:127.0.0.1' }) }
    expect(await (await fetch(request(), mapped)).text()).toBe('127.0.0.1')
    const deno = { remoteAddr: { hostname: '10.0.0.2' } }
    expect(await (await fetch(request(), deno)).text()).toBe('10.0.0.2')
    const onCloudflare = Object.assign(request({ 'cf-connecting-ip': '10.0.0.3' }), { cf: { colo: 'X' } })
    expect(await (await fetch(onCloudflare, {})).text()).toBe('10.0.0.3')
    const bySrvx = Object.assign(request(), { ip: '10.0.0.4' })
    expect(await (await fetch(bySrvx, bun)).text()).toBe('10.0.0.4')
  })

  test('is never what the client writes', async () => {
    const headers = { 'cf-connecting-ip': '10.0.0.3', 'x-forwarded-for': '10.0.0.3', forwarded: 'for=10.0.0.3' }
    for (const host of [undefined, null, {}, 'env', { requestIP: () => null }, { remoteAddr: { path: '/socket' } }]) {
      expect(await (await fetch(request(headers), host)).text()).toBe('undefined')
    }
  })

  test('that a route asks for and the host does not tell is an error, not a miss', async () => {
    const match = (_method: string, path: string, asked?: object): RouteMatch | null => {
      if (path === '/guarded') void (asked as { readonly ip?: string }).ip
      return null
    }
    const table = { match, matchAll: () => [], allowedMethods: () => [], refusal: () => null }
    const dispatch = createDispatch(table, {}, { needsAddress: true })
    const guarded = () => new Request('http://app.test/guarded')
    await expect(dispatch(guarded())).rejects.toThrow('which this host does not provide')
    expect((await dispatch(request())).status).toBe(404)
    expect((await dispatch(Object.assign(guarded(), { ip: '10.0.0.1' }))).status).toBe(404)
    expect((await createDispatch(table, {})(guarded())).status).toBe(404)
  })
})

describe('a body without a length', () => {
  const post = (chunks: readonly string[], headers: Record<string, string> = {}) => {
    const rest = [...chunks]
    const body = new ReadableStream({
      pull(controller) {
        const chunk = rest.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
    })
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return new Request('http://app.test/a', init)
  }
  const limited = defineServer({
    fetch: async (sent: Request) => new Response(`${await sent.text()} ${await ipOf(sent).text()}`),
    maxRequestBodySize: 10,
  })

  test('is limited where the host does not', async () => {
    const asked = Object.assign(post(['12345', '67890']), { ip: '10.0.0.1' })
    expect(await (await limited.fetch(asked)).text()).toBe('1234567890 10.0.0.1')
    for (const sent of [
      post(['12345', '67890', '1']),
      post(['12345678901'], { 'transfer-encoding': 'chunked', 'content-length': '1' }),
    ]) {
      expect((await limited.fetch(sent)).status).toBe(413)
    }
  })

  test('is left to srvx, which limits it itself', async () => {
    const sent = Object.assign(post(['12345678901']), { runtime: { name: 'node' } })
    expect((await limited.fetch(sent)).status).toBe(200)
  })
})
