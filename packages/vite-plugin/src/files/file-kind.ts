import { statSync, type Stats } from 'node:fs'

/** True for an existing regular file. */
export function isFile(file: string): boolean {
  return statOf(file)?.isFile() ?? false
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
