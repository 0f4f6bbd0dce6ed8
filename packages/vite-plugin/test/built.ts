// The built packages, in processes of their own.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of all packages. */
export const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))
/** The command. */
export const TURNOUT = path.join(PACKAGES, 'vite-plugin/bin/turnout.js')
/** Vite's command. */
export const VITE = path.join(PACKAGES, 'vite-plugin/node_modules/vite/bin/vite.js')
const BUILD_PAGE = path.join(PACKAGES, '../scripts/build-page.mjs')
const BUILD_RUNTIME = path.join(PACKAGES, '../scripts/build-runtime.mjs')
const BUNDLE_TYPES = path.join(PACKAGES, '../scripts/bundle-types.mjs')
const BUNDLE_PLUGIN = path.join(PACKAGES, '../scripts/bundle-plugin.mjs')
const TSC = path.join(PACKAGES, '../node_modules/typescript/bin/tsc')

/** The packages in the plugin's bundle, and those that its declarations name, with the scripts that build each. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  runtime: [BUILD_RUNTIME, TSC, BUNDLE_TYPES],
  server: [TSC, BUNDLE_TYPES],
  navigation: [TSC, BUNDLE_TYPES],
  compiler: [TSC],
  exports: [TSC, BUNDLE_TYPES],
  links: [TSC, BUNDLE_TYPES],
  rails: [TSC, BUNDLE_TYPES],
  inspector: [TSC, BUNDLE_TYPES],
}

/** What a process came to. */
interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a script in a process of its own. */
export function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Result> {
  return new Promise((resolve) => {
    // Node lets `FORCE_COLOR` win over `NO_COLOR`, and says so; the tests may run with it.
    const { FORCE_COLOR: _, ...own } = process.env
    const options = { cwd, env: { ...own, NO_COLOR: '1', NODE_ENV: '', ...env }, encoding: 'utf8' as const }
    execFile(process.execPath, [file, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** Builds the packages if they are not: a run of single test files must not test what was built some time ago. */
export async function buildPackages(): Promise<void> {
  for (const [name, scripts] of Object.entries(PARTS)) {
    const folder = path.join(PACKAGES, name)
    if (newest(path.join(folder, 'src')) > newest(path.join(folder, 'dist'))) await runScripts(scripts, folder)
  }
  await buildPage()
  // The plugin contains the other packages.
  const folder = path.join(PACKAGES, 'vite-plugin')
  const sources = ['src', ...Object.keys(PARTS).map((name) => `../${name}/dist`)]
  const bundled = newest(path.join(folder, 'dist/chunks'))
  if (sources.some((name) => newest(path.join(folder, name)) > bundled)) {
    await runScripts([TSC, BUNDLE_TYPES, BUNDLE_PLUGIN], folder)
  }
}

/** @throws Error with the output of a script that fails */
async function runScripts(scripts: readonly string[], folder: string): Promise<void> {
  for (const script of scripts) {
    const { code, out, err } = await run(script, [], folder)
    if (code !== 0) throw new Error(out + err)
  }
}

/** Builds the inspector's page if it is not, or is older than what it is made of. */
export async function buildPage(): Promise<void> {
  const folder = path.join(PACKAGES, 'inspector')
  const sources = ['page', 'src', '../compiler/src', '../runtime/src'].map((name) => newest(path.join(folder, name)))
  if (Math.max(...sources) <= newest(path.join(folder, 'dist/page'))) return
  await runScripts([BUILD_PAGE], folder)
}

/** The time of the last change of a file in a folder. */
function newest(folder: string): number {
  if (!existsSync(folder)) return 0
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...found.map((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs))
}
