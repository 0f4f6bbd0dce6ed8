// Matching, side by side: `node bench/match/run.mjs [tables…]`, after `npm run build`.
//
// One process, all routers in turn in each round, in an order that changes; requests of six kinds in equal parts;
// strings are fresh in each round, as from an HTTP parser. Every router's answers are checked first: a wrong one is
// reported, and its figure does not count as that of the best peer. Medians over the rounds. The machine's noise is in
// all columns alike: compare within one run.
import { bundle, writeModules } from '../production.mjs'
import { PEERS } from './peers.mjs'
import { compileTable, random, requestsOf, routesOf } from './tables.mjs'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [169, 203, 1000, 10000]
const REQUESTS = 3000
const ROUNDS = 60

/** Keeps the answers from being optimised away. */
let sink

/** The least that a router must do: look at each character once, and cut the parameters out. */
function floor(_method, path, mask) {
  let start = 1
  let segment = 0
  let found = 0
  const length = path.length
  for (let i = 1; i <= length; i++) {
    if (i < length && path.charCodeAt(i) !== 47) continue
    if (mask & (1 << segment)) found += path.slice(start, i).length
    segment++
    start = i + 1
  }
  return found
}

for (const size of SIZES) {
  const { manifest, code } = compileTable(size)
  const routes = routesOf(manifest)
  const kinds = requestsOf(manifest, REQUESTS)
  const [module] = Object.values(writeModules({ [`table-${size}`]: await bundle(code) }))
  const { match } = await import(module)

  const routers = { turnout: { find: match, read: readMatch(manifest) } }
  for (const [name, make] of Object.entries(PEERS)) {
    try {
      routers[name] = make(routes)
    } catch (error) {
      console.log(`${name} refuses the table: ${error.message}`)
    }
  }
  const wrong = check(routers, manifest, kinds)
  const figures = measure({ floor: { find: floor }, ...routers }, { ...kinds, mixed: mix(kinds) })
  print(size, manifest, figures, wrong)
}

/** Two routes are told apart by endpoint and verb: `match` has no index. */
function readMatch(manifest) {
  const indices = new Map(manifest.routes.map((route, index) => [keyOf(route, route.verbs[0]), index]))
  return (answer, method) => answer && [indices.get(keyOf(answer, method)), { ...answer.params }]
}

function keyOf({ controller, action, name }, verb) {
  return `${verb} ${controller}#${action} ${name}`
}

/** Checks each router against a list of regular expressions, tried in order. Answers how many answers were wrong. */
function check(routers, manifest, kinds) {
  const patterns = routesOf(manifest).map(([verb, path, index]) => {
    const source = path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/.?]+)')
    return { verb, index, regexp: new RegExp(`^${source}$`) }
  })
  const wrong = Object.fromEntries(Object.keys(routers).map((name) => [name, 0]))
  for (const { method, path } of mix(kinds)) {
    let expected = null
    for (const { verb, index, regexp } of patterns) {
      const found = verb === method ? regexp.exec(path) : null
      if (found === null) continue
      expected = [index, { ...found.groups }]
      break
    }
    for (const [name, { find, read }] of Object.entries(routers)) {
      if (!same(read(find(method, path), method), expected)) wrong[name]++
    }
  }
  return wrong
}

function same(answer, expected) {
  if (expected === null || answer == null) return (answer ?? null) === expected
  const sorted = (params) => JSON.stringify(Object.entries(params).sort())
  return answer[0] === expected[0] && sorted(answer[1]) === sorted(expected[1])
}

/** All kinds, shuffled. */
function mix(kinds) {
  const all = Object.values(kinds).flat()
  const next = random(1)
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[all[i], all[j]] = [all[j], all[i]]
  }
  return all
}

/** Median nanoseconds per match, by router and kind. */
function measure(routers, kinds) {
  const names = Object.keys(routers)
  const samples = {}
  for (const [kind, requests] of Object.entries(kinds)) {
    const bytes = requests.map(({ path }) => Buffer.from(path, 'latin1'))
    const methods = requests.map(({ method }) => method)
    const masks = requests.map(({ mask }) => mask)
    for (let round = -10; round < ROUNDS; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(turn + round + 10) % names.length]
        const paths = bytes.map((each) => each.latin1Slice())
        const elapsed = time(routers[name].find, methods, paths, masks)
        if (round >= 0) (samples[`${name} ${kind}`] ??= []).push((elapsed * 1e6) / paths.length)
      }
    }
  }
  return (name, kind) => samples[`${name} ${kind}`].sort((a, b) => a - b)[ROUNDS >> 1]
}

function time(find, methods, paths, masks) {
  const begun = performance.now()
  for (let i = 0; i < paths.length; i++) sink = find(methods[i], paths[i], masks[i])
  return performance.now() - begun
}

function print(size, manifest, figure, wrong) {
  const names = ['floor', ...Object.keys(wrong)]
  const right = Object.keys(wrong).filter((name) => name !== 'turnout' && wrong[name] === 0)
  if (typeof sink === 'symbol') throw new Error('no answer')
  console.log(`\n### ${manifest.routes.length} routes: ns per match\n`)
  console.log(`| requests | ${names.join(' | ')} | to the best peer | to the floor |`)
  console.log(`|---|${'---|'.repeat(names.length + 2)}`)
  for (const kind of ['static', 'one param', 'three params', 'long static', 'miss', 'wrong method', 'mixed']) {
    const best = Math.min(...right.map((name) => figure(name, kind)))
    const own = figure('turnout', kind)
    const cells = names.map((name) => figure(name, kind).toFixed(0))
    const ratios = [own / best, own / figure('floor', kind)].map((ratio) => ratio.toFixed(2))
    console.log(`| ${kind} | ${cells.join(' | ')} | ${ratios.join(' | ')} |`)
  }
  for (const [name, count] of Object.entries(wrong)) if (count > 0) console.log(`\n${name}: ${count} wrong answers`)
}
