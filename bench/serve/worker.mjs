// A worker's bundle and its start on workerd: `node bench/serve/worker.mjs [rounds]`, after `npm run build`.
//
// Time is from the start of Miniflare to the first answer, with its own process; that of a worker without routes is taken
// off.
import { gzipSync } from 'node:zlib'
import { applicationOf, NAMES, pathsOf } from './applications.mjs'
import { startWorker } from './start-worker.mjs'

const rounds = Number(process.argv[2] ?? 7)
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const SIZES = [20, 200, 2000]
const ROUTERS = NAMES.filter((name) => name !== 'no router')

async function start(script, path) {
  const begun = performance.now()
  const miniflare = await startWorker(script)
  const response = await fetch(new URL(path, await miniflare.ready))
  if (response.status !== 200) throw new Error(await response.text())
  const time = performance.now() - begun
  await miniflare.dispose()
  return time
}

console.log(`| | ${ROUTERS.join(' | ')} |\n|---|${'---|'.repeat(ROUTERS.length)}`)
const empty = await applicationOf('no router', 20)
for (const size of SIZES) {
  const scripts = await Promise.all(ROUTERS.map((name) => applicationOf(name, size)))
  const [path] = pathsOf(size)
  const times = [[], ...ROUTERS.map(() => [])]
  for (let round = 0; round <= rounds; round++) {
    for (const [i, script] of [empty, ...scripts].entries()) {
      const time = await start(script, path)
      if (round > 0) times[i].push(time)
    }
  }
  const name = `${size.toLocaleString('en')} routes`
  const bytes = scripts.map(
    (script) => `${(script.length / 1024).toFixed(1)} (${(gzipSync(script).length / 1024).toFixed(1)})`,
  )
  console.log(`| bundle, KB (gzip), ${name} | ${bytes.join(' | ')} |`)
  const own = times.slice(1).map((each) => (median(each) - median(times[0])).toFixed(1))
  console.log(`| start, ms beyond an empty worker, ${name} | ${own.join(' | ')} |`)
}
