// One measurement, in a process of its own: `node measure.mjs <root>`. Prints JSON: times in ms, memory in KiB.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emitModule } from '@turnout/compiler/internal/phases/5-emit/emit-module'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { resolveConfig } from 'vite'
import { turnout } from 'vite-plugin-turnout'

async function compile(root) {
  const config = await resolveConfig({ root, configFile: false, logLevel: 'silent', plugins: [turnout()] }, 'build')
  return config.plugins
    .find((plugin) => plugin.name === 'turnout')
    .api.project()
    .recompile()
}

const empty = mkdtempSync(join(tmpdir(), 'turnout-empty-'))
mkdirSync(join(empty, 'config'))
writeFileSync(join(empty, 'config/routes.ts'), 'export default () => {}\n')

const begun = performance.now()
await compile(empty)
const vite = performance.now() - begun
rmSync(empty, { recursive: true })

const started = performance.now()
const { manifest, problems } = await compile(process.argv[2])
const beyond = performance.now() - started
if (manifest === null) throw new Error(JSON.stringify(problems.slice(0, 3)))

const peak = process.resourceUsage().maxRSS

const emitting = performance.now()
emitModule(manifest)
emitTypes(manifest)
const emit = performance.now() - emitting

console.log(JSON.stringify({ vite, total: vite + beyond, emit, routes: manifest.routes.length, peak }))
