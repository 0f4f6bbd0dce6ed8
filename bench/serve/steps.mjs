// The processor time of each step of a request on 200 routes: `node bench/serve/steps.mjs [rounds]`, after `npm run build`.
//
// Each application runs one step more than the one before, so the difference is the cost of the step. The applications take
// turns in each round. The times are lower quartiles, because other processes only make them longer. Requests and responses are
// those of srvx. `instructions.mjs steps` counts the instructions of the same applications.
import { NodeResponse } from 'srvx/node'
import { writeModules } from '../production.mjs'
import { applicationOf, steps } from './applications.mjs'
import { requestOf } from './srvx-request.mjs'

const ROUNDS = Number(process.argv[2] ?? 61)
const BATCH = 2000
const ROUTES = 200
const KINDS = { 'GET static': '/resource7', 'GET param': '/resource7/*' }

globalThis.Response = NodeResponse
const applications = { ...steps(ROUTES), switch: () => applicationOf('no router', ROUTES) }
const names = Object.keys(applications)
const sources = await Promise.all(names.map(async (name, index) => [`step${index}`, await applications[name]()]))
const urls = Object.values(writeModules(Object.fromEntries(sources)))
const servers = await Promise.all(urls.map(async (url) => (await import(url)).default))

/** Returns the lower quartile of the time of each application, in ns for a request. */
async function measure(path) {
  const times = servers.map(() => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const begun = process.cpuUsage()
      for (let i = 0; i < BATCH; i++) (await server.fetch(requestOf('GET', path.replace('*', i))))._toNodeResponse()
      const { user, system } = process.cpuUsage(begun)
      if (round > 0) times[index].push((1000 * (user + system)) / BATCH)
    }
  }
  return times.map((values) => values.toSorted((a, b) => a - b)[values.length >> 2])
}

const kinds = Object.keys(KINDS)
const columns = []
for (const kind of kinds) columns.push(await measure(KINDS[kind]))
console.log(`| step, ns | ${kinds.join(' | ')} |\n|---|${'---|'.repeat(kinds.length)}`)
const print = (name, cells) => console.log(`| ${name} | ${cells.map(Math.round).join(' | ')} |`)
const last = names.length - 2
for (let i = 0; i <= last; i++)
  print(
    names[i],
    columns.map((times) => times[i] - (times[i - 1] ?? 0)),
  )
print(
  'all steps',
  columns.map((times) => times[last]),
)
print(
  'a server with one `switch`',
  columns.map((times) => times[last + 1]),
)
