// Finds the modules of controllers and pages in their folders, and names them as routes do.
import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../files/paths.ts'
import { isLink } from '../files/read-file.ts'
import { loadKey, pageKey, snakeCase } from '@turnout/compiler/internal/names/file-names'

/** `photos.ts`, but not `photos.test.ts` and `photos.d.ts`. */
const CONTROLLER = /^(?!.*\.(?:test|spec|d)\.)[^_.].*\.(?:[mc]?[jt]s|[jt]sx)$/

/**
 * The modules of a folder and its subfolders, by their names in routes. Each name should have one file. If it has several,
 * `duplicate-module` reports them all.
 */
export type ModuleFiles = ReadonlyMap<string, readonly [file: string, ...duplicates: string[]]>

/** Returns the modules in a folder and its subfolders; empty if there is no folder. */
export function modulesIn(folder: string): ModuleFiles {
  return filesByName(folder, controllerName)
}

/**
 * Returns the files in a folder and its subfolders.
 *
 * @param nameOf returns null for files to skip. It receives the path relative to the folder
 * @throws Error of the file system for a folder that cannot be read, and for a link that leads nowhere, because it may be
 *   the link to a folder with a guard
 */
function filesByName(folder: string, nameOf: (file: string) => string | null): ModuleFiles {
  const files = new Map<string, [string, ...string[]]>()
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return files
  for (const file of filesIn(folder, isPrivate)) {
    const name = nameOf(file.slice(folder.length + 1))
    // The error names the link and the reason.
    if (name === null && isLink(file)) statSync(file)
    if (name === null) continue
    const sameName = files.get(name)
    if (sameName === undefined) files.set(name, [file])
    else sameName.push(file)
  }
  return files
}

/** Components of frameworks with one component per file, the default export. */
const COMPONENT = /^[^_.][^.]*\.(?:vue|svelte)$/

/** True for a component, whose one export is the page. */
export const isComponentFile = (file: string): boolean => COMPONENT.test(file.slice(file.lastIndexOf('/') + 1))

/** The end of a file that loads the data of the page next to it: `photos.load.ts`. */
const LOAD = /\.load(?=\.(?:[mc]?[jt]s|[jt]sx)$)/

/**
 * Returns the modules of pages in a folder and its subfolders. `photos.ts` has the name of its controller, as in
 * `modulesIn`, and its exports are pages. `photos/show.vue` is `photos#show`. `photos.load.ts` and `photos/show.load.ts`
 * have the `loadKey` of their page.
 */
export function pagesIn(folder: string): ModuleFiles {
  const components = filesByName(folder, pageName)
  const modules = filesByName(folder, (file) => (LOAD.test(file) ? null : controllerName(file)))
  const loadFiles = filesByName(folder, (file) => {
    if (!LOAD.test(file)) return null
    const component = pageName(file.replace(/\.load\.\w+$/, '.vue'))
    const name = component !== null && components.has(component) ? component : controllerName(file.replace(LOAD, ''))
    return name && loadKey(name)
  })
  return new Map([...modules, ...components, ...loadFiles])
}

/** True for a file of the folder that is read for pages. */
export function isPage(folder: string, file: string): boolean {
  return (
    isController(folder, file) || (file.startsWith(`${folder}/`) && pageName(file.slice(folder.length + 1)) !== null)
  )
}

/**
 * The `controller#action` of a component, relative to the folder of pages; null for any other file.
 *
 *     photos/show.vue           -> photos#show
 *     admin/photos/SignIn.vue   -> admin/photos#sign_in
 */
export function pageName(file: string): string | null {
  const parts = file.split('/')
  const fileName = parts.pop()!
  if (parts.length === 0 || !COMPONENT.test(fileName) || parts.some(isPrivate)) return null
  return pageKey(parts.map(snakeCase).join('/'), fileName.replace(/\.[^.]+$/, ''))
}

/** True for a file of the folder that is read as a controller. */
export function isController(folder: string, file: string): boolean {
  return file.startsWith(`${folder}/`) && controllerName(file.slice(folder.length + 1)) !== null
}

/**
 * The same for a file under any of its paths: through symbolic links, and in other letters where the file system ignores
 * their case. False if there is no such file.
 */
export function isControllerOnDisk(folder: string, file: string): boolean {
  const realPath = (name: string) => realpathSync.native(name).replaceAll(path.sep, '/')
  try {
    return isController(realPath(folder), realPath(file))
  } catch {
    return false
  }
}

/**
 * Returns the name of a controller in routes:
 *
 *     admin/photos.ts           -> admin/photos
 *     admin/line-items.ts       -> admin/line_items
 *     LineItemsController.ts    -> line_items
 *     photos.controller.ts      -> photos
 *     photos/index.ts           -> photos
 */
export function controllerName(file: string): string | null {
  const parts = file.split('/')
  const fileName = parts.pop()!
  if (!CONTROLLER.test(fileName) || parts.some(isPrivate)) return null
  const base = fileName.replace(/\.[^.]+$/, '')
  if (base !== 'index') parts.push(base.replace(/(?<=.)[._-]?controller$/i, ''))
  if (parts.length === 0) return null
  return parts.map(snakeCase).join('/')
}

const isPrivate = (folder: string): boolean => /^[_.]|^node_modules$/.test(folder)
