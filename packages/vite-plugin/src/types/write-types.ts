import path from 'node:path'
import type { Manifest } from '@turnout/compiler'
import { writeOutput } from '@turnout/compiler/internal'
import { normalizePath } from 'vite'
import { pagesIn } from '../checks/controllers.ts'
import { ForeignFile, readWritten, writeIfChanged } from '../files/write-file.ts'
import { typesNotIncluded, typesNotWritten, type Problem } from '../problems/problem.ts'
import type { Project } from '../project/project.ts'
import { configWithoutTypes } from './included-types.ts'

/** What of a project decides on its declarations. */
type TypesOf = Pick<Project, 'options' | 'root'>

/** A file of the declarations, as it should be. */
export interface TypesFile {
  /** Absolute. */
  readonly file: string
  readonly content: string
}

/**
 * The declarations of `virtual:routes`, and the map that leads from a helper to its declaration in the route file.
 * Neither holds an absolute path. Empty where the option `types` is false.
 */
export function typesFiles({ options, root }: TypesOf, manifest: Manifest): readonly TypesFile[] {
  if (options.types === null) return []
  const { helpers, urlDefaults } = options.compile
  const file = path.resolve(root, options.types)
  const folder = path.dirname(file)
  const [{ content: code, map }] = writeOutput('declarations', manifest, {
    ...(helpers && { helpers }),
    ...(urlDefaults && { urlDefaults }),
    importType: (module) => importedFrom(folder, module, root),
    ...(options.server && { server: { controllers: new Map() } }),
    ...(options.pages !== null && { pages: { pages: importedPages(folder, options.pages, root) } }),
  })
  const { version, sources: named, names, mappings } = map!
  const sources = named.map((source) => source && normalizePath(path.relative(folder, path.resolve(root, source))))
  const mapFile = `${file}.map`
  return [
    // The map comes first: a declaration file that is new must not meet a map that is old.
    { file: mapFile, content: `${JSON.stringify({ version, file: path.basename(file), sources, names, mappings })}\n` },
    { file, content: `${code}//# sourceMappingURL=${encodeURI(path.basename(mapFile))}\n` },
  ]
}

/** How TypeScript imports the module of a callable from a folder: a package by its name, a file by what it compiles to. */
function importedFrom(folder: string, module: string, root: string): string {
  if (!/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(module)) return module
  const relative = normalizePath(path.relative(folder, path.resolve(root, module)))
  const compiled = relative.replace(/\.tsx$/, '.jsx').replace(/ts$/, 'js')
  return compiled.startsWith('.') ? compiled : `./${compiled}`
}

/** How TypeScript imports each module of pages, by the names of `PageFiles`. */
function importedPages(folder: string, pages: string, root: string): ReadonlyMap<string, string> {
  const modules = pagesIn(normalizePath(path.resolve(root, pages)))
  return new Map([...modules].map(([name, file]) => [name, importedFrom(folder, file, root)]))
}

/** What came of writing the declarations. */
export interface WrittenTypes {
  /** The files that were written, absolute. */
  readonly written: readonly string[]
  /** What the file system threw for the next one, if it refused. */
  readonly refusal: Error | null
}

/** Writes those files of the declarations that are not on disk as they should be. A file of somebody else is left alone. */
export function writeTypes(project: TypesOf, manifest: Manifest): WrittenTypes {
  const written: string[] = []
  for (const { file, content } of typesFiles(project, manifest)) {
    try {
      if (!isOurs(file, content)) throw new ForeignFile(file)
      if (writeIfChanged(file, content)) written.push(file)
    } catch (error) {
      return { written, refusal: error as Error }
    }
  }
  return { written, refusal: null }
}

/**
 * The same for a build and a dev server, which go on where a folder is read-only or a disk is full.
 *
 * @returns what to say of it
 */
export function keepTypes(project: TypesOf, manifest: Manifest): readonly Problem[] {
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

/** A file of the declarations that is not on disk as it should be; `file` is absolute. */
export interface StaleTypes {
  readonly file: string
  readonly problem: 'missing' | 'outdated'
}

/** Compares the declarations with those on disk, and writes nothing. Empty where all is as it should be. */
export function checkTypes(project: TypesOf, manifest: Manifest): readonly StaleTypes[] {
  return typesFiles(project, manifest).flatMap(({ file, content }): StaleTypes[] => {
    const found = readWritten(file)
    if (found === content) return []
    return [{ file, problem: found === null ? 'missing' : 'outdated' }]
  })
}

/** How the declarations began before they had a line that says what wrote them. */
const BEGAN = "declare module 'virtual:routes' {"

/**
 * False for a file that something else has written. Declarations of ours begin with the line that says so, and a map
 * names the declarations that it belongs to.
 */
function isOurs(file: string, content: string): boolean {
  const found = readWritten(file)
  if (found === null || found.trim() === '') return true
  if (!file.endsWith('.map')) return [BEGAN, firstLine(content)].includes(firstLine(found))
  try {
    const { version, file: of } = JSON.parse(found) as { readonly version?: unknown; readonly file?: unknown }
    return version === 3 && of === path.basename(file, '.map')
  } catch {
    return false
  }
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'))
}
