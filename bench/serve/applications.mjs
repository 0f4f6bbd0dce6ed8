// The same application on each router: `routes` routes, two for each resource, that respond with a short string.
import { fileURLToPath } from 'node:url'
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

  // The least that a server can do that distinguishes the routes: it reads the method and the path, and has one `switch`.
  'no router': (names) => `
export default {
  fetch(request) {
    const { method, url } = request
    const start = url.indexOf('/', 8)
    const slash = url.indexOf('/', start + 1)
    switch (method + url.slice(start, slash < 0 ? undefined : slash + 1)) {
${names
  .map(
    (name) =>
      `case 'GET/${name}': return new Response('all')\ncase 'GET/${name}/': return new Response(url.slice(slash + 1))`,
  )
  .join('\n')}
    }
    return new Response('Not Found', { status: 404 })
  },
}`,
}

export const NAMES = Object.keys(ENTRIES)

/** Returns the source of an application's module, bundled and minified as for production. */
export function applicationOf(name, routes) {
  return bundledWithRoutes(ENTRIES[name](resources(routes)), routes)
}

function bundledWithRoutes(entry, routes) {
  const { code } = compileRoutes((r) => {
    for (const each of resources(routes)) r.resources(each, { only: ['index', 'show'], format: false })
  })
  return bundle(code, entry)
}

/** The first steps of `dispatch`, in its order. The names are those of its modules. */
const STEPS = {
  'read the URL and the method': `const { method } = request; const url = urlOf(request)`,
  'check the URL and `Host`': `if (!isValidRequest(request, url)) throw url`,
  'match the path': `const found = match(method, targetOf(url), request)`,
}

/** Applications that each run one step of `dispatch` more than the one before; the last one runs `dispatch`. */
export function steps(routes) {
  const server = new URL('./', import.meta.resolve('@turnout/server'))
  const lines = Object.entries(STEPS)
  const entryOf = (count) => `
import { match } from 'virtual:routes'
import { isValidRequest, targetOf, urlOf } from '${fileURLToPath(new URL('request-target.js', server))}'
export default {
  async fetch(request) {
    ${lines
      .slice(0, count)
      .map(([, line]) => line)
      .join('\n')}
    ${count < lines.length ? `return new Response('all')` : `return new Response(found.params.id ?? 'all')`}
  },
}`
  const application = (count) => () => bundledWithRoutes(entryOf(count), routes)
  return {
    'create the request and the response, wait for a promise': application(0),
    ...Object.fromEntries(lines.map(([name], index) => [name, application(index + 1)])),
    'find the guards, the controller and the action, call it, check the response': () =>
      applicationOf('turnout', routes),
  }
}

/** Paths as browsers request them: all resources in turn, most of them with an id. */
export function pathsOf(routes, count = 400) {
  const names = resources(routes)
  return Array.from({ length: count }, (_, i) => {
    const name = names[(i * 7919) % names.length]
    return i % 4 === 0 ? `/${name}` : `/${name}/${(i * 31) % 1000}`
  })
}
