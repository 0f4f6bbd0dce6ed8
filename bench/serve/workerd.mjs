// Requests per second, and p99, on workerd: `node bench/serve/workerd.mjs [seconds] [rounds]`, after `npm run build`.
//
// Each application is the only worker of a workerd of its own, which Miniflare starts, and is asked without Miniflare in
// between. What compare.mjs says of the load holds here.
import { applicationOf, NAMES } from './applications.mjs'
import { compare } from './compare.mjs'
import { childrenOf } from '../cpu-time.mjs'
import { startWorker } from './start-worker.mjs'

await compare(
  async (size) => {
    const servers = {}
    const workers = []
    for (const name of NAMES) {
      const script = await applicationOf(name, size)
      const earlier = childrenOf(process.pid)
      const worker = await startWorker(script, { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] })
      workers.push(worker)
      // Miniflare does not say which process it has started.
      const pid = childrenOf(process.pid).find((child) => !earlier.includes(child))
      servers[name] = { url: (await worker.unsafeGetDirectURL()).origin, pid }
    }
    return {
      servers,
      stop: () => Promise.all(workers.map((worker) => worker.dispose())),
    }
  },
  ...process.argv.slice(2).map(Number),
)
