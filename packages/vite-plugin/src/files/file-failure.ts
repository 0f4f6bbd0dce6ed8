import path from 'node:path'

/** Errors of the file system, in words: by their codes. `%` is replaced with the file. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'There is no permission to %s `%`',
  EPERM: 'There is no permission to %s `%`',
  EBUSY: '`%` is in use by another program',
  EDQUOT: 'The disk quota is used up: `%` cannot be written',
  EEXIST: '`%` is there already',
  EISDIR: '`%` is a folder, and a file is needed',
  ELOOP: 'There are too many links on the way to `%`, or they lead round in a circle',
  EMFILE: 'Too many files are open to %s `%`',
  ENFILE: 'Too many files are open to %s `%`',
  ENAMETOOLONG: 'The name `%` is too long for the file system',
  ENOENT: 'There is no file `%`',
  ENOSPC: 'There is no space left on the device for `%`',
  ENOTDIR: 'A part of the path `%` is a file, and a folder is needed',
  ENOTREG: '`%` is not a regular file, but a pipe, a socket or a device',
  EROFS: 'The file system of `%` is read-only',
}

/** A name as long as this is cut in messages. */
const LONGEST_NAME = 120

type Action = 'read' | 'write'

/** A file that could not be read or written. Its message is for the user: it names the file and the reason. */
export class FileFailure extends Error {
  override name = ''
  readonly code: string
  readonly syscall: string
  readonly path: string

  /** @param file as the user named it */
  constructor(error: NodeJS.ErrnoException, file: string, action: Action) {
    super(`${fileErrorReason(error, file, action)}.`, { cause: error })
    this.code = error.code ?? ''
    this.syscall = error.syscall ?? action
    this.path = file
  }
}

/** True for an error of the file system. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code, syscall, path: file } = Object(error) as { code?: unknown; syscall?: unknown; path?: unknown }
  return typeof code === 'string' && typeof syscall === 'string' && typeof file === 'string'
}

/**
 * An error of the file system, as a sentence without its full stop: ``There is no file `routes.json` ``. All commands use
 * these words.
 *
 * @param file as the user named it; left out, it is the one of the error, relative to the current folder
 */
export function fileErrorReason(error: NodeJS.ErrnoException, file?: string, action?: Action): string {
  const { code = 'an unknown error', path: errorPath = '', syscall = '' } = error
  const shownPath = file ?? path.relative('', errorPath)
  const name = shownPath.length > LONGEST_NAME ? `${shownPath.slice(0, LONGEST_NAME)}…` : shownPath || '.'
  const verb = action ?? (/^(?:open|mkdir|rename|write|unlink|rm|copyfile|cp|symlink)/.test(syscall) ? 'write' : 'read')
  // Opening a file for writing fails with this code if its folder is missing.
  const words =
    code === 'ENOENT' && action === 'write'
      ? 'The folder of `%` is not there'
      : (WORDS[code] ?? `\`%\`: the system reports ${code}`)
  return words.replace(/%s|%/g, (mark) => (mark === '%s' ? verb : name))
}
