// One server in a process of its own, on Node, Bun or Deno: `server.mjs <module>`. It prints its port, and ends with its input.
import process from 'node:process'

const { default: app } = await import(process.argv[2])
console.log(await start())
process.stdin.on('end', () => process.exit()).resume()

/** Starts the server of the runtime, and on Node srvx. Returns its port. */
async function start() {
  const options = { port: 0, hostname: '127.0.0.1' }
  if (globalThis.Bun) return globalThis.Bun.serve({ ...options, fetch: app.fetch }).port
  if (globalThis.Deno) return globalThis.Deno.serve({ ...options, onListen() {} }, app.fetch).addr.port
  const { serve } = await import('srvx/node')
  const server = serve({ ...options, fetch: app.fetch, silent: true, gracefulShutdown: false })
  await server.ready()
  return new URL(server.url).port
}
