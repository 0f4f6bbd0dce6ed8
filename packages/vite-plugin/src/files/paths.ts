// Lists files, and converts paths to the form of Vite and of manifests.
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'

/**
 * Returns the absolute paths of all files below a folder, sorted. It follows links to folders. Returns none if there is no such
 * folder, and none of a folder that disappears meanwhile.
 *
 * @param isSkipped receives the name of an entry, and its absolute path. Skipped folders are not read
 * @throws Error of the file system if a folder cannot be read: it may contain a guard, and the table would be wrong without it.
 *   `ELOOP` for a path with too many links
 */
export function filesIn(folder: string, isSkipped: IsSkipped = () => false): string[] {
  return filesInside(folder, isSkipped, new Set()).sort()
}

type IsSkipped = (name: string, file: string) => boolean

/** How many links to folders one path may contain. Folders that all link to each other would take too long. */
const MAX_LINKS = 4

/** @param entered the real paths of the linked folders around the folder */
function filesInside(folder: string, isSkipped: IsSkipped, entered: ReadonlySet<string>): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const file = normalizePath(path.join(folder, entry.name))
    if (isSkipped(entry.name, file)) return []
    if (entry.isDirectory()) return filesInside(file, isSkipped, entered)
    if (!entry.isSymbolicLink()) return entry.isFile() ? [file] : []
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return [file]
    const real = realpathSync(file)
    // A link to a folder that contains the link leads into an endless loop.
    if (entered.has(real) || isSameOrAncestor(real, realpathSync(folder))) return []
    if (entered.size === MAX_LINKS) {
      const message = `ELOOP: more than ${MAX_LINKS} links to folders on the way to \`${file}\``
      throw Object.assign(new Error(message), { code: 'ELOOP', syscall: 'scandir', path: file })
    }
    return filesInside(file, isSkipped, new Set([...entered, real]))
  })
}

/** True if `outer` is the folder, or contains it. */
function isSameOrAncestor(outer: string, folder: string): boolean {
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

/** Returns a function that makes an absolute path relative to the root, with forward slashes, as the manifest has it. */
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

/** True if the id is the path of a file that contains `#` or `?`, so that the text after it is no query. */
export function isFileWithQueryChar(id: string): boolean {
  if (!/[#?]/.test(id) || !path.isAbsolute(id)) return false
  try {
    return statSync(id).isFile()
  } catch {
    return false
  }
}
