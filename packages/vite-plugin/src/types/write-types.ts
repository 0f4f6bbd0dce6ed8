// Writes the declarations of `virtual:routes`, and never overwrites a file of somebody else.
import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { clientManifest } from '@turnout/compiler/internal/client-routes'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { normalizePath } from 'vite'
import { ForeignFile, readWithUnixLineEnds, writeIfChanged } from '../files/write-file.ts'
import { typesNotWritten, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import {
  areDeclarationsCurrent,
  recordAsCurrent,
  declarationInputs,
  type DeclarationsProject,
} from './current-declarations.ts'
import { reportExcludedTypes } from './included-types.ts'

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
export function typesFiles(project: DeclarationsProject, manifest: Manifest): readonly TypesFile[] {
  const inputs = declarationInputs(project, manifest)
  if (inputs === null) return []
  const { options, root, adapters } = project
  const { file, pages, contracts, importType } = inputs
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

/** The result of writing the declarations. */
export interface WrittenTypes {
  /** The files that were written, absolute. */
  readonly written: readonly string[]
  /** The error of the first file that could not be written; null if no file failed. */
  readonly refusal: Error | null
}

/** Writes the outdated and missing files of the declarations. A file that Turnout has not written is not replaced. */
export function writeTypes(project: DeclarationsProject, manifest: Manifest): WrittenTypes {
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
export function writeTypesIfPossible(
  project: DeclarationsProject & Pick<Project, 'cache'>,
  manifest: Manifest,
): readonly Problem[] {
  if (!areDeclarationsCurrent(project, manifest)) {
    const { refusal } = writeTypes(project, manifest)
    const { types, compile } = project.options
    if (refusal !== null) return typesNotWritten(types!, refusal, compile.severities)
    recordAsCurrent(project, manifest)
  }
  return reportExcludedTypes(project)
}

/** A missing or outdated file of the declarations; `file` is absolute. */
export interface StaleTypes {
  readonly file: string
  readonly problem: 'missing' | 'outdated'
}

/** Compares the declarations with the files on disk, without writing. Empty if all files are current. */
export function checkTypes(project: DeclarationsProject, manifest: Manifest): readonly StaleTypes[] {
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
