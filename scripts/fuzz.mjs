// The random tests with their full number of cases, and then the long runs, which get new seeds:
//   npm run fuzz              once the full number
//   npm run fuzz -- 10        ten times as many
// `npm test` makes a fifth of them (`packages/compiler/test/runs.ts`). The long runs take minutes.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const times = Number(process.argv[2] ?? 1)
if (!(times > 0)) {
  console.error('Usage: node scripts/fuzz.mjs [times]')
  process.exit(2)
}

/** The test files that make random cases. */
const files = readdirSync(path.join(root, 'packages'), { recursive: true })
  .map((file) => path.join('packages', file))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) => /\/runs\.ts'|TURNOUT_CALLS/.test(readFileSync(path.join(root, file), 'utf8')))

const newSeed = () => String(Math.floor(Math.random() * 0x7fffffff))
const script = (name, ...args) => [path.join(root, 'scripts', name), ...args]

const commands = [
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files],
  script('fuzz-matcher.mjs', String(1_000_000 * times), newSeed()),
  script('fuzz-requirements.mjs', 'compare', String(200_000 * times), newSeed()),
  script('fuzz-requirements.mjs', 'time', String(500 * times), newSeed()),
  script('fuzz-names.mjs', String(2_000 * times), newSeed()),
  script('fuzz-requests.mjs', String(20_000 * times), newSeed()),
]

let isFailed = false
for (const [file, ...args] of commands) {
  console.log(`\n== ${path.relative(root, file)} ${args.slice(0, 3).join(' ')}`)
  const env = { ...process.env, TURNOUT_RUNS: String(times), TURNOUT_CALLS: String(40_000 * times) }
  if ((await run(process.execPath, [file, ...args], { cwd: root, env })) !== 0) isFailed = true
}
process.exit(isFailed ? 1 : 0)
