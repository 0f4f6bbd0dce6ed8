// Reads files, and tests what kind of file there is. None of these functions waits for a pipe.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'

/**
 * Reads a file as a string. Only regular files are read: a read of a named pipe would wait for a writer for ever.
 *
 * @throws Error of the file system; `EISDIR` for a folder and `ENOTREG` for a pipe, a socket or a device
 */
export function readTextFile(file: string): string {
  // Without this flag, opening a pipe waits as well. Windows has neither.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) {
      const code = stat.isDirectory() ? 'EISDIR' : 'ENOTREG'
      throw Object.assign(new Error(`${code}: not a regular file`), { code, syscall: 'read', path: file })
    }
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** The same; null if the file cannot be read. */
export function textFileOrNull(file: string): string | null {
  try {
    return readTextFile(file)
  } catch {
    return null
  }
}

/** True for an existing regular file. */
export function isFile(file: string): boolean {
  return statOf(file)?.isFile() ?? false
}

/** True for a symbolic link, also for one that leads nowhere. */
export function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** True for an existing folder. */
export function isFolder(file: string): boolean {
  return statOf(file)?.isDirectory() ?? false
}

/** True for an existing named pipe, socket or device, which is neither a regular file nor a folder. */
export function isIrregular(file: string): boolean {
  const stat = statOf(file)
  return stat !== null && !stat.isFile() && !stat.isDirectory()
}

/** Returns null also for a name that is too long, and for a path with a file in place of a folder. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
