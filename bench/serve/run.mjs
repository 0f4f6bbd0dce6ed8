// Requests per second, p99 and processor time on Node, Bun or Deno, after `npm run build`:
// `node bench/serve/run.mjs [seconds] [rounds] [executable]`.
//
// Each application runs in a process of its own, on Node with srvx. What compare.mjs says of the load holds here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeModules } from '../production.mjs'
import { applicationOf, NAMES } from './applications.mjs'
import { compare } from './compare.mjs'

const file = fileURLToPath(new URL('server.mjs', import.meta.url))
const [seconds, rounds, executable = process.execPath] = process.argv.slice(2)
const options = basename(executable).startsWith('deno') ? ['run', '--allow-net', '--allow-read', '--allow-env'] : []

await compare(
  async (size) => {
    const modules = writeModules(
      Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await applicationOf(name, size)]))),
    )
    const children = NAMES.map((name) =>
      spawn(executable, [...options, file, modules[name]], {
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const servers = await Promise.all(
      children.map(async (child, index) => {
        const [port] = await once(child.stdout, 'data')
        return [NAMES[index], { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid }]
      }),
    )
    return { servers: Object.fromEntries(servers), stop: () => children.forEach((child) => child.stdin.end()) }
  },
  Number(seconds ?? 1),
  Number(rounds ?? 9),
)
