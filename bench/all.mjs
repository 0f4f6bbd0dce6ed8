// Runs the benchmarks one after the other, all but the soak and what needs Valgrind, and prints their tables:
// `npm run bench`, after `npm run build`.
//
// `node bench/all.mjs match size` runs those whose name has one of the words. Let nothing else run meanwhile.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BENCHMARKS = [
  'match/run.mjs',
  'match/worst.mjs',
  'size/matcher.mjs',
  'size/helpers.mjs',
  'size/links.mjs',
  'links/run.mjs',
  'cold/run.mjs',
  'serve/run.mjs',
  'serve/dispatch.mjs',
  'serve/contract.mjs',
  'serve/steps.mjs',
  'serve/kinds.mjs',
  'serve/first.mjs',
  'serve/workerd.mjs',
  'serve/worker.mjs',
  'compile/run.mjs',
  'analyse/time.mjs',
  'analyse/requirements.mjs',
  'types/run.mjs',
  'types/contracts.mjs',
  'types/editor.mjs',
  'edit/run.mjs',
  'start/run.mjs',
  'dead-links/run.mjs',
  'inspector/run.mjs',
  'install/measure.mjs',
  'navigation/run.mjs',
]

const words = process.argv.slice(2)
for (const name of BENCHMARKS) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue
  console.log(`\n## bench/${name}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(new URL(name, import.meta.url))], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
