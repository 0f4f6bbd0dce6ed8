// Paths as Vite and manifests have them. Without Vite, which takes too long to load in the worker of the route files.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** A path with forward slashes, as Vite's function of this name makes it. */
export function normalizePath(file: string): string {
  return path.posix.normalize(process.platform === 'win32' ? file.replaceAll('\\', '/') : file)
}

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
    const isInside = file === realRoot || file.startsWith(`${realRoot}/`)
    return normalizePath(path.relative(isInside ? realRoot : root, file))
  }
}

/** The path of a file without links, even if the file itself is gone. */
export function realPathOf(file: string): string {
  try {
    return normalizePath(realpathSync(file))
  } catch {
    const folder = path.dirname(file)
    return folder === file ? file : `${realPathOf(folder).replace(/\/$/, '')}/${path.basename(file)}`
  }
}

/** True for the id of a file with a `#` or a `?` in its path, as against a file's path with a query. */
export function isMarkedFile(id: string): boolean {
  if (!/[#?]/.test(id) || !path.isAbsolute(id)) return false
  try {
    return statSync(id).isFile()
  } catch {
    return false
  }
}
