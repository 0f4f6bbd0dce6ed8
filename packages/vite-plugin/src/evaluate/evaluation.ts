// Runs the route files and the modules that they import.
import path from 'node:path'
import type { DevEnvironment } from 'vite'
import type { EvaluatedModuleNode, EvaluatedModules } from 'vite/module-runner'
import { locate, type SourcePlace } from './locate.ts'
import { fileOf, ModuleLoader } from './module-loader.ts'
import { providedModules, ScriptEvaluator } from './script-evaluator.ts'

/** A module that was evaluated. */
export interface EvaluatedModule {
  /** Absolute path of the module's file; null if Node imported the module, or a plugin created it. */
  readonly file: string | null
  /** The bare specifier of a module without a file. */
  readonly specifier: string | null
  readonly exports: Readonly<Record<string, unknown>>
  /** The modules that it imports. */
  readonly imports: () => readonly EvaluatedModule[]
}

/** One evaluation of the route files. The next evaluation reads every file again. */
export class Evaluation extends ModuleLoader {
  constructor(environment: DevEnvironment) {
    super(environment, new ScriptEvaluator())
  }

  /** Every module evaluated so far, in an order that depends only on the files. */
  evaluated(): readonly EvaluatedModule[] {
    return modulesOf(this.modules)
  }

  /** Returns each module that Vite transformed: its id, and the code with its source map. In an order that depends only on the files. */
  code(): string[] {
    const nodes = [...this.modules.idToModuleMap.values()].filter(isTransformed)
    return Array.from(nodes, ({ id, meta }) => `${id}\0${(meta as { readonly code: string }).code}`).sort()
  }

  /** Maps a position in the executed code to a location in the source; null if it is in none of these modules. */
  locate(site: { readonly url: string; readonly line: number; readonly column: number }): SourcePlace | null {
    return locate(site, (id) => {
      const node = this.modules.getModuleById(id)
      const map = this.modules.getModuleSourceMapById(id)?.map ?? null
      return node === undefined ? null : { file: fileOf(node), viteFile: node.file, map }
    })
  }
}

/** True for a module that Vite transformed; false if Node imported it, or if Vite is still loading it. */
function isTransformed({ meta }: EvaluatedModuleNode): boolean {
  return meta !== undefined && 'code' in meta
}

/** True for a module that Vite read from a file; false if a plugin created it. */
function isFile(node: EvaluatedModuleNode): boolean {
  return isTransformed(node) && path.isAbsolute(node.file)
}

function modulesOf({ idToModuleMap, urlToIdModuleMap }: EvaluatedModules): EvaluatedModule[] {
  const specifiers = new Map<EvaluatedModuleNode, string>()
  for (const [url, node] of urlToIdModuleMap) {
    const firstUrl = specifiers.get(node)
    if (firstUrl === undefined || url < firstUrl) specifiers.set(node, url)
  }
  const modules = new Map<string, EvaluatedModule>()
  for (const [id, node] of idToModuleMap) {
    const specifier = specifiers.get(node) ?? node.url
    // Modules still loading have no exports; those that were provided export nothing of the project's.
    if (typeof node.exports !== 'object' || node.exports === null || specifier in providedModules) continue
    modules.set(id, {
      file: isFile(node) ? fileOf(node) : null,
      // By convention `virtual:x` resolves to the id `\0virtual:x`.
      specifier: isFile(node) ? null : isTransformed(node) ? id.replace(/^\0/, '') : specifier,
      exports: node.exports as Record<string, unknown>,
      imports: () => [...node.imports].flatMap((imported) => modules.get(imported) ?? []),
    })
  }
  const key = (module: EvaluatedModule) => module.file ?? module.specifier ?? ''
  return [...modules.values()].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}
