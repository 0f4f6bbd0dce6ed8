import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildPackages } from '../../packages/vite-plugin/test/built.ts'
import { packPackages } from '../packed.ts'

/** A folder of its own, with packages. */
export interface Installed {
  readonly folder: string
  /** A file of a package. */
  readonly file: (name: string) => string
  readonly remove: () => void
}

/**
 * Installs packages outside of the repository, the packed ones of the repository as well if they are asked for. No
 * install script runs.
 *
 * @param packages with their versions, such as `vite@8.3.8`
 * @throws where there are no binaries for the machine: these tests are asked for by name, and none is left out silently
 */
export async function install(packages: readonly string[], { packed = false } = {}): Promise<Installed> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`There are binaries for Linux on x64 only, and this is ${process.platform} on ${process.arch}.`)
  }
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-platforms-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }')
    await buildPackages()
    const own = packed ? Object.values(await packPackages(folder)) : []
    const options = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error']
    await promisify(execFile)('npm', ['install', ...options, ...packages, ...own], { cwd: folder })
    return { folder, file: (name) => path.join(folder, 'node_modules', name), remove }
  } catch (error) {
    remove()
    throw error
  }
}
