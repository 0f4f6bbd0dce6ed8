import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { writeOutput } from '@turnout/compiler/internal'
import { typesNotWritten, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import { normalizePath } from 'vite'

/** What of a project decides on its declarations. */
type TypesOf = Pick<Project, 'options' | 'root'>

/** A file of the declarations, as it should be. */
export interface TypesFile {
  /** Absolute. */
  readonly file: string
  readonly content: string
}

/**
 * The declarations of `virtual:routes`, and the map that leads from a helper to its declaration in the route file.
 * Neither holds an absolute path. Empty where the option `types` is false.
 */
export function typesFiles({ options, root }: TypesOf, manifest: Manifest): readonly TypesFile[] {
  if (options.types === null) return []
  const { helpers } = options.compile
  const [{ content: code, map }] = writeOutput('declarations', manifest, { ...(helpers && { helpers }) })
  const file = path.resolve(root, options.types)
  const folder = path.dirname(file)
  const { version, sources: named, names, mappings } = map!
  const sources = named.map((source) => source && normalizePath(path.relative(folder, path.resolve(root, source))))
  const mapFile = `${file}.map`
  return [
    // The map comes first: a declaration file that is new must not meet a map that is old.
    { file: mapFile, content: `${JSON.stringify({ version, file: path.basename(file), sources, names, mappings })}\n` },
    { file, content: `${code}//# sourceMappingURL=${encodeURI(path.basename(mapFile))}\n` },
  ]
}

/** What came of writing the declarations. */
export interface WrittenTypes {
  /** The files that were written, absolute. */
  readonly written: readonly string[]
  /** What the file system threw for the next one, if it refused. */
  readonly refusal: Error | null
}

/** Writes those files of the declarations that are not on disk as they should be. */
export function writeTypes(project: TypesOf, manifest: Manifest): WrittenTypes {
  const written: string[] = []
  for (const { file, content } of typesFiles(project, manifest)) {
    try {
      if (writeIfChanged(file, content)) written.push(file)
    } catch (error) {
      return { written, refusal: error as Error }
    }
  }
  return { written, refusal: null }
}

/**
 * The same for a build and a dev server, which go on where a folder is read-only or a disk is full.
 *
 * @returns what to say of it
 */
export function keepTypes(project: TypesOf, manifest: Manifest): readonly Problem[] {
  const { refusal } = writeTypes(project, manifest)
  const { types, compile } = project.options
  return refusal === null ? [] : typesNotWritten(types!, refusal, compile.severities)
}

/** A file of the declarations that is not on disk as it should be; `file` is absolute. */
export interface StaleTypes {
  readonly file: string
  readonly problem: 'missing' | 'outdated'
}

/** Compares the declarations with those on disk, and writes nothing. Empty where all is as it should be. */
export function checkTypes(project: TypesOf, manifest: Manifest): readonly StaleTypes[] {
  return typesFiles(project, manifest).flatMap(({ file, content }): StaleTypes[] => {
    const found = read(file)
    if (found === content) return []
    return [{ file, problem: found === null ? 'missing' : 'outdated' }]
  })
}

/**
 * Writes a file if its content is another, by way of a temporary file beside it, so that no reader sees half of it.
 *
 * @returns true if the file was written
 */
export function writeIfChanged(file: string, content: string): boolean {
  if (read(file) === content) return false
  mkdirSync(path.dirname(file), { recursive: true })
  removeLeftovers(file)
  // Two servers may run on one project.
  const temporary = temporaryName(file, process.pid)
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
  return true
}

function temporaryName(file: string, pid: number | string): string {
  return `${file}.${pid}.tmp`
}

/** Removes the temporary files of processes that were killed while they wrote. */
function removeLeftovers(file: string): void {
  const name = path.basename(file)
  for (const found of readdirSync(path.dirname(file))) {
    const pid = found.startsWith(`${name}.`) ? /\.(\d+)\.tmp$/.exec(found)?.[1] : undefined
    if (pid === undefined || found !== temporaryName(name, pid) || isRunning(Number(pid))) continue
    rmSync(path.join(path.dirname(file), found), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There is one, of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Null where there is no file. Git may have made other line ends of ours. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}
