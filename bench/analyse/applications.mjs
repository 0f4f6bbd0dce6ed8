// Real tables with complex requirements: the time to compile a part of GitLab, a table as large as all of GitLab
// (45 copies of that part under scopes of their own), and others; the size of the emitted module; the time of a match.
//
//   node bench/analyse/applications.mjs
//
// Each table runs in a process of its own, from a cold start, on the sources (Vite transforms them before the clock
// starts). The times are CPU time; the last column says how much longer 64 KiB take than 32 KiB.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runnerImport } from 'vite'

const TABLES = ['app:gitlab-part', 'app:gitlab-part x 45', 'app:discourse']
const root = fileURLToPath(new URL('../..', import.meta.url))

function milliseconds(work) {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function load(file) {
  const source = (name) => `${root}packages/${name}/src/index.ts`
  const options = {
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@turnout/compiler': source('compiler'), '@turnout/runtime': source('runtime') } },
  }
  return (await runnerImport(`${root}packages/compiler/${file}`, options)).module
}

async function measure(name) {
  const [id, copies = '1'] = name.split(' x ')
  const { readCorpus } = await load('test/conformance/corpus.ts')
  const { replay } = await load('test/conformance/replay.ts')
  const { compileRoutes } = await load('src/index.ts')
  const { emitModule } = await load('src/phases/5-emit/emit-module.ts')
  const { loadModule } = await load('test/load-module.ts')
  const cases = ['applications', 'applications-2', 'applications-3'].flatMap((file) => readCorpus(file))
  const found = cases.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no case ${id}: ${cases.map((each) => each.id).join(', ')}`)
  const draw = (r) => {
    for (let copy = 1; copy < Number(copies); copy++) {
      r.scope(`copy${copy}`, { as: `copy${copy}` }, (inner) => replay(inner, found.tree))
    }
    replay(r, found.tree)
  }
  let result
  let code = ''
  const compile = milliseconds(() => {
    result = compileRoutes(draw, { rails: found.rails, callables: 'by-name' })
    if (result.manifest !== null) code = emitModule(result.manifest).code
  })
  if (result.manifest === null) throw new Error(JSON.stringify(result.diagnostics.slice(0, 3)))
  const { match } = loadModule(code)
  const requests = (found.requests ?? []).map(([method, path]) => [method, path])
  const round = () => {
    for (const [method, path] of requests) match(method, path)
  }
  for (let warm = 0; warm < 20; warm++) round()
  const rounds = 40
  const perMatch =
    (milliseconds(() => {
      for (let at = 0; at < rounds; at++) round()
    }) /
      rounds /
      requests.length) *
    1000
  const long = (length) => {
    const path = `/${'a-b/'.repeat(length / 4)}-/x`
    match('GET', path)
    return milliseconds(() => {
      for (let at = 0; at < 20; at++) match('GET', path)
    })
  }
  const growth = long(64_000) / long(32_000)
  const bytes = Buffer.byteLength(code)
  const gzip = gzipSync(code).length
  console.log(JSON.stringify({ routes: result.manifest.routes.length, compile, perMatch, growth, bytes, gzip }))
}

const [only] = process.argv.slice(2)
if (only !== undefined) await measure(only)
else {
  console.log('| table | routes | compile ms | module KB | gzip KB | match µs | 64 KiB / 32 KiB |')
  console.log('| ----- | -----: | ---------: | --------: | ------: | -------: | --------------: |')
  for (const name of TABLES) {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' })
    if (child.status !== 0) throw new Error(child.stderr)
    const { routes, compile, perMatch, growth, bytes, gzip } = JSON.parse(child.stdout)
    const columns = [name, routes, Math.round(compile), Math.round(bytes / 1024), Math.round(gzip / 1024)]
    console.log(`| ${[...columns, perMatch.toFixed(1), growth.toFixed(1)].join(' | ')} |`)
  }
}
