import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FileFailure, isFileError } from './file-failure.ts'
import { textFileOrNull } from './read-file.ts'

/** Thrown instead of overwriting a file that Turnout has not written. */
export class ForeignFile extends Error {
  constructor(file: string) {
    super(`\`${path.basename(file)}\` is there, and Turnout has not written it`)
  }
}

/**
 * Writes a file if its content changes, by way of a temporary file next to it, so that no reader sees half of it.
 *
 * @param shownName the file as the user named it, for messages
 * @returns true if the file was written
 * @throws FileFailure if the file system refuses
 */
export function writeIfChanged(file: string, content: string, shownName = path.relative('', file)): boolean {
  if (readWithUnixLineEnds(file) === content) return false
  try {
    replaceAtomically(file, content)
  } catch (error) {
    throw isFileError(error) ? new FileFailure(error, shownName, 'write') : error
  }
  return true
}

/**
 * Returns the content of a file, with `\n` as line ends and without a byte order mark, because Git and editors may have
 * changed them; null if there is no file.
 */
export function readWithUnixLineEnds(file: string): string | null {
  return (
    textFileOrNull(file)
      ?.replaceAll('\r\n', '\n')
      .replace(/^\uFEFF/, '') ?? null
  )
}

function replaceAtomically(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  removeLeftovers(file)
  // The process id is in the name, because two servers may write the same file at once.
  const temporary = temporaryName(file, process.pid)
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** `routes.d.ts`, 123 -> `routes.d.ts.123.tmp` */
function temporaryName(file: string, pid: number | string): string {
  return `${file}.${pid}.tmp`
}

/** Removes the temporary files of processes that were killed while they wrote. */
function removeLeftovers(file: string): void {
  const name = path.basename(file)
  for (const entry of readdirSync(path.dirname(file))) {
    const [, pid] = /\.(\d+)\.tmp$/.exec(entry) ?? []
    if (pid === undefined || entry !== temporaryName(name, pid)) continue
    if (!isRunning(Number(pid))) rmSync(path.join(path.dirname(file), entry), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
