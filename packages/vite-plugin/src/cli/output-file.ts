import path from 'node:path'
import { FileFailure, isFileError } from '../files/file-failure.ts'
import { readTextFile } from '../files/read-file.ts'
import { isFolder } from '../files/route-files.ts'
import { UsageError } from './command.ts'

/** Which files a command may replace. */
interface OutputRules {
  /** True for the text of a file that Turnout has written. */
  readonly isOwn: (text: string) => boolean
  /** Replaces files of others as well. */
  readonly force?: boolean | undefined
  /** How a user can go on, behind "Name another file". */
  readonly orElse?: string
}

/**
 * The text of the file that a command is about to write; null where there is none.
 *
 * @param out as the user named it
 * @throws UsageError if it is a folder, cannot be read, or holds what Turnout has not written
 */
export function replacedText(out: string, { isOwn, force = false, orElse = '' }: OutputRules): string | null {
  if (isFolder(path.resolve(out)) || /[/\\]$/.test(out)) {
    throw new UsageError(`\`${out}\` is a folder. Name the file to write in it.`, false)
  }
  let text: string
  try {
    text = readTextFile(path.resolve(out))
  } catch (error) {
    if (!isFileError(error)) throw error
    if (error.code === 'ENOENT') return null
    throw new UsageError(new FileFailure(error, out, 'read').message, false)
  }
  if (!force && text.trim() !== '' && !isOwn(text)) {
    throw new UsageError(
      `\`${out}\` is there, and \`turnout\` has not written it. Move it away, or name another file${orElse}.`,
      false,
    )
  }
  return text
}
