// The commands of the README, on a machine that has only Node, npm and git:
//   npm start      installs, builds the packages and serves the playground
//   npm test       installs, builds the packages and runs every check
//   npm run docs   installs, and serves the documentation
import { execSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './child.mjs'

const PNPM = ['npx', '--yes', 'pnpm@12.21.0']

/** Every check of `npm test`, in order. A failed one does not keep the others from running. */
const CHECKS = ['format:check', 'lint', 'typecheck', 'unused', 'imports', 'prose', 'package:check', 'tests']

/** The file that `npx` runs, once it is known: `npx` itself takes one to two seconds for each command. */
let pnpmFile = null

/** `npx` is a batch file on Windows, which only a shell can run. */
const pnpm = (...args) =>
  pnpmFile === null ? run([...PNPM, ...args].join(' '), [], { shell: true }) : run(pnpmFile, args)

async function pnpmOrExit(...args) {
  const code = await pnpm(...args)
  if (code !== 0) process.exit(code)
}

const [command] = process.argv.slice(2)
if (!['start', 'test', 'docs'].includes(command)) {
  console.error('Usage: node scripts/run.mjs start|test|docs')
  process.exit(2)
}

/** Runs the command of a dependency without a package manager around it, so that it gets the terminal and the signals. */
async function exitWith(folder, dependency, file, ...args) {
  const cwd = path.resolve(folder)
  const { resolve } = createRequire(path.join(cwd, 'package.json'))
  const script = path.join(path.dirname(resolve(`${dependency}/package.json`)), file)
  process.exit(await run(process.execPath, [script, ...args], { cwd }))
}

await pnpmOrExit('install', '--frozen-lockfile', '--reporter=append-only')
if (command === 'docs') await exitWith('docs', 'vitepress', 'bin/vitepress.js', 'dev')

const executed = execSync([...PNPM, 'exec node -p process.env.npm_execpath'].join(' '), { encoding: 'utf8' }).trim()
// Some releases of pnpm are scripts, which need Node.
if (!/\.[cm]?js$/.test(executed)) {
  pnpmFile = executed
  // For scripts that run pnpm.
  process.env.PATH = `${path.dirname(pnpmFile)}${path.delimiter}${process.env.PATH}`
}
await pnpmOrExit('run', 'build')
if (command === 'start') await exitWith('playground', 'vite', 'bin/vite.js')

const failed = []
for (const check of CHECKS) {
  console.log(`\n== ${check}`)
  if ((await pnpm('run', check)) !== 0) failed.push(check)
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
