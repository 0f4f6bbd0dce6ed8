// Finds the route files of a project: the entry, and the files of `draw`.
import path from 'node:path'
import { normalizePath } from 'vite'
import { filesIn } from './paths.ts'
import { isFile } from './read-file.ts'

/** The extensions of route files, in the order in which a search by base name tries them. */
const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs'] as const
const DEFAULT_ENTRIES = ['config/routes', 'src/routes', 'routes'] as const

/** The file that a search found, or all paths that it tried; absolute, with forward slashes. */
export type FileSearch = { readonly file: string } | { readonly searched: readonly string[] }

/**
 * Finds the entry route file.
 *
 * @param root the project root
 * @param routes the option `routes`: a path with or without its extension, or null for the default places
 */
export function findEntry(root: string, routes: string | null): FileSearch {
  const searched = entryCandidates(root, routes)
  const file = searched.find(isFile)
  return file === undefined ? { searched } : { file }
}

/** Returns the possible paths of the entry, in the order of the search. */
export function entryCandidates(root: string, routes: string | null): readonly string[] {
  if (routes !== null && (hasExtension(routes) || isRailsFile(routes))) return [join(root, routes)]
  const bases = routes === null ? DEFAULT_ENTRIES : [routes]
  return bases.flatMap((base) => EXTENSIONS.map((extension) => join(root, base + extension)))
}

/** True if the option `routes` names the JSON of a Rails server instead of a route file. */
export function isRailsFile(routes: string): boolean {
  return routes.endsWith('.json')
}

/** Returns the folders that `draw` searches: those of the option, or the folder next to the entry with its base name. */
export function drawFolders(root: string, drawPaths: readonly string[] | null, entry: string): readonly string[] {
  if (drawPaths !== null) return drawPaths.map((folder) => join(root, folder))
  return [entry.slice(0, entry.length - path.extname(entry).length)]
}

/**
 * Finds the file for `draw(name)`. The first folder with such a file wins.
 * A name that could leave the folders (`../`, an absolute path, a backslash) is never found.
 */
export function findDrawn(folders: readonly string[], name: string): FileSearch {
  const file = drawCandidates(folders, name).find(isFile)
  return file === undefined ? { searched: folders } : { file }
}

/** Returns the possible paths of the file for `draw(name)`, in the order of the search. */
export function drawCandidates(folders: readonly string[], name: string): readonly string[] {
  if (!name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))) return []
  return folders.flatMap((folder) => EXTENSIONS.map((extension) => `${folder}/${name}${extension}`))
}

/** True if `draw` can find the file, or could find it before it was deleted. */
export function isDrawable(folders: readonly string[], file: string): boolean {
  return hasExtension(file) && folders.some((folder) => file.startsWith(`${folder}/`))
}

/** Returns the names of all files that `draw` finds in the folders. */
export function drawnNames(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => filesIn(folder).flatMap((file) => drawName(folder, file) ?? []))
}

/** Returns the name by which `draw` finds a file of the folder; null if no name finds it. */
export function drawName(folder: string, file: string): string | null {
  const name = file.slice(folder.length + 1)
  // A test or a declaration file next to the route files is not a route file.
  if (!hasExtension(name) || /\.(?:test|spec|d)\.[^.]+$|(?:^|\/)[_.]/.test(name)) return null
  return name.slice(0, -path.extname(name).length)
}

function join(root: string, file: string): string {
  return normalizePath(path.resolve(root, file))
}

function hasExtension(file: string): boolean {
  return EXTENSIONS.some((extension) => file.endsWith(extension))
}
