// Paths as Vite and manifests have them.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'

/**
 * Returns all regular files, and links, in a folder and the folders inside, also through links to folders: absolute, in an
 * order that does not depend on the file system. Returns none if there is no such folder.
 */
export function filesIn(folder: string): string[] {
  return filesInside(folder, new Set()).sort()
}

/** How many links one path may contain. */
const MAX_LINKS = 2

/** @param entered the real paths of the linked folders around the folder */
function filesInside(folder: string, entered: ReadonlySet<string>): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const file = normalizePath(path.join(entry.parentPath, entry.name))
      if (!entry.isSymbolicLink()) return entry.isFile() ? [file] : []
      const real = realFolderOf(file)
      if (real === null) return [file]
      // A link to a folder around it would never end, and folders that link to each other would take too long.
      const isEnd =
        entered.size === MAX_LINKS || entered.has(real) || `${realpathSync(entry.parentPath)}/`.startsWith(`${real}/`)
      return isEnd ? [] : filesInside(file, new Set([...entered, real]))
    })
  } catch {
    return []
  }
}

/** Returns the path of a folder without links; null if there is no such folder. */
function realFolderOf(file: string): string | null {
  try {
    return statSync(file).isDirectory() ? realpathSync(file) : null
  } catch {
    return null
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

/** Returns the file in the id of a module, without a query: `/src/a.vue?type=style` -> `/src/a.vue` */
export const withoutQuery = (id: string): string => id.replace(/[?#].*$/, '')

/** True for the id of a file with a `#` or a `?` in its path, as against a file's path with a query. */
export function isMarkedFile(id: string): boolean {
  if (!/[#?]/.test(id) || !path.isAbsolute(id)) return false
  try {
    return statSync(id).isFile()
  } catch {
    return false
  }
}
