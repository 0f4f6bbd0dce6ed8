import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

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
