import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Choice } from './choice.ts'

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))

/** Files of a folder that is still taken for empty. */
const HARMLESS = /^(?:\.git|\.gitignore|\.DS_Store|LICENSE|README\.md)$/

/** Why no project can be made there; null if one can. */
export function whyNotFolder(folder: string): string | null {
  if (!existsSync(folder)) return null
  let found: string[]
  try {
    found = readdirSync(folder)
  } catch {
    return `${folder} is not a folder.`
  }
  const taken = found.find((file) => !HARMLESS.test(file))
  return taken === undefined ? null : `${folder} is not empty: it has ${taken}. Name another folder.`
}

interface PackageJson {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/**
 * Writes the files of a project.
 *
 * @throws Error if the folder has files in it
 */
export function writeProject({ folder, kind, isTypeScript, hasDatabase }: Choice): void {
  const problem = whyNotFolder(folder)
  if (problem !== null) throw new Error(problem)
  const parts = [kind.name, ...(hasDatabase ? [`${kind.name}-database`] : [])]
  const form = isTypeScript ? 'ts' : 'js'
  const written = parts.map((part) => {
    cpSync(path.join(TEMPLATES, part, form), folder, { recursive: true })
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson
  })
  // The first is whole; what goes over it only adds packages.
  const named: PackageJson = { ...written[0]!, name: packageName(folder) }
  for (const kindOf of ['dependencies', 'devDependencies'] as const) {
    named[kindOf] = Object.assign({}, ...written.map((own) => own[kindOf]))
    if (Object.keys(named[kindOf]!).length === 0) delete named[kindOf]
  }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(named, null, 2)}\n`)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [, inner] = /^(.*)package\.template\.json$/.exec(file) ?? []
    if (inner !== undefined) renameSync(path.join(folder, file), path.join(folder, `${inner}package.json`))
  }
  // npm leaves files of this name out of packages.
  renameSync(path.join(folder, 'gitignore'), path.join(folder, '.gitignore'))
}

/** The folder's name as a package may have it (npm's rules). */
export function packageName(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replace(/[^a-z\d._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name === '' ? 'turnout-app' : name
}
