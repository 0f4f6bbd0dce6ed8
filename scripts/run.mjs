// The two commands of the README, on a machine that has only Node, npm and git:
//   npm start   installs, builds the packages and serves the playground
//   npm test    installs, builds the packages and runs every check
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './child.mjs'

const PNPM = ['npx', '--yes', 'pnpm@12.21.0']

/** Every check of `npm test`, in order. A failed one does not keep the others from running. */
const CHECKS = ['format:check', 'lint', 'typecheck', 'unused', 'imports', 'package:check', 'unit']

/** `npx` is a batch file on Windows, which only a shell can run. */
const pnpm = (...args) => run([...PNPM, ...args].join(' '), [], { shell: true })

async function pnpmOrExit(...args) {
  const code = await pnpm(...args)
  if (code !== 0) process.exit(code)
}

const [command] = process.argv.slice(2)
if (command !== 'start' && command !== 'test') {
  console.error('Usage: node scripts/run.mjs start|test')
  process.exit(2)
}

await pnpmOrExit('install', '--frozen-lockfile', '--reporter=append-only')
await pnpmOrExit('run', 'build')

if (command === 'start') {
  // Vite itself, not a package manager around it: it then has the terminal, and the signals.
  const playground = path.resolve('playground')
  const { resolve } = createRequire(path.join(playground, 'package.json'))
  const vite = path.join(path.dirname(resolve('vite/package.json')), 'bin/vite.js')
  process.exit(await run(process.execPath, [vite], { cwd: playground }))
}

const failed = []
for (const check of CHECKS) {
  console.log(`\n== ${check}`)
  if ((await pnpm('run', check)) !== 0) failed.push(check)
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
