// What requests of each kind cost in process, on 200 routes, with 0, 1 and 3 middlewares around all of them:
// `node --expose-gc bench/serve/kinds.mjs [rounds]`, after `npm run build`.
//
// Time of the processor and bytes allocated per request, as ratios to Hono, which has 1.00 in each row. The applications
// are bundled and minified; rounds are interleaved; the times are lower quartiles, as other processes only make them
// longer. Each application gets new requests, made outside of the measured time. Hono, h3 and Elysia have no 405: there
// they are asked for the 404 that they give instead.
import { compileRoutes } from '@turnout/compiler'
import { bundle, writeModules } from '../production.mjs'
import { resources } from './applications.mjs'

const ROUNDS = Number(process.argv[2] ?? 31)
/** Further rounds, which count bytes. */
const COUNTED = 5
const BATCH = 500
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

const url = (path) => `http://127.0.0.1:3000${path}`
const KINDS = {
  'GET static': [200, (i) => new Request(url(`/resource${i % 100}`))],
  'GET param': [200, (i) => new Request(url(`/resource${i % 100}/${i}`))],
  'POST JSON': [
    200,
    (i) =>
      new Request(url(`/resource${i % 100}`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"id":${i}}`,
      }),
  ],
  'no route (404)': [404, (i) => new Request(url(`/missing${i % 100}/${i}`))],
  'other verb (405)': [405, (i) => new Request(url(`/resource${i % 100}/${i}`), { method: 'PUT', body: '' })],
}

function moduleOf(name, layers) {
  const names = resources(ROUTES)
  // It comes apart into several chunks.
  if (name === 'elysia') return ENTRIES.elysia(names, layers)
  const { code } = compileRoutes((r) => {
    for (const each of names) r.resources(each, { only: ['index', 'show', 'create'], format: false })
  })
  return bundle(code, ENTRIES[name](names, layers))
}

const lowerQuartile = (values) => values.toSorted((a, b) => a - b)[values.length >> 2]

console.log(`| | ${NAMES.join(' | ')} | ${NAMES.map((name) => `${name}, bytes`).join(' | ')} |`)
console.log(`|---|${'---|'.repeat(2 * NAMES.length)}`)
for (const layers of [0, 1, 3]) {
  const texts = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await moduleOf(name, layers)])))
  const urls = writeModules(texts)
  const apps = await Promise.all(NAMES.map(async (name) => [name, (await import(urls[name])).fetch]))
  for (const [kind, [status, requestOf]] of Object.entries(KINDS)) {
    const found = Object.fromEntries(NAMES.map((name) => [name, { times: [], bytes: [] }]))
    for (const [name, fetch] of apps) {
      const response = await fetch(requestOf(1))
      if (response.status !== status && !(status === 405 && response.status === 404))
        throw new Error(`${name}: ${response.status} for ${kind}`)
    }
    for (let round = 0; round < ROUNDS + COUNTED; round++) {
      // Each application comes first in some rounds, because a collection may happen in the time of another application.
      const turn = round % apps.length
      for (const [name, fetch] of [...apps.slice(turn), ...apps.slice(0, turn)]) {
        const requests = Array.from({ length: BATCH }, (_, i) => requestOf(i))
        // A collection makes the code after it slower: the rounds that count bytes are not those that take the time.
        const isCounted = round >= ROUNDS
        if (isCounted) globalThis.gc()
        const before = process.memoryUsage().heapUsed
        const begun = process.cpuUsage()
        for (const request of requests) await fetch(request)
        const { user, system } = process.cpuUsage(begun)
        if (isCounted) found[name].bytes.push((process.memoryUsage().heapUsed - before) / BATCH)
        else found[name].times.push((user + system) / BATCH)
      }
    }
    const [times, bytes] = ['times', 'bytes'].map((what) => NAMES.map((name) => lowerQuartile(found[name][what])))
    const hono = NAMES.indexOf('hono')
    const ratios = [...times.map((time) => time / times[hono]), ...bytes.map((each) => each / bytes[hono])]
    const shown = ratios.map((ratio, index) => {
      if (index % NAMES.length !== hono) return ratio.toFixed(2)
      return index < NAMES.length ? `1 (${times[hono].toFixed(1)} µs)` : `1 (${Math.round(bytes[hono])})`
    })
    console.log(`| ${kind}, ${layers} middleware${layers === 1 ? '' : 's'} | ${shown.join(' | ')} |`)
  }
}
