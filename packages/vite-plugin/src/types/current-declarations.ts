// Decides whether the declarations of `virtual:routes` on disk are current, without emitting them again.
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

/** The part of a project on which its declarations depend. Only a project with the option `router` has `adapters`. */
export type DeclarationsProject = Pick<Project, 'options' | 'root' | 'folders'> & Partial<Pick<Project, 'adapters'>>

/** What the declarations contain in addition to the manifest and the options. An import is written as TypeScript needs it. */
export interface DeclarationInputs {
  /** The absolute path of the declaration file. */
  readonly file: string
  /** The import of each page module, by the page's name (`photos/show`); null if the project has no folder of pages. */
  readonly pages: ReadonlyMap<string, string> | null
  /** The module and the export of each action with a contract; null without the option `server`. */
  readonly contracts: ContractExports | null
  /** Returns the import of a module that exports a callable. The manifest names such a module by its path in the project. */
  readonly importType: (module: string) => string
}

/** The name of this result in the project's cache. */
const CACHE_KIND = 'types'

/**
 * True if the declarations on disk are those of a table, or if the option `types` is false. Compares digests with the cache,
 * because emitting the declarations to compare them takes 60 ms for 1,000 routes.
 */
export function areDeclarationsCurrent(
  project: DeclarationsProject & Pick<Project, 'cache'>,
  manifest: Manifest,
): boolean {
  const inputs = declarationInputs(project, manifest)
  if (inputs === null) return true
  return project.cache.read(CACHE_KIND, cacheKeyOf(project, manifest, inputs)) === digestOnDisk(inputs.file)
}

/**
 * Records in the cache that the declarations on disk are those of a table. Call it after they were written. The option `types`
 * must not be false.
 */
export function recordAsCurrent(project: DeclarationsProject & Pick<Project, 'cache'>, manifest: Manifest): void {
  const inputs = declarationInputs(project, manifest)!
  project.cache.write(CACHE_KIND, cacheKeyOf(project, manifest, inputs), digestOnDisk(inputs.file))
}

/** Returns the inputs of the declarations of a table; null if the option `types` is false. */
export function declarationInputs(
  { options, root, folders }: DeclarationsProject,
  manifest: Manifest,
): DeclarationInputs | null {
  if (options.types === null) return null
  const file = path.resolve(root, options.types)
  const fromFolder = path.dirname(file)
  return {
    file,
    pages: folders.pages === null ? null : pageImports(fromFolder, folders.pages, root),
    contracts: options.server && contractImports(fromFolder, folders.controllers, root, manifest),
    importType: (module) => (isProjectFile(module, root) ? importSpecifier(fromFolder, module, root) : module),
  }
}

/** True if a module is a file of the project. Its extension proves nothing, because packages have one too: `chart.js`. */
function isProjectFile(module: string, root: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(module) && isFile(path.resolve(root, module))
}

/**
 * Returns the specifier with which a declaration file imports a module of the project. TypeScript expects the extension of the
 * compiled file.
 *
 *     in types/, src/links.ts        -> ../src/links.js
 *     in the root, src/links.ts      -> ./src/links.js
 *     in the root, .generated/x.ts   -> ./.generated/x.js
 *
 * @param fromFolder the absolute folder of the declaration file
 * @param module the path of the module, relative to the root
 */
function importSpecifier(fromFolder: string, module: string, root: string): string {
  const relative = normalizePath(path.relative(fromFolder, path.resolve(root, module)))
  const compiled = relative.replace(/\.tsx$/, '.jsx').replace(/ts$/, 'js')
  return /^\.\.?\//.test(compiled) ? compiled : `./${compiled}`
}

/** Returns the specifier of each page module, by the page's name. */
function pageImports(fromFolder: string, pagesFolder: string, root: string): ReadonlyMap<string, string> {
  return new Map([...pagesIn(pagesFolder)].map(([name, [file]]) => [name, importSpecifier(fromFolder, file, root)]))
}

/** Returns the specifier and the export of each action with a contract, by `controller#action`. */
function contractImports(
  fromFolder: string,
  controllersFolder: string | null,
  root: string,
  manifest: Manifest,
): ContractExports {
  if (controllersFolder === null) return new Map()
  const contracts = findContracts(controllersFolder, manifest)
  return new Map(
    Array.from(contracts, ([key, { file, name }]) => [key, { module: importSpecifier(fromFolder, file, root), name }]),
  )
}

/** The digest of each manifest. A build without a cache needs the same one three times. */
const manifestDigests = new WeakMap<Manifest, string>()

/** Returns the cache key of the declarations: a digest of everything on which they depend. */
function cacheKeyOf(
  { options, root }: DeclarationsProject,
  manifest: Manifest,
  { file, pages, contracts, importType }: DeclarationInputs,
): string {
  const { helpers, urlDefaults, clientRoutes } = options.compile
  const modules = new Set(callableUses(manifest).flatMap(({ callables }) => callables.map(({ module }) => module)))
  const settings = [helpers, urlDefaults, clientRoutes, options.server !== null, options.router, root, file]
  const imports = [[...modules].map(importType), pages && [...pages], contracts && [...contracts]]
  const manifestDigest = getOrCreate(manifestDigests, manifest, () => digestOf(JSON.stringify(manifest)))
  return digestOf(manifestDigest, JSON.stringify([settings, imports]))
}

/** Returns a digest of the declaration file and its source map, as they are on disk. */
function digestOnDisk(file: string): string {
  return digestOf(...[file, `${file}.map`].map((name) => readWithUnixLineEnds(name) ?? ''))
}
