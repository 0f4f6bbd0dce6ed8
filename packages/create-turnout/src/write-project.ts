// Writes the files of a new project into an empty folder.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import validate from 'validate-npm-package-name'
import type { Choice } from './choice.ts'
import type { PackageManager } from './package-manager.ts'

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))

/** The files that a folder may contain and still count as empty. */
const HARMLESS = /^(?:\.git|\.gitignore|\.DS_Store|LICENSE|README\.md)$/

/** Returns the reason why no project can be created in the folder; null if it can. */
export function whyNotFolder(folder: string): string | null {
  try {
    // A broken link exists too.
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return null
    const conflict = readdirSync(folder).find((file) => !HARMLESS.test(file))
    return conflict === undefined ? null : `${folder} is not empty: it has ${conflict}. Name another folder.`
  } catch (error) {
    return whyNotWritten(folder, error as Error)
  }
}

/** Describes an error of the file system: `app cannot be used: permission denied.` */
function whyNotWritten(folder: string, { message }: Error): string {
  // Node's message: `EACCES: permission denied, mkdir '/projects/app'`.
  const [, reason = message] = /^[A-Z\d]+: ([^,]+)/.exec(message) ?? []
  return `${folder} cannot be used: ${reason}.`
}

/**
 * Writes the files of a project.
 *
 * @param manager runs the commands in the README
 * @throws Error if the folder has files in it, or the file system refuses
 */
export function writeProject(choice: Choice, manager: PackageManager): void {
  const problem = whyNotFolder(choice.folder)
  if (problem !== null) throw new Error(problem)
  try {
    mkdirSync(choice.folder, { recursive: true })
    // The folder may be a link, and files cannot be copied onto a link.
    writeFiles(choice, realpathSync(choice.folder), manager)
  } catch (error) {
    throw new Error(whyNotWritten(choice.folder, error as Error), { cause: error })
  }
}

/** @param folder the real path of an empty folder */
function writeFiles(
  { folder: chosen, kind, isTypeScript, hasDatabase, hasRouter }: Choice,
  folder: string,
  manager: PackageManager,
): void {
  const userIgnore = readOrEmpty(path.join(folder, '.gitignore'))
  // An existing README or LICENSE is kept.
  const existing = new Set(readdirSync(folder))
  const templateName = hasRouter ? kind.router!.name : hasDatabase ? `${kind.name}-database` : kind.name
  const template = path.join(TEMPLATES, templateName, isTypeScript ? 'ts' : 'js')
  cpSync(template, folder, {
    recursive: true,
    filter: (_source, target) => !existing.has(path.relative(folder, target)),
  })
  const name = packageName(chosen)
  const packageFile = path.join(folder, 'package.json')
  writeFileSync(packageFile, readFileSync(packageFile, 'utf8').replace('"turnout-app"', JSON.stringify(name)))
  if (!existing.has('README.md')) writeReadme(path.join(folder, 'README.md'), name, manager)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const [, parent] = /^(.*)package\.template\.json$/.exec(file) ?? []
    if (parent !== undefined) renameSync(path.join(folder, file), path.join(folder, `${parent}package.json`))
  }
  // The template's file is named `gitignore`, because npm excludes `.gitignore` from packages.
  const lines = readFileSync(path.join(folder, 'gitignore'), 'utf8')
  writeFileSync(path.join(folder, '.gitignore'), withLines(userIgnore, lines))
  rmSync(path.join(folder, 'gitignore'))
}

/** Writes the name of the project and the commands of the package manager into the README of the template. */
function writeReadme(file: string, name: string, manager: PackageManager): void {
  const template = readFileSync(file, 'utf8')
  const text = template.replace(/^# .*/, () => `# ${name}`).replaceAll('`npm run ', `\`${manager} run `)
  writeFileSync(file, text)
}

function readOrEmpty(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/**
 * Appends the lines of `added` that `text` does not contain:
 *
 *     'dist'  + 'node_modules\ndist\n' -> 'dist\nnode_modules\n'
 */
export function withLines(text: string, added: string): string {
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()))
  const missing = added.split('\n').filter((line) => line !== '' && !present.has(line))
  if (missing.length === 0) return text
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`
}

/** Shorter than npm's limit of 214 characters, to leave space for a suffix. */
const MAX_NAME = 200

/** Turns the folder's name into a valid package name. `validate-npm-package-name` implements npm's rules. */
export function packageName(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replace(/[^a-z\d._~-]+/g, '-')
    .replace(/^[._~-]+|-+$/g, '')
    .slice(0, MAX_NAME)
  // Names of Node's modules, `node_modules` and others are not valid.
  return [name, ...(name === '' ? [] : [`${name}-app`]), 'turnout-app'].find(
    (valid) => validate(valid).validForNewPackages,
  )!
}
