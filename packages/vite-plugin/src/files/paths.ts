// Paths as Vite and manifests have them.
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'

/**
 * Returns all regular files, and links, in a folder and the folders inside, also through links to folders: absolute, in an
 * order that does not depend on the file system. Returns none if there is no such folder.
 *
 * @param isSkipped receives the name of an entry. Skipped folders are not read
 * @throws Error of the file system for a folder or a link that cannot be read, because a guard may be in it; `ELOOP` for a
 *   path with too many links. A folder that disappears while the others are read has no files
 */
export function filesIn(folder: string, isSkipped: (name: string) => boolean = () => false): string[] {
  return filesInside(folder, isSkipped, new Set()).sort()
}

/** How many links to folders one path may contain. Folders that all link to each other would take too long. */
const MAX_LINKS = 4

/** @param entered the real paths of the linked folders around the folder */
function filesInside(folder: string, isSkipped: (name: string) => boolean, entered: ReadonlySet<string>): string[] {
  return entriesOf(folder).flatMap((entry) => {
    if (isSkipped(entry.name)) return []
    const file = normalizePath(path.join(folder, entry.name))
    if (entry.isDirectory()) return filesInside(file, isSkipped, entered)
    if (!entry.isSymbolicLink()) return entry.isFile() ? [file] : []
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return [file]
    const real = realpathSync(file)
    // A link to a folder around it would never end.
    if (entered.has(real) || isAround(real, realpathSync(folder))) return []
    if (entered.size === MAX_LINKS) {
      const message = `ELOOP: more than ${MAX_LINKS} links to folders on the way to \`${file}\``
      throw Object.assign(new Error(message), { code: 'ELOOP', syscall: 'scandir', path: file })
    }
    return filesInside(file, isSkipped, new Set([...entered, real]))
  })
}

/** True for the folder itself, and for the folders that contain it. */
function isAround(outer: string, folder: string): boolean {
  const relative = path.relative(outer, folder)
  return !path.isAbsolute(relative) && relative.split(path.sep, 1)[0] !== '..'
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
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
