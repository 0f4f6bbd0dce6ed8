// Checks the packages as they would be published, which must be built: publint reads their package.json, and
// "Are the types wrong?" resolves each entry as TypeScript does. Fails if one of them reports a problem. Each package is
// packed once, and one process loads the two tools.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** The packages contain ECMAScript modules only. Other resolutions cannot read them. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs']

/** Returns the problems that publint reports for a packed package, one line each. */
async function lintPackage(data) {
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`)
}

/** Returns the entries of a packed package whose types TypeScript does not read as Node reads the entry, one line each. */
async function checkTypes(data) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(data)))
  // A package without types, such as a command, has no problems with them.
  if (analysis.types === false) return []
  return analysis.problems
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.includes(resolutionKind))
    .map((problem) => `types: ${JSON.stringify(problem)}`)
}

const folder = mkdtempSync(path.join(tmpdir(), 'turnout-check-packages-'))
let problemCount = 0
try {
  // pnpm is a batch file on Windows, which only a shell can run.
  const args = ['-r', '--filter', './packages/*', 'pack', '--json', '--pack-destination', folder]
  execFileSync('pnpm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  const packages = readdirSync('packages')
  const files = readdirSync(folder)
  if (files.length !== packages.length) throw new Error(`${packages.length} packages made ${files.length} files.`)
  for (const file of files) {
    const data = readFileSync(path.join(folder, file))
    const problems = [...(await lintPackage(data)), ...(await checkTypes(data))]
    console.log(`${file}: ${problems.length === 0 ? 'no problems' : ''}`)
    for (const problem of problems) console.error(`  ${problem}`)
    problemCount += problems.length
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(problemCount === 0 ? 0 : 1)
