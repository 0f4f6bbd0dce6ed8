import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildPackages } from '../packages/vite-plugin/test/built.ts'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))

const run = promisify(execFile)

/** Runs pnpm, the version that the repository uses. */
export async function pnpm(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const file = await (pnpmFile ??= findPnpm())
  const command = /\.[cm]?js$/.test(file) ? [process.execPath, file] : [file]
  // For scripts that run pnpm.
  const PATH = `${path.dirname(file)}${path.delimiter}${process.env['PATH']}`
  return run(command[0]!, [...command.slice(1), ...args], { cwd, env: { ...process.env, PATH, CI: 'true' } })
}

let pnpmFile: Promise<string> | undefined

/** The file that `npx` runs, found once: `npx` itself takes one to two seconds of CPU time for each command. */
async function findPnpm(): Promise<string> {
  const { stdout } = await run('npx --yes pnpm@12.21.0 exec node -p process.env.npm_execpath', { shell: true })
  return stdout.trim()
}

/** The packed packages, by name, as absolute paths. */
export type Tarballs = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = [
  '@turnout/runtime',
  '@turnout/server',
  '@turnout/compiler',
  '@turnout/adapters',
  '@turnout/exports',
  '@turnout/links',
  '@turnout/rails',
  '@turnout/inspector',
  '@turnout/navigation',
  'vite-plugin-turnout',
] as const

/** Packs a package into a folder, as it would be published. It must be built. Returns the file. */
export async function packPackage(name: string, folder: string): Promise<string> {
  const before = new Set(readdirSync(folder))
  await pnpm(path.join(PACKAGES, name), 'pack', '--pack-destination', folder)
  return path.join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz') && !before.has(file))!,
  )
}

/**
 * Returns the packages that applications install. The first test file that needs them packs them, for all test files of
 * the run. The others wait.
 */
async function packedPackages(): Promise<Tarballs> {
  const folder = path.join(inject('runFolder'), 'packages')
  const list = path.join(folder, 'list.json')
  for (;;) {
    if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8')) as Tarballs
    if (hasMade(folder)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  try {
    const tarballs = await packPackages(folder)
    // A reader must not see a part of the list.
    writeFileSync(`${list}.part`, JSON.stringify(tarballs))
    renameSync(`${list}.part`, list)
    return tarballs
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Makes a folder. Returns false if it exists. */
function hasMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Packs the packages that applications install. */
export async function packPackages(folder: string): Promise<Tarballs> {
  const tarballs: [string, string][] = []
  for (const name of NAMES) {
    const packageFolder = name.replace('@turnout/', '').replace('-turnout', '')
    tarballs.push([name, await packPackage(packageFolder, folder)])
  }
  return Object.fromEntries(tarballs) as Tarballs
}

/** A folder outside of the repository, for the tests of a file, and the packages that applications install. */
export interface Outside {
  readonly folder: string
  readonly tarballs: Tarballs
}

/**
 * Makes a folder outside of the repository before the tests of a file, which goes after them.
 *
 * @param isPacked whether the tests need the packed packages
 * @returns what is filled in before the first test
 */
export function outside(name: string, isPacked = true): Outside {
  const made = { folder: '', tarballs: {} as Tarballs }
  beforeAll(async () => {
    await buildPackages()
    made.folder = realpathSync(mkdtempSync(path.join(tmpdir(), `turnout-${name}-`)))
    if (isPacked) made.tarballs = await packedPackages()
  })
  afterAll(() => rmSync(made.folder, { recursive: true, force: true }))
  return made
}

/** Lets a project install the packed packages: they are not published. It may be the root of a pnpm workspace. */
export function usePacked(root: string, tarballs: Tarballs): void {
  const file = path.join(root, 'package.json')
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(own[kind] ?? {})) {
      if (Object.hasOwn(tarballs, name)) own[kind]![name] = `file:${tarballs[name as keyof Tarballs]}`
    }
  }
  writeFileSync(file, JSON.stringify(own, null, 2))
  const workspace = path.join(root, 'pnpm-workspace.yaml')
  if (!existsSync(workspace)) return
  const lines = Object.entries(tarballs).map(([name, tarball]) => `  '${name}': 'file:${tarball}'`)
  writeFileSync(
    workspace,
    `${readFileSync(workspace, 'utf8')}overrides:\n${lines.join('\n')}\nallowBuilds:\n  esbuild: false\n`,
  )
}
