// The processor's instructions of a request in process, on 200 routes: `node bench/serve/instructions.mjs [routers…]`, after
// `npm run build`. `node bench/serve/instructions.mjs steps` counts the steps of a request in Turnout instead.
//
// Valgrind (`apt-get install valgrind`) counts the instructions of two processes that differ only in the number of requests. The
// figure is their difference for each request, minus that of an application without a router. V8 optimises on the same
// thread, so that Valgrind counts the optimised code, and its collections.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES, steps } from './applications.mjs'

const ROUTES = 200
const FEW = 4_000
const MANY = 8_000
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
const run = promisify(execFile)

async function instructions(module, request, requests) {
  const node = [process.execPath, ...V8, count, module, ...request, String(requests)]
  const { stderr } = await run('valgrind', [...VALGRIND, ...node])
  const total = /I +refs: +([\d,]+)/.exec(stderr)
  if (total === null) throw new Error(stderr)
  return Number(total[1].replaceAll(',', ''))
}

async function perRequest(module, request) {
  const [few, many] = await Promise.all([FEW, MANY].map((requests) => instructions(module, request, requests)))
  return (many - few) / (MANY - FEW)
}

/** Writes the modules of applications. @param applications a function for each name, which returns the source */
async function modulesOf(applications) {
  const sources = Object.entries(applications).map(async ([name, source]) => [name, await source()])
  return writeModules(Object.fromEntries(await Promise.all(sources)))
}

/** Each application runs one step more than the one before, so the difference is the cost of the step. */
async function countSteps() {
  const applications = steps(ROUTES)
  const modules = await modulesOf(applications)
  const kinds = ['GET static', 'GET param']
  console.log(`| step | ${kinds.join(' | ')} |\n|---|---|---|`)
  let totals = []
  for (const name of Object.keys(applications)) {
    const counts = await Promise.all(kinds.map((kind) => perRequest(modules[name], KINDS[kind])))
    const cells = counts.map((count, index) => Math.round(count - (totals[index] ?? 0)))
    totals = counts
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  console.log(`| all steps | ${totals.map(Math.round).join(' | ')} |`)
}

async function countRouters() {
  const names = NAMES.filter((name) => asked.length === 0 || asked.includes(name))
  const modules = await modulesOf(Object.fromEntries(names.map((name) => [name, () => applicationOf(name, ROUTES)])))
  console.log(`| instructions | ${names.join(' | ')} |\n|---|${'---|'.repeat(names.length)}`)
  for (const [kind, [method, status, path]] of Object.entries(KINDS)) {
    const cells = []
    for (const name of names) {
      // All others respond to another verb with 404.
      const expected = name === 'turnout' || status !== '405' ? status : '404'
      cells.push(Math.round(await perRequest(modules[name], [method, expected, path])))
    }
    console.log(`| ${kind} | ${cells.join(' | ')} |`)
  }
}

await (asked[0] === 'steps' ? countSteps() : countRouters())
