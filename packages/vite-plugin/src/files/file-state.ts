import { statSync } from 'node:fs'
import { textFileOrNull } from './read-file.ts'

/** A file as it was when a compilation read it. */
export interface FileState {
  /** What the file system says of it; null where there is no file. */
  readonly stat: string | null
  /** What it held, where that is not sure from `stat`; null otherwise. */
  readonly content: string | null
}

/**
 * File systems keep times in steps of some milliseconds. Of a file that was changed less than this before it was
 * looked at, the next change may leave the times and the size as they are.
 */
const COARSE_MS = 100

/** The state of files by their absolute paths. */
export type FileStates = ReadonlyMap<string, FileState>

/** The state of the files now. */
export function fileStates(files: Iterable<string>): FileStates {
  return new Map([...files].map((file) => [file, fileState(file)]))
}

/** The files that were looked for and are not there. */
export function missingFiles(states: FileStates): string[] {
  return [...states].flatMap(([file, { stat }]) => (stat === null ? [file] : []))
}

/** True if any of the files is not as it was. A file that was only touched may count as changed. */
export function anyChanged(states: FileStates): boolean {
  return [...states].some(([file, state]) => {
    if (state.content !== null) return textFileOrNull(file) !== state.content
    return statOf(file)?.key !== (state.stat ?? undefined)
  })
}

/** Of a file that is known to be another than any it will have. */
const UNKNOWN: FileState = { stat: 'unknown', content: null }

/** The state of a file that was read at some moment since the time, in milliseconds. */
export function stateSince(file: string, time: number): FileState {
  const changed = statOf(file)?.changed
  return changed === undefined || changed > time - COARSE_MS ? UNKNOWN : fileState(file)
}

/** The state of a file now. */
function fileState(file: string): FileState {
  const stat = statOf(file)
  if (stat === undefined) return { stat: null, content: null }
  const isRecent = stat.changed > Date.now() - COARSE_MS
  return { stat: stat.key, content: isRecent ? textFileOrNull(file) : null }
}

function statOf(file: string): { key: string; changed: number } | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(file, { bigint: true })
    return { key: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, changed: Number(ctimeMs) }
  } catch {
    return undefined
  }
}
