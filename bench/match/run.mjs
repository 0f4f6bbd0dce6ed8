// Matching, side by side: `node bench/match/run.mjs [--seed=N] [tables…]`, after `npm run build`.
//
// The rules, so that a ratio of one run means something:
// - each router has its own loop: a shared loop would make every call megamorphic, which favours slow routers;
// - the paths are new, flat strings in each round, as an HTTP parser creates them; results have the params by name, and are
//   stored, so that V8 cannot optimise them away;
// - before timing, every result is compared with regular expressions tried in order. A router with wrong results is marked,
//   and cannot be the best peer;
// - routers take turns in each round, in an order that changes; medians over the rounds. The machine's noise affects all
//   columns: compare within one run;
// - each table has its own process; the large tables and all requests are generated from a seed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundle, writeModules } from '../production.mjs'
import { PEERS } from './peers.mjs'
import { requestsOf } from './requests.mjs'
import { compileTable, routesOf } from './tables.mjs'

const words = process.argv.slice(2)
const seed = Number(words.find((word) => word.startsWith('--seed='))?.slice(7) ?? 0)
const sizes = words.filter((word) => !word.startsWith('--')).map(Number)
const BATCH = 2048
const ROUNDS = 60

if (sizes.length === 1) await run(sizes[0])
else {
  for (const size of sizes.length > 0 ? sizes : [169, 203, 1000, 10000]) {
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), `--seed=${seed}`, String(size)], { stdio: 'inherit' })
  }
}

async function run(size) {
  const { manifest, code } = compileTable(size, seed)
  const routes = routesOf(manifest)
  const kinds = requestsOf(routes, seed + size)
  const [module] = Object.values(writeModules({ [`table-${size}`]: await bundle(code) }))
  const { match } = await import(module)

  const routers = { floor: { find: floor }, turnout: { find: match, read: readMatch(manifest) } }
  for (const [name, make] of Object.entries(PEERS)) {
    try {
      routers[name] = make(routes)
    } catch (error) {
      console.log(`${name} refuses the table: ${error.message}`)
    }
  }
  const wrong = wrongAnswers(routers, kinds)
  const figure = measure(routers, kinds)
  print(routes.length, Object.keys(kinds), figure, wrong)
}

/** The least that a router must do: it finds the slashes, looks for a dot and an escape, and cuts every second segment out. */
function floor(_method, path) {
  const params = {}
  if (path.indexOf('.') !== -1 || path.indexOf('%') !== -1) return null
  const a = path.indexOf('/', 1)
  if (a === -1) return { route: 1, params }
  const b = path.indexOf('/', a + 1)
  if (b === -1) return { route: 1, params: { id: path.slice(a + 1) } }
  const c = path.indexOf('/', b + 1)
  if (c === -1) return { route: 1, params: { id: path.slice(a + 1, b) } }
  const d = path.indexOf('/', c + 1)
  if (d === -1) return { route: 1, params: { first: path.slice(a + 1, b), id: path.slice(c + 1) } }
  return { route: 1, params: { first: path.slice(a + 1, b), second: path.slice(c + 1, d), id: path.slice(d + 1) } }
}

/** Endpoint and verb identify a route, because the result of `match` has no index. */
function readMatch(manifest) {
  const key = ({ controller, action, name }, verb) => `${verb} ${controller}#${action} ${name}`
  const indices = new Map(manifest.routes.map((route, index) => [key(route, route.verbs[0]), index]))
  return (answer, method) => answer && [indices.get(key(answer, method)), answer.params]
}

/** The number of wrong results of each router. */
function wrongAnswers(routers, kinds) {
  const sorted = (params) => JSON.stringify(Object.entries(params).sort())
  const isSame = (given, wanted) => given?.[0] === wanted?.[0] && sorted(given?.[1] ?? {}) === sorted(wanted?.[1] ?? {})
  const requests = Object.values(kinds).flat()
  return Object.fromEntries(
    Object.entries(routers).map(([name, { find, read }]) => {
      if (read === undefined) return [name, 0]
      return [
        name,
        requests.filter(({ method, path, answer }) => !isSame(read(find(method, path), method), answer)).length,
      ]
    }),
  )
}

/** A loop with code of its own. */
function loopOf(find) {
  const make = new Function(
    'find',
    `const answers = new Array(64).fill(null)
    return (methods, paths) => {
      for (let i = 0; i < paths.length; i++) answers[i & 63] = find(methods[i], paths[i])
      return answers
    }`,
  )
  return make(find)
}

/** Returns the median of nanoseconds per match, by router and kind. */
function measure(routers, kinds) {
  const loops = Object.entries(routers).map(([name, { find }]) => [name, loopOf(find)])
  const samples = new Map()
  const batches = Object.entries(kinds).map(([kind, requests]) => {
    const chosen = Array.from({ length: BATCH }, (_, i) => requests[i % requests.length])
    const bytes = Buffer.from(chosen.map(({ path }) => path).join(''), 'latin1')
    return { kind, bytes, lengths: chosen.map(({ path }) => path.length), methods: chosen.map(({ method }) => method) }
  })
  for (let round = -12; round < ROUNDS; round++) {
    for (const { kind, bytes, lengths, methods } of batches) {
      for (let turn = 0; turn < loops.length; turn++) {
        const [name, loop] = loops[(turn + round + 12) % loops.length]
        let end = 0
        const paths = lengths.map((length) => bytes.latin1Slice(end, (end += length)))
        const begun = process.hrtime.bigint()
        loop(methods, paths)
        const elapsed = Number(process.hrtime.bigint() - begun) / BATCH
        if (round >= 0) samples.set(`${name} ${kind}`, [...(samples.get(`${name} ${kind}`) ?? []), elapsed])
      }
    }
  }
  return (name, kind) => samples.get(`${name} ${kind}`).sort((a, b) => a - b)[ROUNDS >> 1]
}

function print(size, kinds, figure, wrong) {
  const names = Object.keys(wrong)
  const right = names.filter((name) => name !== 'turnout' && name !== 'floor' && wrong[name] === 0)
  console.log(`\n### ${size} routes: ns per match\n`)
  console.log(`| requests | ${names.join(' | ')} | to the best peer | to the floor |`)
  console.log(`|---|${'---|'.repeat(names.length + 2)}`)
  for (const kind of kinds) {
    const own = figure('turnout', kind)
    const cells = names.map((name) => figure(name, kind).toFixed(0))
    const best = Math.min(...right.map((name) => figure(name, kind)))
    const ratios = [own / best, own / figure('floor', kind)].map((ratio) => ratio.toFixed(2))
    console.log(`| ${kind} | ${cells.join(' | ')} | ${ratios.join(' | ')} |`)
  }
  for (const [name, count] of Object.entries(wrong)) if (count > 0) console.log(`\n${name}: ${count} wrong answers`)
}
