// Writes docs/diagnostics.md from the catalogue of diagnostics and its examples:
//   node scripts/write-diagnostics.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const { module } = await runnerImport(`${root}packages/compiler/test/diagnostics/page.ts`, {
  root,
  configFile: false,
  logLevel: 'silent',
})
mkdirSync(`${root}docs`, { recursive: true })
writeFileSync(`${root}docs/diagnostics.md`, module.cataloguePage())
