import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'

/** All regular files, and links, in a folder and the folders inside, absolute, in an order that does not depend on the file system. None where there is no such folder. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => normalizePath(path.join(entry.parentPath, entry.name)))
      .sort()
  } catch {
    return []
  }
}

/** Turns absolute paths into paths relative to the root with forward slashes, as the manifest has them. */
export function relativeTo(root: string): (file: string) => string {
  // Module runners name modules by their real path, and the root itself may be a link.
  const realRoot = normalizePath(realpathSync(root))
  return (file) => {
    const inside = file === realRoot || file.startsWith(`${realRoot}/`)
    return normalizePath(path.relative(inside ? realRoot : root, file))
  }
}

/** The path of a file without links, also where the file itself is gone. */
export function realPathOf(file: string): string {
  try {
    return normalizePath(realpathSync(file))
  } catch {
    const folder = path.dirname(file)
    return folder === file ? file : `${realPathOf(folder).replace(/\/$/, '')}/${path.basename(file)}`
  }
}
