// What a request costs without a server, in time of the processor, and whether memory stays flat:
// `node --expose-gc bench/serve/dispatch.mjs`.
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES, pathsOf } from './applications.mjs'

const REQUESTS = 1_000_000
const ROUTERS = NAMES.filter((name) => name !== 'no router')
const SIZES = [20, 200, 2000]
const ROUNDS = 15
const BATCH = 10_000

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

console.log(`| µs a request | ${ROUTERS.join(' | ')} |\n|---|${'---|'.repeat(ROUTERS.length)}`)
let own
for (const size of SIZES) {
  const modules = writeModules(
    Object.fromEntries(await Promise.all(ROUTERS.map(async (name) => [name, await applicationOf(name, size)]))),
  )
  const requests = pathsOf(size).map((path) => new Request(`http://127.0.0.1:3000${path}`))
  const apps = await Promise.all(ROUTERS.map(async (name) => [name, (await import(modules[name])).default]))
  const times = new Map(ROUTERS.map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, app] of apps) {
      const begun = process.cpuUsage()
      for (let i = 0; i < BATCH; i++) await app.fetch(requests[i % requests.length])
      const { user, system } = process.cpuUsage(begun)
      if (round > 0) times.get(name).push((user + system) / BATCH)
    }
  }
  console.log(
    `| ${size.toLocaleString('en')} routes | ${ROUTERS.map((name) => median(times.get(name)).toFixed(2)).join(' | ')} |`,
  )
  if (size === 200) own = apps[0][1]
}

const requests = pathsOf(200).map((path) => new Request(`http://127.0.0.1:3000${path}`))
const heap = []
for (let i = 0; i <= REQUESTS; i++) {
  if (i % (REQUESTS / 10) === 0) {
    globalThis.gc()
    heap.push((process.memoryUsage().heapUsed / 2 ** 20).toFixed(1))
  }
  await own.fetch(requests[i % requests.length])
}
console.log(`\nHeap after each 100,000 of 1,000,000 requests, MB: ${heap.join(', ')}`)
