// One measurement of `run.mjs`: `node measure.mjs <root> listen|table|build with|without`. Prints wall and CPU time in ms.
const [root, kind, plugin] = process.argv.slice(2)

const { build, createServer } = await import('vite')
const plugins = plugin === 'with' ? [(await import('vite-plugin-turnout')).turnout()] : []
const config = { root, configFile: false, logLevel: 'error', plugins }
if (kind === 'build') {
  await build(config)
} else {
  const server = await createServer({ ...config, server: { host: '127.0.0.1', port: 0 } })
  await server.listen()
  if (kind === 'table') {
    const file = plugin === 'with' ? '/@id/__x00__virtual:routes' : '/src/main.js'
    const { port } = server.httpServer.address()
    const response = await fetch(`http://127.0.0.1:${port}${file}`)
    if (!response.ok) throw new Error(await response.text())
    await response.text()
  }
}
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ wall: performance.now(), cpu: (user + system) / 1000 }))
process.exit()
