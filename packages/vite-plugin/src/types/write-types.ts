// Writes the declarations of `virtual:routes`, and never overwrites a file of somebody else.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import type { ContractExports } from '@turnout/compiler/internal/phases/5-emit/module-types'
import { normalizePath } from 'vite'
import { findContracts } from '../controllers/find-contracts.ts'
import { pagesIn } from '../controllers/names.ts'
import { ForeignFile, readWithUnixLineEnds, writeIfChanged } from '../files/write-file.ts'
import { isFile } from '../files/read-file.ts'
import { digestOf } from '../files/result-cache.ts'
import { typesNotIncluded, typesNotWritten, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import { configWithoutTypes } from './included-types.ts'

/** The part of a project that determines its declarations. */
type TypesOf = Pick<Project, 'options' | 'root' | 'folders'> & Partial<Pick<Project, 'adapters'>>

/** What the declarations depend on, in addition to the manifest and the options. */
interface TypesInputs {
  /** The absolute path of the declarations. */
  readonly file: string
  /** The imports of the modules of pages, by the names of `PageFiles`; null without pages. */
  readonly pages: ReadonlyMap<string, string> | null
  /** The actions with contracts, and where they are imported from; null without a server. */
  readonly contracts: ContractExports | null
  readonly importType: (module: string) => string
}

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
export function typesFiles(project: TypesOf, manifest: Manifest): readonly TypesFile[] {
  const inputs = typesInputs(project, manifest)
  return inputs === null ? [] : emitFiles(project, manifest, inputs)
}

/** Returns null if the option `types` is false. */
function typesInputs({ options, root, folders }: TypesOf, manifest: Manifest): TypesInputs | null {
  if (options.types === null) return null
  const file = path.resolve(root, options.types)
  const folder = path.dirname(file)
  return {
    file,
    pages: folders.pages === null ? null : importedPages(folder, folders.pages, root),
    contracts: options.server && importedContracts(folder, folders.controllers, root, manifest),
    importType: (module) => (isProjectFile(module, root) ? importSpecifier(folder, module, root) : module),
  }
}

function emitFiles(
  { options, root, adapters }: TypesOf,
  manifest: Manifest,
  { file, pages, contracts, importType }: TypesInputs,
): readonly TypesFile[] {
  const { helpers, urlDefaults } = options.compile
  const folder = path.dirname(file)
  const { code, map } = emitTypes(manifest, {
    ...(helpers && { helpers }),
    ...(urlDefaults && { urlDefaults }),
    importType,
    ...(contracts && { server: true, contracts }),
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
  return writeFiles(typesFiles(project, manifest))
}

function writeFiles(files: readonly TypesFile[]): WrittenTypes {
  const writtenFiles: string[] = []
  for (const { file, content } of files) {
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
 * Writes the declarations for a build or a dev server, which continues if a folder is read-only or a disk is full. If the cache
 * shows that the files on disk are the declarations of this table, they are not emitted: that takes 60 ms for 1,000 routes.
 *
 * @returns the problems to report
 */
export function writeTypesIfPossible(
  project: TypesOf & Pick<Project, 'cache'>,
  manifest: Manifest,
): readonly Problem[] {
  const inputs = typesInputs(project, manifest)
  if (inputs === null) return []
  const key = keyOf(project, manifest, inputs)
  const { types, compile } = project.options
  if (project.cache.read(TYPES, key) !== digestOnDisk(inputs.file)) {
    const { refusal } = writeFiles(emitFiles(project, manifest, inputs))
    if (refusal !== null) return typesNotWritten(types!, refusal, compile.severities)
    project.cache.write(TYPES, key, digestOnDisk(inputs.file))
  }
  return reportExcludedTypes(project)
}

/** The kind of the digests of declarations in the cache. */
const TYPES = 'types'

/** Returns a digest of everything that `emitFiles` reads. */
function keyOf({ options, root }: TypesOf, manifest: Manifest, { file, pages, contracts, importType }: TypesInputs) {
  const { helpers, urlDefaults, clientRoutes } = options.compile
  const modules = new Set(callableUses(manifest).flatMap(({ callables }) => callables.map(({ module }) => module)))
  const settings = [helpers, urlDefaults, clientRoutes, options.server !== null, options.router, root, file]
  const imports = [[...modules].map(importType), pages && [...pages], contracts && [...contracts]]
  return digestOf(JSON.stringify(manifest), JSON.stringify([settings, imports]))
}

/** Returns a digest of the declarations and their map on disk. */
function digestOnDisk(file: string): string {
  return digestOf(...[file, `${file}.map`].map((name) => readWithUnixLineEnds(name) ?? ''))
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
