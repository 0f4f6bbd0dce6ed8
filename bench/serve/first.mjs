// From nothing to the response to the first request, in process: `node bench/serve/first.mjs [runs]`, after `npm run build`.
//
// The import of the bundled application and its first request, each in a fresh process; medians, less those of an
// application without a router. The last column of each router is the size of its bundle after gzip.
import { spawnSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES, pathsOf } from './applications.mjs'

const RUNS = Number(process.argv[2] ?? 15)
const SIZES = [20, 200, 2000]

/** Runs in the fresh process. `Response` and `Request` are loaded before, as a server has them loaded. */
const MEASURE = `
const [url, path] = process.argv.slice(1)
await new Response('').text()
const request = new Request('http://127.0.0.1:3000' + path)
const begun = performance.now()
const { default: app } = await import(url)
const response = await app.fetch(request)
const time = performance.now() - begun
if (response.status !== 200) throw new Error(String(response.status))
console.log(time)`

function firstResponse(url, path) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, '--', url, path],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const routers = NAMES.filter((name) => name !== 'no router')
console.log(`| first request, ms (KB gzip) | ${routers.join(' | ')} |\n|---|${'---|'.repeat(routers.length)}`)
for (const size of SIZES) {
  const texts = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await applicationOf(name, size)])),
  )
  const urls = writeModules(texts)
  const [path] = pathsOf(size).slice(1)
  const times = Object.fromEntries(NAMES.map((name) => [name, []]))
  for (let run = 0; run < RUNS; run++) for (const name of NAMES) times[name].push(firstResponse(urls[name], path))
  const alone = median(times['no router'])
  const cells = routers.map((name) => {
    const bytes = gzipSync(texts[name], { level: 9 }).length
    return `${(median(times[name]) - alone).toFixed(1)} (${(bytes / 1000).toFixed(1)})`
  })
  console.log(`| ${size.toLocaleString('en')} routes | ${cells.join(' | ')} |`)
}
