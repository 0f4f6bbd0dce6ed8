import { expect, test } from 'vitest'
import type { RouteMatch } from '@turnout/runtime'
import { createDispatch } from './dispatch.ts'
import type { RouteTable } from './types.ts'

/** Dispatches one path to several endpoints, and returns those that were called. */
function dispatcher(...endpoints: readonly (() => unknown)[]) {
  const called: number[] = []
  const found = endpoints.map((endpoint, index): RouteMatch => {
    const counted = () => {
      called.push(index)
      return endpoint()
    }
    return { name: null, params: {}, path: '/a', endpoint: counted }
  })
  const table: RouteTable = {
    match: () => found[0] ?? null,
    matchAll: () => found,
    allowedMethods: () => ['GET'],
    refusal: () => null,
  }
  const dispatch = createDispatch(table, {})
  return { called, ask: (method = 'GET') => dispatch(new Request('http://app.test/a', { method }), undefined) }
}

const response =
  (status: number, headers: Record<string, string> = {}, body: string | null = null) =>
  () =>
    new Response(body, { status, headers })
const pass = { 'x-cascade': 'pass' }

test('an endpoint declines with 404 and `X-Cascade: pass`, with or without a body', async () => {
  const { called, ask } = dispatcher(
    response(404, pass),
    response(404, { 'X-Cascade': 'Pass' }, 'none'),
    response(404, pass),
    response(200, {}, 'found'),
  )
  expect(await (await ask()).text()).toBe('found')
  expect(called).toEqual([0, 1, 2, 3])
})

test.each([
  ['another status', response(200, pass, 'own')],
  ['no header', response(404, {}, 'own')],
  ['another header', response(404, { 'x-cascade': 'stop' }, 'own')],
])('a response with %s does not decline', async (_, own) => {
  const first = dispatcher(own, response(200))
  expect(await (await first.ask()).text()).toBe('own')
  expect(first.called).toEqual([0])
  const second = dispatcher(response(404, pass), own, response(200))
  expect(await (await second.ask()).text()).toBe('own')
  expect(second.called).toEqual([0, 1])
})

test('a response to HEAD may already have no body', async () => {
  expect((await dispatcher(response(204)).ask('HEAD')).status).toBe(204)
})

test('an error for a value that is not a response contains the path', async () => {
  await expect(dispatcher(() => undefined).ask()).rejects.toThrow('The target of /a returned nothing, not a Response.')
  await expect(dispatcher(() => ({ headers: new Headers() })).ask()).rejects.toThrow('a value of type object')
  await expect(dispatcher(() => ({ status: 200 })).ask()).rejects.toThrow('a value of type object')
})

test('an error for middleware of the application that returns nothing contains its name', async () => {
  const table: RouteTable = { match: () => null, matchAll: () => [], allowedMethods: () => [], refusal: () => null }
  const dispatch = createDispatch(table, { application: async () => ({ middleware: [function quiet() {}] }) as never })
  await expect(dispatch(new Request('http://app.test/a'), undefined)).rejects.toThrow(
    'The middleware `quiet` of the controller `application` returned nothing, not a Response.',
  )
})

test.each(['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', 'BREW'])(
  'if all endpoints for any verb decline, the response is 404, for %s as well',
  async (method) => {
    const { ask, called } = dispatcher(response(404, pass), response(404, pass))
    const { status, headers } = await ask(method)
    expect([status, headers.get('allow'), called]).toEqual([404, null, [0, 1]])
  },
)
