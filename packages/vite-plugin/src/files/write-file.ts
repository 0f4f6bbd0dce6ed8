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
  if (readWritten(file) === content) return false
  try {
    write(file, content)
  } catch (error) {
    throw isFileError(error) ? new FileFailure(error, shownName, 'write') : error
  }
  return true
}

function write(file: string, content: string): void {
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
}

function temporaryName(file: string, pid: number | string): string {
  return `${file}.${pid}.tmp`
}

/** Removes the temporary files of processes that were killed while they wrote. */
function removeLeftovers(file: string): void {
  const name = path.basename(file)
  for (const entry of readdirSync(path.dirname(file))) {
    const pid = entry.startsWith(`${name}.`) ? /\.(\d+)\.tmp$/.exec(entry)?.[1] : undefined
    if (pid === undefined || entry !== temporaryName(name, pid) || isRunning(Number(pid))) continue
    rmSync(path.join(path.dirname(file), entry), { force: true })
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

/** Returns the content of a file that Turnout wrote; null if there is no file. Git may have changed its line ends. */
export function readWritten(file: string): string | null {
  return textFileOrNull(file)?.replaceAll('\r\n', '\n') ?? null
}
