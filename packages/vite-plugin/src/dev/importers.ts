// The modules that must be evaluated again after an edit, because they import the emitted modules.
import type { EnvironmentModuleNode } from 'vite'
import { readTextFile, textFileOrNull } from '../files/read-file.ts'
import { isLazyId } from '../modules/lazy-modules.ts'

/**
 * Returns the modules that a browser must evaluate again so that links on the page show a new table. These are the
 * boundaries of hot updates above the importers of the table: components of React, Vue and Svelte. Returns null if an
 * importer has no boundary above it, so that the page must be reloaded.
 *
 * A module with `import.meta.hot` in its source handles updates itself. The module for pages notifies its subscribers.
 *
 * @param node the emitted module
 */
export function boundariesAbove(node: EnvironmentModuleNode): ReadonlySet<EnvironmentModuleNode> | null {
  const boundaries = new Set<EnvironmentModuleNode>()
  const visited = new Set([node])
  const pending = importersOf(node)
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (visited.has(module)) continue
    visited.add(module)
    // A module that Vite has not analysed is on no page.
    if (module.isSelfAccepting === undefined) continue
    if (module.isSelfAccepting || module.acceptedHmrExports !== null) {
      boundaries.add(module)
      continue
    }
    if (handlesUpdates(module)) continue
    if (module.importers.size === 0) return null
    for (const importer of module.importers) {
      if (importer.acceptedHmrDeps.has(module)) boundaries.add(module)
      else pending.push(importer)
    }
  }
  return boundaries
}

/** Returns the modules of the application that import the emitted module. */
export function importersOf(node: EnvironmentModuleNode): EnvironmentModuleNode[] {
  return [...node.importers].filter((importer) => importer !== node && !isLazyId(importer.id))
}

function handlesUpdates({ file }: EnvironmentModuleNode): boolean {
  return file !== null && (textFileOrNull(file)?.includes('import.meta.hot') ?? false)
}

/**
 * Returns the importers of an emitted module that may name an export which a new table added or removed. The modules for
 * controllers and pages are never among them, because they name only exports that every table has.
 *
 * @param node the emitted module
 * @param oldNames its exports with the old table
 * @param newNames its exports with the new table
 */
export function staleImporters(
  node: EnvironmentModuleNode,
  oldNames: readonly string[],
  newNames: readonly string[],
): EnvironmentModuleNode[] {
  const names = difference(oldNames, newNames)
  return importersOf(node).filter((importer) => mentionsAny(importer, names))
}

/** Returns the names that are in only one of the lists. */
function difference(oldNames: readonly string[], newNames: readonly string[]): string[] {
  const [before, after] = [new Set(oldNames), new Set(newNames)]
  return [...oldNames.filter((name) => !after.has(name)), ...newNames.filter((name) => !before.has(name))]
}

/** True if the module's source contains one of the names, or if the source is unknown. */
function mentionsAny({ file }: EnvironmentModuleNode, names: readonly string[]): boolean {
  if (names.length === 0) return false
  let source: string
  try {
    source = readTextFile(file ?? '')
  } catch {
    return true
  }
  return hasWord(source, names)
}

/** True if a source contains one of the names. */
export function hasWord(source: string, names: readonly string[]): boolean {
  const words = new Set(source.match(/[\w$]+/g))
  return names.some((name) => words.has(name))
}
