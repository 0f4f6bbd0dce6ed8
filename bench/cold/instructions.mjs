// Start-up by the processor's instructions: `node bench/cold/instructions.mjs [routers…]`, after `npm run build`.
//
// Start-up times vary by a third from run to run; instructions show the effect of a change to the percent. Valgrind
// (`apt-get install valgrind`) counts the instructions of a process that imports a bundle and matches requests, minus those
// of a process that imports an empty module. V8 runs on one thread, without optimising: in such a short time it does not
// finish optimising, and on its own thread it would take little of the main thread's time.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundlesOf, ROUTERS } from './bundles.mjs'

const SIZES = [169, 203, 1000]
const VALGRIND = ['--tool=cachegrind', '--cache-sim=no', '--smc-check=all-non-file', '--cachegrind-out-file=/dev/null']
const V8 = ['--single-threaded', '--no-opt', '--hash-seed=1', '--random-seed=1']
const count = fileURLToPath(new URL('count.mjs', import.meta.url))
const run = promisify(execFile)

const asked = process.argv.slice(2)
const names = ROUTERS.filter((name) => asked.length === 0 || asked.includes(name))

console.log(`| millions of instructions | ${names.join(' | ')} |`)
console.log(`|---|${'---|'.repeat(names.length)}`)
for (const size of SIZES) {
  const files = await bundlesOf(size)
  const instructions = async (name, matches) => {
    const node = [process.execPath, ...V8, count, files[name], files.requests, matches]
    const { stderr } = await run('valgrind', [...VALGRIND, ...node])
    const found = /I +refs: +([\d,]+)/.exec(stderr)
    if (found === null) throw new Error(stderr)
    return Number(found[1].replaceAll(',', ''))
  }
  const empty = await instructions('empty', 0)
  const first = []
  const thousand = []
  for (const name of names) {
    const [one, all] = await Promise.all([instructions(name, 1), instructions(name, 1000)])
    first.push(one - empty)
    thousand.push(all - one)
  }
  const millions = (values) => values.map((value) => (value / 1e6).toFixed(1)).join(' | ')
  console.log(`| import + first match, ${size} routes | ${millions(first)} |`)
  console.log(`| the next 1,000 matches, ${size} routes | ${millions(thousand)} |`)
}
