// What requests of each kind cost in process, on 200 routes, with 0, 1 and 3 middlewares around all of them:
// `node bench/serve/kinds.mjs [rounds]`, after `npm run build`.
//
// Processor time and allocated bytes per request, as ratios to Hono, which has 1.00 in each row. The applications are bundled
// and minified. Each one runs in a process of its own, as on a server: in a shared process, the requests of one application
// change how Node compiles the code that all of them call. The processes of a round run in turns. A time is the lower quartile
// of a process, because other processes only make it longer, and then the median of all rounds. Each application gets new
// requests, which are created outside of the measured time. Hono, h3 and Elysia respond to another verb with 404.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import { bundle, writeModules } from '../production.mjs'
import { resources } from './applications.mjs'

const ROUNDS = Number(process.argv[2] ?? 7)
const ROUTES = 200

const ENTRIES = {
  turnout: (names, layers) => `
import { allowedMethods, match, matchAll, refusal } from 'virtual:routes'
import { createDispatch } from '@turnout/server'
const all = {
  index: () => new Response('all'),
  show: ({ params }) => new Response(params.id),
  create: async ({ request }) => Response.json(await request.json()),
}
const controllers = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, async () => all]))
const middleware = Array.from({ length: ${layers} }, () => async (request, next) => await next())
controllers.application = async () => ({ middleware })
export const fetch = createDispatch({ allowedMethods, match, matchAll, refusal }, controllers)`,

  hono: (names, layers) => `
import { Hono } from 'hono'
const app = new Hono()
for (let i = 0; i < ${layers}; i++) app.use(async (c, next) => { await next() })
for (const name of ${JSON.stringify(names)}) {
  app.get('/' + name, () => new Response('all'))
  app.get('/' + name + '/:id', (c) => new Response(c.req.param('id')))
  app.post('/' + name, async (c) => Response.json(await c.req.raw.json()))
}
export const fetch = (request) => app.fetch(request)`,

  h3: (names, layers) => `
import { H3 } from 'h3/generic'
const app = new H3()
for (let i = 0; i < ${layers}; i++) app.use(async (event, next) => await next())
for (const name of ${JSON.stringify(names)}) {
  app.get('/' + name, () => new Response('all'))
  app.get('/' + name + '/:id', (event) => new Response(event.context.params.id))
  app.post('/' + name, async (event) => Response.json(await event.req.json()))
}
export const fetch = (request) => app.fetch(request)`,

  elysia: (names, layers) => `
import { Elysia } from '${import.meta.resolve('elysia')}'
const app = new Elysia()
for (let i = 0; i < ${layers}; i++) app.onBeforeHandle(async () => {})
for (const name of ${JSON.stringify(names)}) {
  app.get('/' + name, () => new Response('all'))
  app.get('/' + name + '/:id', ({ params }) => new Response(params.id))
  app.post('/' + name, ({ body }) => Response.json(body))
}
export const fetch = (request) => app.fetch(request)`,
}
const NAMES = Object.keys(ENTRIES)

function moduleOf(name, layers) {
  const names = resources(ROUTES)
  // It comes apart into several chunks.
  if (name === 'elysia') return ENTRIES.elysia(names, layers)
  const { code } = compileRoutes((r) => {
    for (const each of names) r.resources(each, { only: ['index', 'show', 'create'], format: false })
  })
  return bundle(code, ENTRIES[name](names, layers))
}

const measureFile = fileURLToPath(new URL('measure-kinds.mjs', import.meta.url))

/** Measures an application in a new process. Returns the time (µs) and the bytes of a request of each kind. */
function measure(url) {
  const output = execFileSync(process.execPath, ['--expose-gc', measureFile, url], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

console.log(`| | ${NAMES.join(' | ')} | ${NAMES.map((name) => `${name}, bytes`).join(' | ')} |`)
console.log(`|---|${'---|'.repeat(2 * NAMES.length)}`)
for (const layers of [0, 1, 3]) {
  const urls = writeModules(
    Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await moduleOf(name, layers)]))),
  )
  const results = Object.fromEntries(NAMES.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) for (const name of NAMES) results[name].push(measure(urls[name]))
  for (const kind of Object.keys(results.hono[0])) {
    const figures = (what) =>
      Object.fromEntries(NAMES.map((name) => [name, median(results[name].map((result) => result[kind][what]))]))
    const cells = (values, format) =>
      NAMES.map((name) => (name === 'hono' ? `1 (${format(values.hono)})` : (values[name] / values.hono).toFixed(2)))
    const times = cells(figures('time'), (time) => `${time.toFixed(1)} µs`)
    const bytes = cells(figures('bytes'), Math.round)
    console.log(`| ${kind}, ${layers} middleware${layers === 1 ? '' : 's'} | ${[...times, ...bytes].join(' | ')} |`)
  }
}
