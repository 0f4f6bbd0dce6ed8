// Time and memory from route files on disk to the manifest and to the emitted modules, at 1,000, 10,000 and 80,000 routes.
//
//   node bench/compile/run.mjs [sizes…]        (after `npm run build`)
//
// Each size runs in a process of its own, five times; the median is printed. "Vite" is the time that Vite itself
// needs to start a module runner and to import an empty route file; "manifest" is the rest up to there, "modules" that and
// the texts of `virtual:routes` and of its declarations. Memory is that of the process when it has the manifest.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = 5
const sizes = process.argv.slice(2).map(Number)
const measure = fileURLToPath(new URL('measure.mjs', import.meta.url))

/** Routes in the proportions of a Rails application: per group 8 + 8 + 3 + 1 routes. */
function writeProject(root, routes) {
  const groups = Math.round(routes / 20)
  const perFile = 200
  const files = Math.ceil(groups / perFile)
  mkdirSync(join(root, 'config/routes'), { recursive: true })
  const entry = [`import { defineRoutes } from 'vite-plugin-turnout/dsl'`, `export default defineRoutes((r) => {`]
  for (let file = 0; file < files; file += 1) {
    entry.push(`  r.draw('part${file}')`)
    const lines = [`import { defineRoutes } from 'vite-plugin-turnout/dsl'`, `export default defineRoutes((r) => {`]
    for (let group = file * perFile; group < Math.min(groups, (file + 1) * perFile); group += 1) {
      lines.push(
        `  r.resources('photos${group}', { id: /\\d+/ }, (photos: any) => {`,
        `    photos.resources('comments')`,
        `    photos.member((m: any) => { m.get('preview'); m.post('publish') })`,
        `    photos.collection((c: any) => c.get('search'))`,
        `  })`,
        `  r.get('pages${group}/*path', { to: 'pages#show' })`,
      )
    }
    lines.push('})', '')
    writeFileSync(join(root, `config/routes/part${file}.ts`), lines.join('\n'))
  }
  entry.push('})', '')
  writeFileSync(join(root, 'config/routes.ts'), entry.join('\n'))
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

console.log('| routes | manifest, ms | modules, ms | Vite, ms | peak memory, MB | µs a route |')
console.log('|---|---|---|---|---|---|')
for (const size of sizes.length > 0 ? sizes : [1000, 10_000, 80_000]) {
  const root = mkdtempSync(join(tmpdir(), 'turnout-bench-'))
  try {
    writeProject(root, size)
    const results = Array.from({ length: RUNS }, () => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [measure, root], { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
      return JSON.parse(stdout)
    })
    const routes = results[0].routes
    const time = median(results.map((result) => result.total - result.vite))
    const cells = [
      routes.toLocaleString('en'),
      time.toFixed(0),
      median(results.map(({ total, vite, emit }) => total - vite + emit)).toFixed(0),
      median(results.map((result) => result.vite)).toFixed(0),
      (median(results.map((result) => result.peak)) / 1024).toFixed(0),
      ((time / routes) * 1000).toFixed(1),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
