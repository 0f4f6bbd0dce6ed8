// The commands of the README, on a machine that has only Node, npm and git:
//   npm start      installs, builds the packages and serves the playground
//   npm test       installs, builds the packages and runs every check
//   npm run docs   installs, builds the packages and serves the documentation, whose playground contains the compiler
import { execSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { collect, run } from './child.mjs'

const PNPM = ['npx', '--yes', 'pnpm@12.21.0']

/** The checks of `npm test` that read only files of git. They run during the build. */
const SOURCE_CHECKS = ['format:check', 'lint']

/** The checks that need the built packages: two lists, which run at the same time. The tests follow, and use all cores. */
const BUILD_CHECKS = [
  ['typecheck', 'package:check'],
  ['unused', 'imports'],
]

/** The file that `npx` runs, once it is known: `npx` itself takes one to two seconds for each command. */
let pnpmFile = null

/** `npx` is a batch file on Windows, which only a shell can run. */
const pnpm = (...args) =>
  pnpmFile === null ? run([...PNPM, ...args].join(' '), [], { shell: true }) : run(pnpmFile, args)

/** Like `pnpm`, but returns the output with the exit code. */
const collectPnpm = (...args) =>
  pnpmFile === null ? collect([...PNPM, ...args].join(' '), [], { shell: true }) : collect(pnpmFile, args)

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

const executed = execSync([...PNPM, 'exec node -p process.env.npm_execpath'].join(' '), { encoding: 'utf8' }).trim()
// Some releases of pnpm are scripts, which need Node.
if (!/\.[cm]?js$/.test(executed)) {
  pnpmFile = executed
  // For scripts that run pnpm.
  process.env.PATH = `${path.dirname(pnpmFile)}${path.delimiter}${process.env.PATH}`
}
if (command !== 'test') {
  await pnpmOrExit('run', 'build')
  if (command === 'docs') await exitWith('docs', 'vitepress', 'bin/vitepress.js', 'dev')
  await exitWith('playground', 'vite', 'bin/vite.js')
}

/** The checks that failed. A failed check does not keep the others from running. */
const failed = []

/** Runs a script of package.json. Prints its output as one block, because several scripts run at the same time. */
async function check(name) {
  const { code, output } = await collectPnpm('run', name)
  console.log(`\n== ${name}\n${output.trimEnd()}`)
  if (code !== 0) failed.push(name)
}

async function checkInTurn(names) {
  for (const name of names) await check(name)
}

await Promise.all([check('build'), checkInTurn(SOURCE_CHECKS)])
// Nothing else can work without the packages.
if (!failed.includes('build')) {
  await Promise.all(BUILD_CHECKS.map(checkInTurn))
  console.log('\n== tests')
  if ((await pnpm('run', 'tests')) !== 0) failed.push('tests')
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
