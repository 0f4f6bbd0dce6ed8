// The same application on each router: `routes` routes, two for each resource, that respond with a short string.
import { compileRoutes } from '@turnout/compiler'
import { bundle } from '../production.mjs'

/** `/resource7` and `/resource7/:id`, for half as many resources as there are routes. */
export const resources = (routes) => Array.from({ length: routes / 2 }, (_, i) => `resource${i}`)

const ENTRIES = {
  turnout: (names) => `
import { allowedMethods, match, matchAll, refusal } from 'virtual:routes'
import { createDispatch } from '@turnout/server'
const all = { index: () => new Response('all'), show: ({ params }) => new Response(params.id) }
const controllers = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, async () => all]))
const dispatch = createDispatch({ allowedMethods, match, matchAll, refusal }, controllers)
export default { fetch: (request) => dispatch(request) }`,

  hono: (names) => `
import { Hono } from 'hono'
const app = new Hono()
for (const name of ${JSON.stringify(names)}) {
  app.get('/' + name, () => new Response('all'))
  app.get('/' + name + '/:id', (c) => new Response(c.req.param('id')))
}
export default { fetch: (request) => app.fetch(request) }`,

  h3: (names) => `
import { H3 } from 'h3/generic'
const app = new H3()
for (const name of ${JSON.stringify(names)}) {
  app.get('/' + name, () => new Response('all'))
  app.get('/' + name + '/:id', (event) => new Response(event.context.params.id))
}
export default { fetch: (request) => app.fetch(request) }`,

  // No routing at all: the remaining time is the server's own.
  'no router': () => `export default { fetch: () => new Response('all') }`,
}

export const NAMES = Object.keys(ENTRIES)

/** Returns the source of an application's module, bundled and minified as for production. */
export function applicationOf(name, routes) {
  const names = resources(routes)
  const { code } = compileRoutes((r) => {
    for (const each of names) r.resources(each, { only: ['index', 'show'], format: false })
  })
  return bundle(code, ENTRIES[name](names))
}

/** Paths as browsers request them: all resources in turn, most of them with an id. */
export function pathsOf(routes, count = 400) {
  const names = resources(routes)
  return Array.from({ length: count }, (_, i) => {
    const name = names[(i * 7919) % names.length]
    return i % 4 === 0 ? `/${name}` : `/${name}/${(i * 31) % 1000}`
  })
}
