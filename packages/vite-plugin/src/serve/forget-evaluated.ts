import type { ModuleRunner } from 'vite/module-runner'
import { emittedSource } from '../ids.ts'
import { isLazyId } from '../modules/lazy-modules.ts'

/**
 * Lets a module runner evaluate a changed file again, and the modules that import it, up to the modules of this plugin, which
 * update themselves. The runner would keep the old instances if another runner, such as that of `ssrLoadModule`, were the
 * first to load the changed file.
 */
export function forgetEvaluated({ evaluatedModules }: ModuleRunner, file: string): void {
  // The loop also visits what is added to the set meanwhile.
  const modules = new Set(evaluatedModules.getModulesByFile(file))
  for (const module of modules) {
    if (isLazyId(module.id) || emittedSource(module.id) !== null) continue
    for (const id of module.importers) {
      const importer = evaluatedModules.getModuleById(id)
      if (importer !== undefined) modules.add(importer)
    }
    evaluatedModules.invalidateModule(module)
  }
}
