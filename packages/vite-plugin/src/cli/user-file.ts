// Reads and checks the files that a user names on the command line.
import path from 'node:path'
import { FileFailure, isFileError } from '../files/file-failure.ts'
import { isFolder, readTextFile } from '../files/read-file.ts'
import { CommandError } from './command.ts'

/**
 * Returns the content of a file.
 *
 * @param file as the user named it
 * @throws FileFailure if it cannot be read
 */
export function readUserFile(file: string): string {
  try {
    return readTextFile(path.resolve(file))
  } catch (error) {
    throw isFileError(error) ? new FileFailure(error, file, 'read') : error
  }
}

/**
 * Returns the content of the file that a command is about to replace; null if the file does not exist.
 *
 * @param out as the user named it
 * @param isOwn returns whether Turnout wrote a file with this content. Default: every file may be replaced
 * @throws CommandError if the path is a folder, or if the file was not written by Turnout
 * @throws FileFailure if the file cannot be read
 */
export function replacedText(out: string, isOwn: (text: string) => boolean = () => true): string | null {
  if (isFolder(path.resolve(out)) || /[/\\]$/.test(out)) {
    throw new CommandError(`\`${out}\` is a folder. Name the file to write in it.`)
  }
  let text: string
  try {
    text = readUserFile(out)
  } catch (error) {
    if (error instanceof FileFailure && error.code === 'ENOENT') return null
    throw error
  }
  if (text.trim() === '' || isOwn(text)) return text
  throw new CommandError(`\`${out}\` is there, and \`turnout\` has not written it. Move it away, or name another file.`)
}
