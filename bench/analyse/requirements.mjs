// The time to compile routes whose requirements are long: as GitLab's, with up to 254 rounds and reserved words.
//
//   node bench/analyse/requirements.mjs        (after `npm run build`)
//
// From a block in memory to the manifest, and from there to the emitted module. Each table five times, in a process of
// its own each time, for a verdict on a regular expression is kept as long as the process lives; medians.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import { forgeRoutes, tenRoutes } from './forge-routes.mjs'

const RUNS = 5
const TABLES = { 'ten of one form': tenRoutes, 'a forge': forgeRoutes }

const [only] = process.argv.slice(2)
if (only !== undefined) {
  const started = performance.now()
  const result = compileRoutes(TABLES[only])
  const compiled = performance.now()
  if (result.manifest === null) throw new Error(JSON.stringify(result.diagnostics.slice(0, 3)))
  if (result.code === null) throw new Error('no module')
  const emitted = performance.now()
  const { manifest, diagnostics } = result
  console.log(
    JSON.stringify({
      routes: manifest.routes.length,
      manifest: compiled - started,
      module: emitted - compiled,
      diagnostics: diagnostics.length,
    }),
  )
} else {
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]
  console.log('| table           | routes | manifest ms | module ms | diagnostics |')
  console.log('| --------------- | -----: | ----------: | --------: | ----------: |')
  for (const name of Object.keys(TABLES)) {
    const runs = Array.from({ length: RUNS }, () => {
      const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' })
      if (child.status !== 0) throw new Error(child.stderr)
      return JSON.parse(child.stdout)
    })
    const cells = [
      name.padEnd(15),
      String(runs[0].routes).padStart(6),
      median(runs.map(({ manifest }) => manifest))
        .toFixed(0)
        .padStart(11),
      median(runs.map(({ module }) => module))
        .toFixed(0)
        .padStart(9),
      String(runs[0].diagnostics).padStart(11),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
