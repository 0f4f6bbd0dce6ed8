// Sends random raw requests to the dev server, the preview, and the built server on Node 20 and 24, Bun, Deno and workerd:
//   node scripts/fuzz-requests.mjs [requests] [seed] [server…]
//
// Default: 20,000 requests to each server. It prints the seed; the same seed repeats the requests. Server names are those of
// the table in docs/deploying.md, which lists all permitted differences. Exit code 1 if a server ends, prints an unhandled
// error, gives away a file, never responds, or differs without a row; or if no request needed a row.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { sourceAliases } from './sources.mjs'

const count = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? 20261126)
const wanted = process.argv.slice(4)
const root = fileURLToPath(new URL('..', import.meta.url))
const load = async (file) => {
  const options = { root, configFile: false, logLevel: 'silent', resolve: { alias: sourceAliases } }
  return (await runnerImport(root + file, options)).module
}
const { fuzzedServers } = await load('e2e/requests/servers.ts')
const { fuzzRequests } = await load('e2e/requests/fuzz.ts')

const ends = []
let isFailed = true
try {
  const { servers, places } = await fuzzedServers(true, (end) => ends.push(end))
  // The first server is the one with which the others are compared.
  const chosen = servers.filter(({ name }, position) => position === 0 || wanted.length === 0 || wanted.includes(name))
  console.log(`${count} requests with the seed ${seed} to each of: ${chosen.map(({ name }) => name).join(', ')}`)
  const { failures, unusedRows } = await fuzzRequests(chosen, places, { count, seed, log: console.log })
  console.log(`\n${failures.length} kinds of failures`)
  for (const { kind, count: times } of failures.sort((a, b) => b.count - a.count)) console.log(`${times} × ${kind}`)
  const isEnough = count >= 10_000
  if (isEnough)
    for (const { line } of unusedRows) console.log(`\nNo request needed this row of docs/deploying.md:\n${line}`)
  isFailed = failures.length > 0 || (isEnough && unusedRows.length > 0)
} finally {
  for (const end of ends.reverse()) await end()
}
process.exit(isFailed ? 1 : 0)
