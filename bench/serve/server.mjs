// One server in a process of its own: `node server.mjs <module>`. Prints its port.
import { serve } from 'srvx/node'

const { default: app } = await import(process.argv[2])
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
await server.ready()
process.send(Number(new URL(server.url).port))
process.on('disconnect', () => process.exit())
