import { statSync } from 'node:fs'
import { textFileOrNull } from './read-file.ts'

/** The state of a file at the time of a compilation. */
export interface FileState {
  /** Inode, size and times; null if the file does not exist. */
  readonly stat: string | null
  /** The content, if `stat` alone cannot show the next change; otherwise null. */
  readonly content: string | null
}

/**
 * File systems store times in steps of some milliseconds. If a file was changed less than this time before `stat`, the
 * next change may leave its times and size the same.
 */
const COARSE_MS = 100

/** The state of files by their absolute paths. */
export type FileStates = ReadonlyMap<string, FileState>

/** Returns the current state of the files. */
export function fileStates(files: Iterable<string>): FileStates {
  return new Map([...files].map((file) => [file, fileState(file)]))
}

/** Returns the files that do not exist. */
export function missingFiles(states: FileStates): string[] {
  return [...states].flatMap(([file, { stat }]) => (stat === null ? [file] : []))
}

/** True if any of the files has changed. A file that was only touched may count as changed. */
export function anyChanged(states: FileStates): boolean {
  return [...states].some(([file, state]) => {
    if (state.content !== null) return textFileOrNull(file) !== state.content
    return statOf(file)?.key !== (state.stat ?? undefined)
  })
}

/** Returns the files that have changed between two times. A file whose first state cannot show a change counts as changed. */
export function changedFiles(before: FileStates, after: FileStates): string[] {
  return [...before].flatMap(([file, { stat, content }]) => {
    const state = after.get(file)
    return state?.stat === stat && (content === null || state.content === content) ? [] : [file]
  })
}

/** A state that differs from every real state, so that the file counts as changed. */
const UNKNOWN: FileState = { stat: 'unknown', content: null }

/** Returns the state of a file that was read some time after `time`, in milliseconds. */
export function stateSince(file: string, time: number): FileState {
  const changed = statOf(file)?.changed
  return changed === undefined || changed > time - COARSE_MS ? UNKNOWN : fileState(file)
}

/** Returns the current state of a file. */
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
