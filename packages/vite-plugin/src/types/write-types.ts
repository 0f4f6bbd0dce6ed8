// Writes the declarations of `virtual:routes`, and never overwrites a file of somebody else.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import type { ContractExports } from '@turnout/compiler/internal/phases/5-emit/module-types'
import { normalizePath } from 'vite'
import { findContracts } from '../controllers/find-contracts.ts'
import { pagesIn } from '../controllers/names.ts'
import { ForeignFile, readWithUnixLineEnds, writeIfChanged } from '../files/write-file.ts'
import { isFile } from '../files/read-file.ts'
import { typesNotIncluded, typesNotWritten, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import { configWithoutTypes } from './included-types.ts'

/** The part of a project that determines its declarations. */
type TypesOf = Pick<Project, 'options' | 'root' | 'folders'> & Partial<Pick<Project, 'adapters'>>

/** A file of the declarations with its current content. */
export interface TypesFile {
  /** Absolute. */
  readonly file: string
  readonly content: string
}

/**
 * Returns the declarations of `virtual:routes`, and the source map from each helper to its declaration in the route file.
 * Neither contains an absolute path. Empty if the option `types` is false.
 */
export function typesFiles({ options, root, folders, adapters }: TypesOf, manifest: Manifest): readonly TypesFile[] {
  if (options.types === null) return []
  const { helpers, urlDefaults } = options.compile
  const file = path.resolve(root, options.types)
  const folder = path.dirname(file)
  const pages = folders.pages === null ? null : importedPages(folder, folders.pages, root)
  const { code, map } = emitTypes(manifest, {
    ...(helpers && { helpers }),
    ...(urlDefaults && { urlDefaults }),
    importType: (module) => (isProjectFile(module, root) ? importSpecifier(folder, module, root) : module),
    ...(options.server && {
      server: true,
      contracts: importedContracts(folder, folders.controllers, root, manifest),
    }),
    ...(pages !== null && { pages }),
  })
  const clientTable = () => clientManifest(manifest, options.compile.clientRoutes)
  const routerTypes = adapters && pages ? `${adapters.routerTypes(options.router!, clientTable(), pages)}\n` : ''
  const { version, sources: projectFiles, names, mappings } = map
  const sources = projectFiles.map(
    (source) => source && normalizePath(path.relative(folder, path.resolve(root, source))),
  )
  const mapFile = `${file}.map`
  return [
    // The map is written first: a new declaration file must not be read with an old map.
    { file: mapFile, content: `${JSON.stringify({ version, file: path.basename(file), sources, names, mappings })}\n` },
    { file, content: `${code}${routerTypes}//# sourceMappingURL=${encodeURI(path.basename(mapFile))}\n` },
  ]
}

/** True for a module of the project. A module of a package may have an extension too: `chart.js`, `lodash/fp.js`. */
function isProjectFile(module: string, root: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(module) && isFile(path.resolve(root, module))
}

/** Returns TypeScript's import of a file from a folder: the path of the compiled file. */
function importSpecifier(folder: string, module: string, root: string): string {
  const relative = normalizePath(path.relative(folder, path.resolve(root, module)))
  const compiled = relative.replace(/\.tsx$/, '.jsx').replace(/ts$/, 'js')
  return compiled.startsWith('.') ? compiled : `./${compiled}`
}

/** Returns TypeScript's import of each module of pages, by the names of `PageFiles`. */
function importedPages(folder: string, pages: string, root: string): ReadonlyMap<string, string> {
  return new Map([...pagesIn(pages)].map(([name, [file]]) => [name, importSpecifier(folder, file, root)]))
}

/** Returns the actions with a contract, each with its TypeScript import. */
function importedContracts(
  folder: string,
  controllers: string | null,
  root: string,
  manifest: Manifest,
): ContractExports {
  if (controllers === null) return new Map()
  const contracts = findContracts(controllers, manifest)
  return new Map(
    Array.from(contracts, ([key, { file, name }]) => [key, { module: importSpecifier(folder, file, root), name }]),
  )
}

/** The result of writing the declarations. */
export interface WrittenTypes {
  /** The files that were written, absolute. */
  readonly written: readonly string[]
  /** The error of the first file that could not be written; null if no file failed. */
  readonly refusal: Error | null
}

/** Writes the outdated and missing files of the declarations. A file that Turnout has not written is not replaced. */
export function writeTypes(project: TypesOf, manifest: Manifest): WrittenTypes {
  const writtenFiles: string[] = []
  for (const { file, content } of typesFiles(project, manifest)) {
    try {
      if (!isOurs(file, content)) throw new ForeignFile(file)
      if (writeIfChanged(file, content)) writtenFiles.push(file)
    } catch (error) {
      return { written: writtenFiles, refusal: error as Error }
    }
  }
  return { written: writtenFiles, refusal: null }
}

/**
 * Writes the declarations for a build or a dev server, which continues if a folder is read-only or a disk is full.
 *
 * @returns the problems to report
 */
export function writeTypesIfPossible(project: TypesOf, manifest: Manifest): readonly Problem[] {
  const { refusal } = writeTypes(project, manifest)
  const { types, compile } = project.options
  return refusal === null ? reportExcludedTypes(project) : typesNotWritten(types!, refusal, compile.severities)
}

/** Reports that no TypeScript configuration of the project includes the declarations. */
export function reportExcludedTypes({ options, root }: TypesOf): readonly Problem[] {
  const { types, compile } = options
  const config = types === null ? null : configWithoutTypes(root, path.resolve(root, types))
  return config === null ? [] : typesNotIncluded(types!, config, compile.severities)
}

/** A missing or outdated file of the declarations; `file` is absolute. */
export interface StaleTypes {
  readonly file: string
  readonly problem: 'missing' | 'outdated'
}

/** Compares the declarations with the files on disk, without writing. Empty if all files are current. */
export function checkTypes(project: TypesOf, manifest: Manifest): readonly StaleTypes[] {
  return typesFiles(project, manifest).flatMap(({ file, content }): StaleTypes[] => {
    const contentOnDisk = readWithUnixLineEnds(file)
    if (contentOnDisk === content) return []
    return [{ file, problem: contentOnDisk === null ? 'missing' : 'outdated' }]
  })
}

/** The first line of older declarations, from before they began with a line that names Turnout. */
const OLD_FIRST_LINE = "declare module 'virtual:routes' {"

/**
 * False for a file that Turnout has not written. Turnout's declarations begin with a line that names Turnout, and a map
 * names its declarations.
 */
function isOurs(file: string, content: string): boolean {
  const contentOnDisk = readWithUnixLineEnds(file)
  if (contentOnDisk === null || contentOnDisk.trim() === '') return true
  if (!file.endsWith('.map')) return [OLD_FIRST_LINE, firstLine(content)].includes(firstLine(contentOnDisk))
  try {
    const map = JSON.parse(contentOnDisk) as { readonly version?: unknown; readonly file?: unknown }
    return map.version === 3 && map.file === path.basename(file, '.map')
  } catch {
    return false
  }
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'))
}
