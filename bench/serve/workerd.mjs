// Requests per second, and p99, on workerd: `node bench/serve/workerd.mjs [seconds] [rounds]`, after `npm run build`.
//
// Each application is the only worker of a workerd of its own, which Miniflare starts, and is asked without Miniflare in
// between. What compare.mjs says of the load holds here.
import { applicationOf, NAMES } from './applications.mjs'
import { compare } from './compare.mjs'
import { startWorker } from './start-worker.mjs'

await compare(
  async (size) => {
    const scripts = await Promise.all(NAMES.map((name) => applicationOf(name, size)))
    const workers = await Promise.all(
      scripts.map((script) => startWorker(script, { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] })),
    )
    const urls = await Promise.all(workers.map((worker) => worker.unsafeGetDirectURL()))
    return {
      urls: Object.fromEntries(NAMES.map((name, i) => [name, urls[i].origin])),
      stop: () => Promise.all(workers.map((worker) => worker.dispose())),
    }
  },
  ...process.argv.slice(2).map(Number),
)
