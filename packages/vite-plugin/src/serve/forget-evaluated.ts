import type { RunnableDevEnvironment } from 'vite'
import { emittedSource } from '../ids.ts'
import { isLazyId } from '../modules/lazy-modules.ts'

/**
 * Returns a function that lets the module runner of an environment evaluate a changed file again, and the modules that import
 * it, up to the modules of this plugin, which update themselves. The runner would keep the old instances if another runner,
 * such as that of `ssrLoadModule`, were the first to load the changed file.
 *
 * A file is postponed while the runner fetches one of these modules, because Vite throws if a module that it has evaluated is
 * invalidated before the fetch ends ("mistakenly invalidated").
 */
export function forgetterOf(environment: RunnableDevEnvironment): (file: string) => void {
  const { evaluatedModules } = environment.runner
  const fetchedUrls: string[] = []
  const postponedFiles = new Set<string>()
  const fetchModule = environment.fetchModule.bind(environment)
  environment.fetchModule = async (url, ...rest) => {
    fetchedUrls.push(url)
    try {
      return await fetchModule(url, ...rest)
    } finally {
      // The runner reads its module after the result has arrived.
      setImmediate(() => {
        fetchedUrls.splice(fetchedUrls.indexOf(url), 1)
        const files = [...postponedFiles]
        postponedFiles.clear()
        for (const file of files) forget(file)
      })
    }
  }

  function forget(file: string): void {
    // The loops also visit what is added to the set meanwhile.
    const modules = new Set(evaluatedModules.getModulesByFile(file))
    for (const module of modules) {
      if (isLazyId(module.id) || emittedSource(module.id) !== null) {
        modules.delete(module)
        continue
      }
      for (const id of module.importers) {
        const importer = evaluatedModules.getModuleById(id)
        if (importer !== undefined) modules.add(importer)
      }
    }
    if (fetchedUrls.some((url) => modules.has(evaluatedModules.getModuleByUrl(url)!))) postponedFiles.add(file)
    else for (const module of modules) evaluatedModules.invalidateModule(module)
  }
  return forget
}
