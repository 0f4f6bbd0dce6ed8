// Finds the modules of controllers and pages, and reads their exports without running them.
import { statSync } from 'node:fs'
import path from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { Program } from 'estree'
import { loadKey, pageKey, type ControllerAction, type ControllerFile } from '@turnout/compiler/internal'
import * as vite from 'vite'
import { filesIn, readTextFile } from '@turnout/files'
import { exportsOf, type ExportKind } from './exports.ts'

/** `photos.ts`, but not `photos.test.ts` and `photos.d.ts`. */
const CONTROLLER = /^(?!.*\.(?:test|spec|d)\.)[^_.].*\.(?:[mc]?[jt]s|[jt]sx)$/

/**
 * Reads the exports of a project's controllers without running them. The exports of a file are cached until it changes.
 */
export class ControllerReader {
  readonly #known = new Map<string, { readonly stamp: string; readonly actions: ControllerFile['actions'] }>()
  readonly #kind: ExportKind

  /** @param kind `named actions` if `dispatch` calls the controllers, because it calls named exports only */
  constructor(kind: ExportKind = 'actions') {
    this.#kind = kind
  }

  /**
   * Returns the controllers in a folder and its subfolders, by their names in routes. Files and folders with names that
   * begin with `_` or a dot are skipped, and so are tests, declarations, and an `index` in the folder itself.
   *
   * @param relative makes a path relative to the project root
   * @returns null if there is no such folder
   */
  async read(folder: string, relative: (file: string) => string): Promise<ReadonlyMap<string, ControllerFile> | null> {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return null
    const controllers = new Map<string, ControllerFile>()
    const modules = this.#kind === 'pages' ? pagesIn(folder) : modulesIn(folder)
    for (const [name, file] of modules) {
      const actions = isComponentFile(file) ? [] : await this.#actions(file)
      controllers.set(name, { file: relative(file), actions })
    }
    return controllers
  }

  async #actions(file: string): Promise<ControllerFile['actions']> {
    try {
      const { mtimeMs, size } = statSync(file)
      const stamp = `${mtimeMs} ${size}`
      let cached = this.#known.get(file)
      if (cached?.stamp !== stamp) {
        cached = { stamp, actions: await readActions(file, this.#kind) }
        this.#known.set(file, cached)
      }
      return cached.actions
    } catch {
      // The file has disappeared, or does not parse. Vite reports a syntax error when it serves the file.
      return null
    }
  }
}

/** Returns the modules in a folder and its subfolders, by their names in routes; empty if there is no folder. */
export function modulesIn(folder: string): ReadonlyMap<string, string> {
  return filesByName(folder, controllerName)
}

/**
 * Returns the files in a folder and its subfolders. Of two files with the same name, the first counts.
 *
 * @param nameOf returns null for files to skip. It receives the path relative to the folder
 */
function filesByName(folder: string, nameOf: (file: string) => string | null): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return files
  for (const file of filesIn(folder)) {
    const name = nameOf(file.slice(folder.length + 1))
    if (name !== null && !files.has(name)) files.set(name, file)
  }
  return files
}

/** Components of frameworks with one component per file, the default export. */
const COMPONENT = /^[^_.][^.]*\.(?:vue|svelte)$/

const isComponentFile = (file: string): boolean => COMPONENT.test(file.slice(file.lastIndexOf('/') + 1))

/** The end of a file that loads the data of the page next to it: `photos.load.ts`. */
const LOAD = /\.load(?=\.(?:[mc]?[jt]s|[jt]sx)$)/

/**
 * Returns the modules of pages in a folder and its subfolders. `photos.ts` has the name of its controller, as in
 * `modulesIn`, and its exports are pages. `photos/show.vue` is `photos#show`. `photos.load.ts` and `photos/show.load.ts`
 * have the `loadKey` of their page.
 */
export function pagesIn(folder: string): ReadonlyMap<string, string> {
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

const snakeCase = (part: string): string =>
  part
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replace(/[-.]/g, '_')
    .toLowerCase()

async function readActions(file: string, kind: ExportKind): Promise<ControllerFile['actions']> {
  const { program, code, map } = await parseModule(readTextFile(file), file)
  const exports = exportsOf(program, kind)
  if (exports === null) return null
  const starts = [0]
  for (const match of code.matchAll(/\n/g)) starts.push(match.index + 1)
  const trace = map == null ? null : new TraceMap(map as ConstructorParameters<typeof TraceMap>[0])
  return exports.map(({ name, offset }): ControllerAction => {
    const line = starts.findLastIndex((start) => start <= offset) + 1
    const column = offset - starts[line - 1]!
    if (trace === null) return { name, line, column: column + 1 }
    const original = originalPositionFor(trace, { line, column })
    return { name, line: original.line, column: original.column === null ? null : original.column + 1 }
  })
}

/**
 * Parses a module in JavaScript or TypeScript, with JSX where its name says so.
 *
 * @throws Error if it has a mistake in its syntax
 */
export async function parseModule(source: string, file: string) {
  const { code, map } = await withoutTypes(source, file)
  return { program: vite.parseAst(code) as Program, code, map }
}

type Transform = (
  source: string,
  file: string,
  options: { readonly sourcemap: true },
) => Promise<{ readonly code: string; readonly map?: object | null | undefined }>

/** Compiles TypeScript and JSX with Vite: Oxc in Vite 8, esbuild in Vite 7. */
async function withoutTypes(source: string, file: string): ReturnType<Transform> {
  if (/\.[mc]?js$/.test(file)) return { code: source, map: null }
  const { transformWithOxc, transformWithEsbuild } = vite as unknown as Record<string, Transform | undefined>
  return (transformWithOxc ?? transformWithEsbuild!)(source, path.basename(file), { sourcemap: true })
}
