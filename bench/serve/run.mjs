// Requests per second, and p99: `node bench/serve/run.mjs [seconds] [rounds]`, after `npm run build`.
//
// Each application runs on srvx in a process of its own, and is asked over loopback by 20 connections for paths in turn.
// The applications take turns within each round, so that whatever else the machine does is done to all of them. Medians
// of the rounds are printed; the ratio is to srvx without a router in the same round. The one who asks takes a processor
// as well.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES, pathsOf } from './applications.mjs'

const [seconds = 1, rounds = 9] = process.argv.slice(2).map(Number)
const SIZES = [20, 200, 2000]
const file = fileURLToPath(new URL('server.mjs', import.meta.url))
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

console.log(`| routes | ${NAMES.map((name) => `${name}, requests/s | ratio | p99, ms`).join(' | ')} |`)
console.log(`|---|${'---|---|---|'.repeat(NAMES.length)}`)
for (const size of SIZES) {
  const modules = writeModules(
    Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await applicationOf(name, size)]))),
  )
  const servers = await Promise.all(
    NAMES.map(async (name) => {
      const child = fork(file, [modules[name]], { env: { ...process.env, NODE_ENV: 'production' } })
      const [port] = await once(child, 'message')
      return { name, child, url: `http://127.0.0.1:${port}` }
    }),
  )
  const requests = pathsOf(size).map((path) => ({ method: 'GET', path }))
  const found = new Map(NAMES.map((name) => [name, []]))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { name, url } of servers) {
      const result = await autocannon({ url, requests, connections: 20, duration: seconds })
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} wrong answers`)
      if (round > 0) found.get(name).push(result)
    }
  }
  for (const { child } of servers) child.disconnect()
  const cells = NAMES.map((name) => {
    const results = found.get(name)
    const rates = results.map(({ requests: { average } }) => average)
    const ratios = rates.map((rate, round) => rate / found.get('srvx alone')[round].requests.average)
    const p99 = median(results.map(({ latency }) => latency.p99))
    return `${Math.round(median(rates))} | ${median(ratios).toFixed(2)} | ${p99}`
  })
  console.log(`| ${size.toLocaleString('en')} | ${cells.join(' | ')} |`)
}
