// What actions, middleware and `dispatch` are typed as, with a context that is registered and without one, in every
// TypeScript that applications have.
import { compileRoutes } from '@turnout/compiler'
import type { Routes } from '@turnout/compiler/dsl'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { describe, expect, test } from 'vitest'
import { checkTypes, COMPILERS } from './compilers.ts'

const { manifest } = compileRoutes((r: Routes) => {
  r.resources('photos', { only: ['index', 'show'] })
  r.get('files/*path', { to: 'files#show', format: false })
})
const types = emitTypes(manifest!, { server: true }).code

/** Tells whether two types are the same, in both directions. */
const SAME = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Same<A, B>): void => {}
`

const ANY_CONTEXT = `
import server, { defineServer, dispatch, methodOverride } from 'virtual:routes/server'
import type { Action, ActionArguments, Middleware, MiddlewareArguments, RegisteredContext } from 'virtual:routes/server'
${SAME}
same<RegisteredContext, unknown>(true)
same<ActionArguments<'photos#show'>['context'], unknown>(true)
same<MiddlewareArguments['context'], unknown>(true)
dispatch(new Request('http://a.test'))
dispatch(new Request('http://a.test'), { db: 7 })
server.fetch(new Request('http://a.test'), 'anything')
methodOverride(new Request('http://a.test')).then((request) => dispatch(request))
const defined = defineServer({
  fetch: async (request, env: { region: string }) => dispatch(request, env.region),
  maxRequestBodySize: 100_000,
  port: 3000,
})
const port: number = defined.port
defined.fetch(new Request('http://a.test'), { region: 'north' }).then(({ status }) => status)
// @ts-expect-error the host passes its bindings
defined.fetch(new Request('http://a.test'))
defineServer({ fetch: () => new Response() }).fetch(new Request('http://a.test'))
// @ts-expect-error \`fetch\` returns a response
defineServer({ fetch: () => 'text' })
// @ts-expect-error the limit is a number
defineServer({ fetch: () => new Response(), maxRequestBodySize: '1 MB' })

export const show: Action<'photos#show'> = ({ params, request, route }) => {
  const id: string = params.id
  // @ts-expect-error no route to it has such a param
  params.path
  return Response.json([id, request.url, route.path])
}
export const files: Action<'files#show'> = async ({ params }) => {
  same<typeof params.path, string>(true)
  return new Response(params.path)
}
export const guard: Middleware = (_request, next, { route }) => (route === null ? new Response(null) : next())
// @ts-expect-error there is no such action
export const other: Action<'photos#other'> = () => new Response()
// @ts-expect-error an action returns a response
export const nothing: Action<'photos#index'> = () => {}
// @ts-expect-error so does a middleware
export const forgot: Middleware = async (_request, next) => void (await next())
`

const OWN_CONTEXT = `
import server, { dispatch } from 'virtual:routes/server'
import type { Action, ActionArguments, Middleware, MiddlewareArguments, RegisteredContext } from 'virtual:routes/server'
${SAME}
interface Database { photo(id: string): Promise<{ title: string }> }
declare const db: Database
declare module 'virtual:routes/server' {
  interface Register { context: { readonly db: Database } }
}
same<RegisteredContext, { readonly db: Database }>(true)
same<ActionArguments<'photos#show'>['context'], { readonly db: Database }>(true)
same<ActionArguments['context'], { readonly db: Database }>(true)
same<MiddlewareArguments['context'], { readonly db: Database }>(true)

export const show: Action<'photos#show'> = async ({ params, context }) =>
  Response.json((await context.db.photo(params.id)).title)
export const guard: Middleware = async (_request, next, { context }) => {
  await context.db.photo('7')
  // @ts-expect-error the context has no such thing
  context.user
  return next()
}
dispatch(new Request('http://a.test'), { db })
server.fetch(new Request('http://a.test'), { db })
// @ts-expect-error the context is asked for
dispatch(new Request('http://a.test'))
// @ts-expect-error and must be the one that is registered
dispatch(new Request('http://a.test'), { database: db })
// @ts-expect-error which holds for \`fetch\`, too
server.fetch(new Request('http://a.test'), {})
`

describe.each(COMPILERS)('in %s', (_name, compiler) => {
  const check = (main: string) =>
    checkTypes(compiler, { 'virtual-routes.d.ts': types, 'main.ts': main }, { lib: ['ES2022', 'DOM', 'DOM.Iterable'] })

  test('the context is unknown where none is registered', () => expect(check(ANY_CONTEXT)).toBe(''))
  test('the context is the registered one', () => expect(check(OWN_CONTEXT)).toBe(''))
})
