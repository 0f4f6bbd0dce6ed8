// Compiles random tables with hostile names, and parses all emitted files:
//   node scripts/fuzz-names.mjs [tables] [seed]
//
// Default: 20,000 tables. It prints the seed; the same seed repeats the tables. TypeScript also checks the declarations. Exit
// code 1 if a file does not parse.
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { runnerImport } from 'vite'
import { sourceAliases } from './sources.mjs'

const BATCH = 500
const SHOWN = 20

const tables = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? 20261123)
const root = fileURLToPath(new URL('..', import.meta.url))
const load = async (file) => {
  const { module } = await runnerImport(root + file, {
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: sourceAliases },
  })
  return module
}
const { checkTable, hostileTable } = await load('packages/compiler/test/hostile/hostile-tables.ts')
const { typeCheck } = await load('packages/compiler/test/type-check.ts')

const begun = Date.now()
let tried = 0
let compiled = 0
let problems = 0

function report(problem) {
  if (problems++ < SHOWN) console.log(problem)
}

for (let batch = 0; compiled < tables; batch++) {
  const declarations = {}
  for (const table of fc.sample(hostileTable, { seed: seed + batch, numRuns: BATCH })) {
    if (compiled >= tables) break
    tried += 1
    const { manifest, declarations: code, problems: unparsed } = await checkTable(table)
    for (const problem of unparsed) report(`seed ${seed + batch}: ${problem}`)
    if (manifest === null) continue
    // The modules of the tables must not be one.
    declarations[`table${compiled}.d.ts`] = code.replaceAll("'virtual:routes", `'virtual:${compiled}:routes`)
    compiled += 1
  }
  const output = typeCheck(declarations, '--skipLibCheck', 'false')
  for (const line of output.split('\n').filter((each) => /error TS/.test(each))) report(`seed ${seed + batch}: ${line}`)
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    `seeds ${seed} to ${seed + batch}: ${tried} tables, ${compiled} compiled, ${problems} problems (${seconds} s)`,
  )
}
process.exit(problems === 0 ? 0 : 1)
