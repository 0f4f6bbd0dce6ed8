// The two commands of the README, on a machine that has only Node, npm and git:
//   npm start   installs, builds the packages and serves the playground
//   npm test    installs, builds the packages and runs every check
import { spawnSync } from 'node:child_process'

const PNPM = ['npx', '--yes', 'pnpm@12.21.0']

/** Every check of `npm test`, in order. A failed one does not keep the others from running. */
const CHECKS = ['format:check', 'lint', 'typecheck', 'unused', 'package:check', 'unit']

function run(args) {
  const { status, error } = spawnSync([...PNPM, ...args].join(' '), { stdio: 'inherit', shell: true })
  if (error) throw error
  return status ?? 1
}

function runOrExit(...args) {
  const status = run(args)
  if (status !== 0) process.exit(status)
}

runOrExit('install', '--frozen-lockfile', '--reporter=append-only')
runOrExit('run', 'build')

const [command] = process.argv.slice(2)
if (command === 'start') {
  runOrExit('--filter', 'playground', 'dev')
} else if (command === 'test') {
  const failed = CHECKS.filter((check) => {
    console.log(`\n== ${check}`)
    return run(['run', check]) !== 0
  })
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exit(failed.length === 0 ? 0 : 1)
} else {
  console.error('usage: node scripts/run.mjs start|test')
  process.exit(2)
}
