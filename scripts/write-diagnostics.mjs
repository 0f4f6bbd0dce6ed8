// Writes docs/diagnostics.md and docs/diagnostics/ from the catalogue of diagnostics and its examples:
//   node scripts/write-diagnostics.mjs
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport(`${root}packages/compiler/test/diagnostics/page.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
})
const folder = `${root}docs/diagnostics`
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [file, text] of module.diagnosticPages()) writeFileSync(`${root}docs/${file}`, text)
