// What the declarations of `virtual:routes` depend on, and whether those on disk are current.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { callableUses } from '@turnout/compiler/internal/manifest/manifest'
import type { ContractExports } from '@turnout/compiler/internal/phases/5-emit/module-types'
import { normalizePath } from 'vite'
import { findContracts } from '../controllers/find-contracts.ts'
import { pagesIn } from '../controllers/names.ts'
import { isFile } from '../files/read-file.ts'
import { digestOf } from '../files/result-cache.ts'
import { readWithUnixLineEnds } from '../files/write-file.ts'
import type { Project } from '../project/project.ts'

/** The part of a project that determines its declarations. */
export type TypesOf = Pick<Project, 'options' | 'root' | 'folders'> & Partial<Pick<Project, 'adapters'>>

/** What the declarations depend on, in addition to the manifest and the options. */
export interface TypesInputs {
  /** The absolute path of the declarations. */
  readonly file: string
  /** The imports of the modules of pages, by the names of `PageFiles`; null without pages. */
  readonly pages: ReadonlyMap<string, string> | null
  /** The actions with contracts, and where they are imported from; null without a server. */
  readonly contracts: ContractExports | null
  readonly importType: (module: string) => string
}

/** The kind of the digests of declarations in the cache. */
const TYPES = 'types'

/**
 * True if the cache shows that the files on disk are the declarations of a table, or if the option `types` is false. To emit the
 * declarations and compare them takes 60 ms for 1,000 routes.
 */
export function areTypesCurrent(project: TypesOf & Pick<Project, 'cache'>, manifest: Manifest): boolean {
  const inputs = typesInputs(project, manifest)
  return inputs === null || project.cache.read(TYPES, keyOf(project, manifest, inputs)) === digestOnDisk(inputs.file)
}

/** Records that the files on disk are the declarations of a table. */
export function rememberTypes(project: TypesOf & Pick<Project, 'cache'>, manifest: Manifest): void {
  const inputs = typesInputs(project, manifest)!
  project.cache.write(TYPES, keyOf(project, manifest, inputs), digestOnDisk(inputs.file))
}

/** Returns null if the option `types` is false. */
export function typesInputs({ options, root, folders }: TypesOf, manifest: Manifest): TypesInputs | null {
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

/** The digests of tables, because a build without a cache needs that of its table three times. */
const digests = new WeakMap<Manifest, string>()

/** Returns a digest of everything on which the declarations depend. */
function keyOf(
  { options, root }: TypesOf,
  manifest: Manifest,
  { file, pages, contracts, importType }: TypesInputs,
): string {
  const { helpers, urlDefaults, clientRoutes } = options.compile
  const modules = new Set(callableUses(manifest).flatMap(({ callables }) => callables.map(({ module }) => module)))
  const settings = [helpers, urlDefaults, clientRoutes, options.server !== null, options.router, root, file]
  const imports = [[...modules].map(importType), pages && [...pages], contracts && [...contracts]]
  const table = getOrCreate(digests, manifest, () => digestOf(JSON.stringify(manifest)))
  return digestOf(table, JSON.stringify([settings, imports]))
}

/** Returns a digest of the declarations and their map on disk. */
function digestOnDisk(file: string): string {
  return digestOf(...[file, `${file}.map`].map((name) => readWithUnixLineEnds(name) ?? ''))
}
