// Type-checking an application against `virtual-routes.d.ts`: `node bench/types/run.mjs [routes…]`, after
// `npm run build`.
//
// The application uses three helpers and `match`. A second application also narrows 50 matches, in separate functions (by
// controller and action) and in one `switch` (by name). Each compiler runs in its own process, five times; the script prints
// the median time and the least processor time. Instantiations of helpers must not grow with the routes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileRoutes } from '@turnout/compiler'
import { endedChildrenTime } from '../cpu-time.mjs'
import { installPlugin } from './install-plugin.mjs'

const RUNS = Number(process.env.RUNS ?? 5)
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [8, 1000, 5000]
const require = createRequire(import.meta.url)
const COMPILERS = [require.resolve('typescript-5/package.json'), require.resolve('typescript/package.json')].map(
  (file) => ({ version: require(file).version, program: join(dirname(file), 'bin/tsc') }),
)

const MAIN = `import routes, { match, editWidget0Path, widget0Url } from 'virtual:routes'
export const paths: string[] = [editWidget0Path(1), routes.widget0sPath(), widget0Url({ id: 2 }, { host: 'a.b' })]
export const controller: string | undefined = match('GET', '/')?.controller
`

/** Returns code that narrows the matches of 50 resources. The table must contain them. */
function narrowing(resources) {
  const chosen = Array.from({ length: 50 }, (_, index) => Math.floor((index * resources) / 50))
  const functions = chosen.map(
    (resource, index) => `export function id${index}(found: RouteMatch): string | null {
  return found.controller === 'widget${resource}s' && found.action === 'show' ? found.params.id : null
}`,
  )
  const cases = chosen.map((resource) => `    case 'edit_widget${resource}': return found.params.id`)
  return `${MAIN}import type { RouteMatch } from 'virtual:routes'
${functions.join('\n')}
export function byName(found: RouteMatch): string | null {
  switch (found.name) {
${cases.join('\n')}
    default: return null
  }
}
`
}

function measure(program, root) {
  const begun = performance.now()
  const cpuBefore = endedChildrenTime()
  const { stdout, status } = spawnSync(process.execPath, [program, '--extendedDiagnostics', '-p', root], {
    encoding: 'utf8',
  })
  const time = performance.now() - begun
  const cpu = endedChildrenTime() - cpuBefore
  if (status !== 0) throw new Error(stdout)
  return { time, cpu, instantiations: /^Instantiations:\s+(\d+)/m.exec(stdout)?.[1] ?? '–' }
}

console.log(
  '| routes | declarations, KB | application | compiler | time, ms | processor time, ms | instantiations |\n|---|---|---|---|---|---|---|',
)
for (const size of sizes) {
  const root = mkdtempSync(join(tmpdir(), 'turnout-types-'))
  try {
    const { types } = compileRoutes((r) => {
      for (let index = 0; index < size / 8; index += 1) r.resources(`widget${index}s`)
    })
    installPlugin(root)
    writeFileSync(join(root, 'virtual-routes.d.ts'), types)
    const compilerOptions = { module: 'NodeNext', target: 'ES2022', strict: true, noEmit: true, types: [] }
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const applications = { 'three helpers': MAIN, ...(size >= 400 && { 'and 50 matches': narrowing(size / 8) }) }
    for (const [application, main] of Object.entries(applications)) {
      writeFileSync(join(root, 'main.ts'), main)
      for (const { version, program } of COMPILERS) {
        const runs = Array.from({ length: RUNS }, () => measure(program, root)).sort((a, b) => a.time - b.time)
        const { time, instantiations } = runs[RUNS >> 1]
        const cells = [
          size.toLocaleString('en'),
          (types.length / 1024).toFixed(0),
          application,
          version,
          time.toFixed(0),
          Math.min(...runs.map(({ cpu }) => cpu)),
          instantiations,
        ]
        console.log(`| ${cells.join(' | ')} |`)
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
