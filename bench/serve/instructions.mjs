// The processor's instructions of a request in process, on 200 routes: `node bench/serve/instructions.mjs [routers…]`, after
// `npm run build`.
//
// Valgrind (`apt-get install valgrind`) counts the instructions of two processes that differ only in the number of requests. The
// figure is their difference for each request, minus that of an application without a router. V8 optimises on the same
// thread, so that Valgrind counts the optimised code, and its collections.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES } from './applications.mjs'

const ROUTES = 200
const FEW = 10_000
const MANY = 20_000
const VALGRIND = ['--tool=cachegrind', '--cache-sim=no', '--smc-check=all-non-file', '--cachegrind-out-file=/dev/null']
const V8 = ['--single-threaded', '--hash-seed=1', '--random-seed=1']
const count = fileURLToPath(new URL('count-requests.mjs', import.meta.url))

/** The method, the status and the path of each kind of request. `*` is a number. */
const KINDS = {
  'GET static': ['GET', '200', '/resource7'],
  'GET param': ['GET', '200', '/resource7/*'],
  'no route (404)': ['GET', '404', '/missing/*'],
  'other verb (405)': ['PUT', '405', '/resource7/*'],
}

const asked = process.argv.slice(2)
const names = NAMES.filter((name) => asked.length === 0 || asked.includes(name) || name === 'no router')
const modules = writeModules(
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await applicationOf(name, ROUTES)]))),
)

const run = promisify(execFile)

async function instructions(name, request, requests) {
  const node = [process.execPath, ...V8, count, modules[name], ...request, String(requests)]
  const { stderr } = await run('valgrind', [...VALGRIND, ...node])
  const total = /I +refs: +([\d,]+)/.exec(stderr)
  if (total === null) throw new Error(stderr)
  return Number(total[1].replaceAll(',', ''))
}

async function perRequest(name, request) {
  const few = await instructions(name, request, FEW)
  return ((await instructions(name, request, MANY)) - few) / (MANY - FEW)
}

const host = await perRequest('no router', KINDS['GET static'])
const routers = names.filter((name) => name !== 'no router')
console.log(`| instructions beyond the host (${Math.round(host)}) | ${routers.join(' | ')} |`)
console.log(`|---|${'---|'.repeat(routers.length)}`)
for (const [kind, [method, status, path]] of Object.entries(KINDS)) {
  const cells = []
  for (const name of routers) {
    // Hono and h3 respond to another verb with 404.
    const expected = name === 'turnout' || status !== '405' ? status : '404'
    cells.push(Math.round((await perRequest(name, [method, expected, path])) - host))
  }
  console.log(`| ${kind} | ${cells.join(' | ')} |`)
}
