import path from 'node:path'
import type { CallableReference } from '@turnout/compiler'
import type { Identify } from '@turnout/compiler/internal/phases/3-freeze/freeze'
import type { EvaluatedModule, Evaluation } from './evaluation.ts'

/**
 * Names callables for the manifest, and remembers which of those names are files of the project.
 *
 * @param routeFiles the absolute paths of those that were evaluated
 * @param relative makes a path relative to the project root
 */
export function callableFinder(
  evaluation: Pick<Evaluation, 'evaluated'>,
  routeFiles: ReadonlySet<string>,
  relative: (file: string) => string,
) {
  const files = new Map<string, string>()
  const referencesByCallable = new Map<object, ReturnType<Identify>>()
  // Callables are named when all route files are evaluated.
  let modules: readonly EvaluatedModule[] | null = null
  const identify: Identify = (value) => {
    const isRouteFile = (module: EvaluatedModule) => module.file !== null && routeFiles.has(module.file)
    const holder = findExport(value, (modules ??= evaluation.evaluated()), isRouteFile)
    if (holder === null) return null
    const { file, specifier } = holder.module
    if (file === null) return { module: specifier!, export: holder.export }
    const module = relative(file)
    if (isRouteFile(holder.module)) return { routeFile: module, export: holder.export }
    files.set(module, file)
    return { module, export: holder.export }
  }
  return {
    identify: (value: object) => {
      if (!referencesByCallable.has(value)) referencesByCallable.set(value, identify(value))
      return referencesByCallable.get(value) ?? null
    },
    /** Returns how the emitted module imports a callable. */
    importCallable: ({ module }: CallableReference): string => {
      const file = files.get(module)
      if (file === undefined) return module
      // Vite reads a path that begins with a slash as relative to the root.
      return module.startsWith('../') || path.isAbsolute(module) ? file : `/${module}`
    },
  }
}

/** An export that holds a callable. */
export interface ExportedCallable {
  readonly module: EvaluatedModule
  readonly export: string
}

/**
 * Finds the export that holds a value. Several may: a module and those that re-export from it, or one module under
 * two names. The choice depends on the files alone:
 *
 * 1. a module that is not a route file (production would import the DSL with it);
 * 2. a module of the project, before an installed one;
 * 3. the module that the others have it from, so that production imports the least;
 * 4. the first by path; of its exports the one of the function's own name, then any before `default`, then by name.
 *
 * @param modules sorted by path
 * @param isRouteFile true for the route files among them
 * @returns null if nothing exports the value
 */
export function findExport(
  value: object,
  modules: readonly EvaluatedModule[],
  isRouteFile: (module: EvaluatedModule) => boolean,
): ExportedCallable | null {
  const holders = modules.filter((module) => exportsOf(module, value).length > 0)
  const nonRouteModules = holders.filter((module) => !isRouteFile(module))
  const candidates = nonRouteModules.length > 0 ? nonRouteModules : holders
  const projectModules = candidates.filter((module) => module.file !== null)
  const origin = deepest(projectModules.length > 0 ? projectModules : candidates)
  if (origin === undefined) return null
  return { module: origin, export: exportsOf(origin, value)[0]! }
}

/** The names under which a module exports a value, the best first. */
function exportsOf(module: EvaluatedModule, value: object): string[] {
  const functionName = nameOf(value)
  const rank = (name: string) => (name === functionName ? 0 : name === 'default' ? 2 : 1)
  return Object.keys(module.exports)
    .filter((name) => valueOf(module, name) === value)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Returns the name of a value; null if the value has no name or reading the name throws. */
function nameOf(value: object): unknown {
  try {
    return (value as { name?: unknown }).name
  } catch {
    return null
  }
}

/** Returns an export; undefined if the module threw before it initialised the export. */
function valueOf(module: EvaluatedModule, name: string): unknown {
  try {
    return module.exports[name]
  } catch {
    return undefined
  }
}

/** The first module that imports none of the others, directly or through other modules. */
function deepest(modules: readonly EvaluatedModule[]): EvaluatedModule | undefined {
  if (modules.length < 2) return modules[0]
  const targets = new Set(modules)
  return modules.find((module) => !reachesAny(module, targets)) ?? modules[0]
}

function reachesAny(start: EvaluatedModule, targets: ReadonlySet<EvaluatedModule>): boolean {
  const visited = new Set([start])
  const queue = [...start.imports()]
  for (const module of queue) {
    if (module !== start && targets.has(module)) return true
    if (visited.has(module)) continue
    visited.add(module)
    for (const imported of module.imports()) queue.push(imported)
  }
  return false
}
