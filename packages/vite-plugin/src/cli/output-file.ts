import path from 'node:path'
import { FileFailure, isFileError } from '../files/file-failure.ts'
import { readTextFile } from '../files/read-file.ts'
import { isFolder } from '../files/file-kind.ts'
import { UsageError } from './command.ts'

/** Which files a command may replace. */
interface OutputRules {
  /** True if Turnout has written a file with this content. */
  readonly isOwn: (text: string) => boolean
  /** Replaces files of others as well. */
  readonly force?: boolean | undefined
}

/**
 * Returns the content of the file that a command is about to replace; null if the file does not exist.
 *
 * @param out as the user named it
 * @throws UsageError if the path is a folder, or if the file cannot be read or was not written by Turnout
 */
export function replacedText(out: string, { isOwn, force = false }: OutputRules): string | null {
  if (isFolder(path.resolve(out)) || /[/\\]$/.test(out)) {
    throw new UsageError(`\`${out}\` is a folder. Name the file to write in it.`, { pointsToHelp: false })
  }
  let text: string
  try {
    text = readTextFile(path.resolve(out))
  } catch (error) {
    if (!isFileError(error)) throw error
    if (error.code === 'ENOENT') return null
    throw new UsageError(new FileFailure(error, out, 'read').message, { pointsToHelp: false })
  }
  if (!force && text.trim() !== '' && !isOwn(text)) {
    throw new UsageError(
      `\`${out}\` is there, and \`turnout\` has not written it. Move it away, or name another file.`,
      { pointsToHelp: false },
    )
  }
  return text
}
