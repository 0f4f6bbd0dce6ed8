// The time that the plugin adds to the start of a dev server and to builds: `node bench/start/run.mjs [pairs]`, after
// `npm run build`.
//
// Each measurement is a process of its own. Processes with the plugin and processes without it take turns, and the script prints
// medians. "wall" is the time since the process started. "CPU" is the time of all threads, which other work on the machine
// affects less. The table has 1,000 routes, and no module imports it. The project with 2,000 modules has no other purpose.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PAIRS = Number(process.argv[2] ?? 15)
const ROUTES = 1000
const MODULES = 2000
const measure = fileURLToPath(new URL('measure.mjs', import.meta.url))

/** Writes a project with resources of eight routes each, in ten drawn files, and modules that import none of them. */
function writeProject(root, modules) {
  for (const folder of ['config/routes', 'src']) mkdirSync(join(root, folder), { recursive: true })
  const write = (file, text) => writeFileSync(join(root, file), text)
  const routeFile = (lines) =>
    `import { defineRoutes } from 'vite-plugin-turnout/dsl'\n\nexport default defineRoutes((r) => {\n${lines.join('\n')}\n})\n`
  write('package.json', '{ "type": "module" }')
  write('index.html', '<script type="module" src="/src/main.js"></script>')
  const resources = Array.from({ length: ROUTES / 8 }, (_, index) => `  r.resources('widget${index}s')`)
  const files = Array.from({ length: 10 }, (_, file) => resources.filter((_line, index) => index % 10 === file))
  for (const [file, lines] of files.entries()) write(`config/routes/part${file}.ts`, routeFile(lines))
  write('config/routes.ts', routeFile(files.map((_, file) => `  r.draw('part${file}')`)))
  for (let index = 0; index < modules; index += 1) {
    const { next, lines } = { next: index + 1 < modules ? `import './module${index + 1}.js'\n` : '', lines: 20 }
    const body = Array.from({ length: lines }, (_, line) => `export const value${line} = () => ${index * line}\n`)
    write(
      `src/module${index}.js`,
      `${next}${body.join('')}globalThis.sum = (globalThis.sum ?? 0) + value${index % lines}()\n`,
    )
  }
  write('src/main.js', modules === 0 ? 'globalThis.sum = 0' : `import './module0.js'`)
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

console.log(
  '| | wall without, ms | with, ms | more | CPU without, ms | with, ms | more | ratio of CPU |\n|---|---|---|---|---|---|---|---|',
)
for (const [name, kind, modules] of [
  ['dev server listens', 'listen', 0],
  ['dev server has served the table', 'table', 0],
  ['build of an empty module', 'build', 0],
  [`build of ${MODULES.toLocaleString('en')} modules`, 'build', MODULES],
]) {
  const root = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), 'project-'))
  try {
    writeProject(root, modules)
    const results = { without: [], with: [] }
    // The first of each writes caches and declarations.
    for (let pair = -1; pair < PAIRS; pair += 1) {
      for (const [plugin, list] of Object.entries(results)) {
        const { stdout, stderr, status } = spawnSync(process.execPath, [measure, root, kind, plugin], {
          encoding: 'utf8',
        })
        if (status !== 0) throw new Error(stderr)
        if (pair >= 0) list.push(JSON.parse(stdout))
      }
    }
    const [wall, cpu] = ['wall', 'cpu'].map((unit) => {
      const without = median(results.without.map((result) => result[unit]))
      const more = median(results.with.map((result, pair) => result[unit] - results.without[pair][unit]))
      return { without, more, cells: [without, without + more, more].map((value) => value.toFixed(0)) }
    })
    console.log(`| ${[name, ...wall.cells, ...cpu.cells, (1 + cpu.more / cpu.without).toFixed(2)].join(' | ')} |`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
