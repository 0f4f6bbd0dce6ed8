import path from 'node:path'

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
 * Returns an error of the file system as a sentence without its full stop:
 *
 *     `routes.json` cannot be read: no such file or directory
 *
 * @param file as the user named it; left out, it is the one of the error, relative to the current folder
 */
export function fileErrorReason(error: NodeJS.ErrnoException, file?: string, action?: Action): string {
  const { message, path: errorPath = '', syscall = '' } = error
  const shownPath = file ?? path.relative('', errorPath)
  const name = shownPath.length > LONGEST_NAME ? `${shownPath.slice(0, LONGEST_NAME)}…` : shownPath || '.'
  const isWritten = action === 'write' || /^(?:mkdir|rename|write|unlink|rm|copyfile|cp|symlink)/.test(syscall)
  // Node's message: `ENOENT: no such file or directory, open '/project/routes.json'`.
  const [, reason = message] = /^[A-Z\d]+: ([^,]+)/.exec(message) ?? []
  return `\`${name}\` cannot be ${isWritten ? 'written' : 'read'}: ${reason}`
}
