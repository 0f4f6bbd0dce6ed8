// The projects that `npm create turnout` writes. Their packages are links to those of this repository.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { kindNamed } from '../packages/create-turnout/src/kinds.ts'
import { writeProject } from '../packages/create-turnout/src/write-project.ts'
import { VITE } from '../packages/vite-plugin/test/built.ts'
import { startVite } from './dev-process.ts'
import type { AtEnd } from './project.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FIXTURES = path.join(ROOT, 'e2e/fixtures')

export interface Starter {
  readonly kind: string
  readonly isTypeScript: boolean
  readonly hasDatabase: boolean
  readonly hasRouter?: boolean
}

/** Writes the project of a starter, with links in place of an installation. Returns its folder. */
export function createStarter(
  { kind, isTypeScript, hasDatabase, hasRouter = false }: Starter,
  atEnd: AtEnd = onTestFinished as AtEnd,
): string {
  mkdirSync(FIXTURES, { recursive: true })
  const parent = mkdtempSync(path.join(FIXTURES, 'starter-'))
  atEnd(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
  const root = path.join(parent, 'my-app')
  const choice = { folder: root, kind: kindNamed(kind)!, isTypeScript, hasDatabase, hasRouter, isInstalled: false }
  writeProject(choice, 'npm')
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = path.join(root, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(findPackage(name, root, kind), link)
  }
  return root
}

/** The examples whose packages a starter uses, if they do not have its name. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react-router'],
  vue: ['vue', 'vue-router'],
  'fullstack-vue': ['ssr-vue', 'vue'],
  plain: ['javascript'],
}

/** Returns the folder of a package: in the project's own workspace, or as an example or the playground has installed it. */
function findPackage(name: string, root: string, kind: string): string {
  const folders = [
    ...(name === 'example-library-shop' ? [path.join(root, 'shop')] : []),
    ...(EXAMPLES[kind] ?? [kind]).map((example) => path.join(ROOT, 'examples', example, 'node_modules', name)),
    path.join(ROOT, 'playground/node_modules', name),
  ]
  const folder = folders.find((candidate) => existsSync(candidate))
  if (folder === undefined) throw new Error(`${name}, of the starter ${kind}, is not installed in this repository.`)
  return folder
}

/** Serves a starter for development, until the test is over. Returns its address, without a slash at its end. */
export async function serveStarter(root: string): Promise<string> {
  return (await startVite(`"${process.execPath}" "${VITE}"`, root)).url
}
