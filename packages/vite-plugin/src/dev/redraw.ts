import type { EnvironmentModuleNode } from 'vite'
import { textFileOrNull } from '../files/read-file.ts'
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

/** The modules of the application that import the emitted module. */
export function importersOf(node: EnvironmentModuleNode): EnvironmentModuleNode[] {
  return [...node.importers].filter((importer) => importer !== node && !isLazyId(importer.id ?? ''))
}

function handlesUpdates({ file }: EnvironmentModuleNode): boolean {
  return file !== null && (textFileOrNull(file)?.includes('import.meta.hot') ?? false)
}
