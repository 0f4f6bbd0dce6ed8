// Writes the routes under the examples of the DSL's doc comments and of the guides, and docs/options.md from the table of
// options:
//   node scripts/write-options.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const load = async (file) =>
  (await runnerImport(`${root}packages/compiler/test/docs/${file}`, { root, configFile: false, logLevel: 'silent' }))
    .module

const { HOVERS, withRouteTables } = await load('doc-comments.ts')
for (const file of HOVERS) writeFileSync(file, withRouteTables(readFileSync(file, 'utf8')))
const { optionsPage } = await load('options-page.ts')
writeFileSync(`${root}docs/options.md`, optionsPage())

const { GUIDES, withGuideTables } = await load('guides.ts')
for (const file of GUIDES) writeFileSync(file, withGuideTables(readFileSync(file, 'utf8')))

const { methodsPage } = await load('methods-page.ts')
writeFileSync(`${root}docs/methods.md`, methodsPage())
