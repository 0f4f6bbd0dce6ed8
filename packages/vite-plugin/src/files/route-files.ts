import { statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { normalizePath } from 'vite'
import { filesIn } from './paths.ts'

/** Tried in this order, everywhere a route file is looked for by its base name. */
const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'] as const
const DEFAULT_ENTRIES = ['config/routes', 'src/routes', 'routes'] as const

/** A file that was found, or everything that was tried; absolute paths with forward slashes. */
export type Found = { readonly file: string } | { readonly searched: readonly string[] }

/**
 * Finds the entry route file.
 *
 * @param root the project root
 * @param routes the option `routes`: a path with or without its extension, or null for the default places
 */
export function findEntry(root: string, routes: string | null): Found {
  const searched = entryCandidates(root, routes)
  const file = searched.find(isFile)
  return file === undefined ? { searched } : { file }
}

/** Every place where the entry may be, in the order in which they are tried. */
export function entryCandidates(root: string, routes: string | null): readonly string[] {
  if (routes !== null && (hasExtension(routes) || isRailsFile(routes))) return [join(root, routes)]
  const bases = routes === null ? DEFAULT_ENTRIES : [routes]
  return bases.flatMap((base) => EXTENSIONS.map((extension) => join(root, base + extension)))
}

/** True for the option `routes` that names what a Rails server has printed, in place of a route file. */
export function isRailsFile(routes: string): boolean {
  return routes.endsWith('.json')
}

/** The folders in which `draw` looks: those of the option, or the folder beside the entry that has its base name. */
export function drawFolders(root: string, drawPaths: readonly string[] | null, entry: string): readonly string[] {
  if (drawPaths !== null) return drawPaths.map((folder) => join(root, folder))
  return [entry.slice(0, entry.length - path.extname(entry).length)]
}

/**
 * Finds the file that `draw(name)` asks for. The first folder that has it wins.
 * A name that could leave the folders (`../`, an absolute path, a backslash) is never found.
 */
export function findDrawn(folders: readonly string[], name: string): Found {
  const file = drawCandidates(folders, name).find(isFile)
  return file === undefined ? { searched: folders } : { file }
}

/** Every place where the file that `draw(name)` asks for may be, in the order in which they are tried. */
export function drawCandidates(folders: readonly string[], name: string): readonly string[] {
  if (!name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))) return []
  return folders.flatMap((folder) => EXTENSIONS.map((extension) => `${folder}/${name}${extension}`))
}

/** True for a file that `draw` could find, now that it exists or no longer does. */
export function isDrawable(folders: readonly string[], file: string): boolean {
  return hasExtension(file) && folders.some((folder) => file.startsWith(`${folder}/`))
}

/** The names of all files that `draw` finds in the folders. */
export function drawnNames(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => filesIn(folder).flatMap((file) => drawName(folder, file) ?? []))
}

/** The name under which `draw` finds a file of the folder; null where it finds it under none. */
export function drawName(folder: string, file: string): string | null {
  const name = file.slice(folder.length + 1)
  // A test or a declaration beside the route files is not a route file.
  if (!hasExtension(name) || /\.(?:test|spec|d)\.[^.]+$|(?:^|\/)[_.]/.test(name)) return null
  return name.slice(0, -path.extname(name).length)
}

function join(root: string, file: string): string {
  return normalizePath(path.resolve(root, file))
}

function hasExtension(file: string): boolean {
  return EXTENSIONS.some((extension) => file.endsWith(extension))
}

/** True for a regular file that is there. */
export function isFile(file: string): boolean {
  return statOf(file)?.isFile() ?? false
}

/** True for a folder that is there. */
export function isFolder(file: string): boolean {
  return statOf(file)?.isDirectory() ?? false
}

/** True for what is there and can be read as neither a file nor a folder: a named pipe, a socket, a device. */
export function isIrregular(file: string): boolean {
  const stat = statOf(file)
  return stat !== null && !stat.isFile() && !stat.isDirectory()
}

/** Null as well for a name that is too long, and for a path that leads through a file. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
