import path from 'node:path'
import { FileFailure, isFileError } from '../files/file-failure.ts'
import { readTextFile } from '../files/read-file.ts'
import { isFolder } from '../files/file-kind.ts'
import { UsageError } from './command.ts'

/**
 * Returns the content of the file that a command is about to replace; null if the file does not exist.
 *
 * @param out as the user named it
 * @param isOwn returns whether Turnout wrote a file with this content. Default: every file may be replaced
 * @throws UsageError if the path is a folder, or if the file cannot be read or was not written by Turnout
 */
export function replacedText(out: string, isOwn: (text: string) => boolean = () => true): string | null {
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
  if (text.trim() !== '' && !isOwn(text)) {
    throw new UsageError(
      `\`${out}\` is there, and \`turnout\` has not written it. Move it away, or name another file.`,
      { pointsToHelp: false },
    )
  }
  return text
}
