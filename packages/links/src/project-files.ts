// The files of a project that may contain links, and those that its server serves without a route.
import {
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from 'node:fs'
import path from 'node:path'
import { isReadable } from './read-links.ts'

/** Larger files are generated. */
const MAX_SIZE = 1_000_000

/** Folders that contain no source of the application. */
const OTHER_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'vendor'])

/** A file that was not read, and why. */
export interface SkippedFile {
  readonly file: string
  readonly reason: string
}

/** Which files to list. */
export interface FileSearch {
  readonly root: string
  /** Absolute, or relative to the root. */
  readonly folders: readonly string[]
  readonly isExcluded: (file: string) => boolean
}

/** Lists the files that may contain links, as paths relative to the root with forward slashes, in a stable order. */
export function listFiles({ root, folders, isExcluded }: FileSearch): { files: string[]; skipped: SkippedFile[] } {
  const files: string[] = []
  const skipped: SkippedFile[] = []
  const isEntered = (file: string, entry: Dirent) =>
    !entry.name.startsWith('.') && !isExcluded(file) && !(entry.isDirectory() && OTHER_FOLDERS.has(entry.name))
  for (const folder of folders.map((name) => relativePath(root, path.resolve(root, name)))) {
    if (statSync(path.join(root, folder), { throwIfNoEntry: false })?.isFile() === true) files.push(folder)
    else {
      for (const [file, entry] of entriesIn(root, folder, isEntered)) {
        if (!isReadable(file)) continue
        if (entry.isFile()) files.push(file)
        else if (entry.isSymbolicLink()) skipped.push({ file, reason: 'it is a symbolic link' })
      }
    }
  }
  return { files: [...new Set(files)].sort(), skipped }
}

/**
 * Yields what a folder and the folders inside contain, except folders.
 *
 * @param folder relative to the root, as the paths that it yields
 * @param isWanted returns whether to yield an entry, or to enter a folder
 */
function* entriesIn(
  root: string,
  folder: string,
  isWanted: (file: string, entry: Dirent) => boolean,
): Generator<readonly [file: string, entry: Dirent]> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name)
    if (!isWanted(file, entry)) continue
    if (entry.isDirectory()) yield* entriesIn(root, file, isWanted)
    else yield [file, entry]
  }
}

/** Returns a path relative to the root, with forward slashes. */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file).replaceAll('\\', '/')
}

/** Reads a file. Returns the reason if it contains no source of an application. */
export function readSource(file: string): { readonly source: string } | { readonly reason: string } {
  try {
    const { size } = statSync(file)
    if (size > MAX_SIZE) return { reason: `it has more than ${MAX_SIZE / 1_000_000} MB` }
    const source = readFileSync(file, 'utf8')
    return source.includes('\0') ? { reason: 'it is a binary file' } : { source }
  } catch (error) {
    return { reason: `it cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/**
 * Replaces a file by way of a temporary file next to it, with the same permissions.
 *
 * @param oldSource what the file contained when it was read
 * @returns the reason if the file was not replaced
 */
export function replaceFile(root: string, file: string, oldSource: string, newSource: string): string | null {
  const target = path.join(root, file)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    if (!isWithin(realpathSync(root), realpathSync(target)) || lstatSync(target).isSymbolicLink())
      return 'it is outside the project'
    if (readFileSync(target, 'utf8') !== oldSource) return 'it has changed meanwhile'
    writeFileSync(temporary, newSource, { flag: 'wx', mode: statSync(target).mode })
    renameSync(temporary, target)
    return null
  } catch (error) {
    return `it cannot be written (${(error as NodeJS.ErrnoException).code})`
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** True if a path is in a folder. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

/** The paths of the files in a folder, relative to it, at most so many. */
export function servedFiles(folder: string, limit: number): string[] {
  const files: string[] = []
  for (const [file] of entriesIn(folder, '', () => true)) if (files.push(file) === limit) break
  return files
}

/** Returns a test of paths for globs: `*` is a name or a part of one, `**` any folders, `{a,b}` one of several. */
export function globTest(globs: readonly string[]): (file: string) => boolean {
  const sources = globs.map((glob) =>
    glob.replace(/\*\*\/?|\*|\{([^{}]*)\}|[.+^$()|[\]\\?]/g, (token, names: string | undefined) => {
      if (names !== undefined) return `(?:${names.replaceAll(',', '|')})`
      return { '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*' }[token] ?? `\\${token}`
    }),
  )
  if (sources.length === 0) return () => false
  const regExp = new RegExp(`^(?:${sources.join('|')})(?:/|$)`)
  return (file) => regExp.test(file)
}
