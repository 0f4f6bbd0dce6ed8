// Finds the module that imports another, for messages about imports that are errors. A bundler that loads a module does not
// name its importer.
import path from 'node:path'
import type { Location } from '@turnout/compiler'
import { relativeTo, withoutQuery } from '../files/paths.ts'
import { positionAt } from '../files/position.ts'
import { textFileOrNull } from '../files/read-file.ts'

/** The part of Rollup's plugin context that this module needs. */
export interface ModuleGraph {
  getModuleIds(): IterableIterator<string>
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
  resolve(source: string, importer: string, options: { skipSelf: boolean }): Promise<{ id: string } | null>
}

/** Imports and exports from other modules, but not those of types. */
const IMPORT =
  /(?<![\w$.])(?:(?:import|export)\s+(?!type\s)[^'"`;()]*?from\s*|import\s*\(?\s*)(["'])(?<source>[^"'\n]+)\1/g

/**
 * Returns the location at which a module of the project imports another. The function reads all modules of the project
 * that were loaded so far, so it is for errors only.
 *
 * @param id the id of the imported module
 * @returns null if no importer is found
 */
export async function findImporter(graph: ModuleGraph, id: string, root: string): Promise<Location | null> {
  const files = Array.from(graph.getModuleIds(), withoutQuery).filter(
    (file) => path.isAbsolute(file) && !file.includes('/node_modules/'),
  )
  const relative = relativeTo(root)
  for (const file of [...new Set(files)].toSorted()) {
    const source = withoutComments(textFileOrNull(file) ?? '')
    for (const match of source.matchAll(IMPORT)) {
      const name = match.groups!['source']!
      if ((await resolved(graph, name, file)) !== id) continue
      return { file: relative(file), ...positionAt(source, match.index + match[0].length - name.length - 1) }
    }
  }
  // The importer may use a pattern (`import.meta.glob`).
  const [importer] = graph.getModuleInfo(id)?.importers ?? []
  return importer === undefined ? null : { file: relative(withoutQuery(importer)), line: 1, column: 1 }
}

async function resolved(graph: ModuleGraph, source: string, importer: string): Promise<string | null> {
  if (source.startsWith('virtual:')) return source
  const resolution = await graph.resolve(source, importer, { skipSelf: true }).catch(() => null)
  return resolution === null ? null : withoutQuery(resolution.id)
}

/** Replaces comments by spaces, which preserves locations. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
}
