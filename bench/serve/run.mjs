// Requests per second, and p99, on Node: `node bench/serve/run.mjs [seconds] [rounds]`, after `npm run build`.
//
// Each application runs on srvx in a process of its own. What compare.mjs says of the load holds here.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES } from './applications.mjs'
import { compare } from './compare.mjs'

const file = fileURLToPath(new URL('server.mjs', import.meta.url))

await compare(
  async (size) => {
    const modules = writeModules(
      Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await applicationOf(name, size)]))),
    )
    const children = NAMES.map((name) =>
      fork(file, [modules[name]], { env: { ...process.env, NODE_ENV: 'production' } }),
    )
    const ports = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]))
    return {
      urls: Object.fromEntries(NAMES.map((name, i) => [name, `http://127.0.0.1:${ports[i]}`])),
      stop: () => children.forEach((child) => child.disconnect()),
    }
  },
  ...process.argv.slice(2).map(Number),
)
