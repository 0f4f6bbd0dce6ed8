import type { EvaluatedModule } from './evaluation.ts'

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
 * @param isRouteFile tells the route files among them
 * @returns null if nothing exports the value
 */
export function findExport(
  value: object,
  modules: readonly EvaluatedModule[],
  isRouteFile: (module: EvaluatedModule) => boolean,
): ExportedCallable | null {
  const holders = modules.filter((module) => exportsOf(module, value).length > 0)
  const outside = holders.filter((module) => !isRouteFile(module))
  const candidates = outside.length > 0 ? outside : holders
  const own = candidates.filter((module) => module.file !== null)
  const origin = deepest(own.length > 0 ? own : candidates)
  if (origin === undefined) return null
  return { module: origin, export: exportsOf(origin, value)[0]! }
}

/** The names under which a module exports a value, the best first. */
function exportsOf(module: EvaluatedModule, value: object): string[] {
  const rank = (name: string) => (name === (value as { name?: unknown }).name ? 0 : name === 'default' ? 2 : 1)
  return Object.keys(module.exports)
    .filter((name) => valueOf(module, name) === value)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Undefined where the module threw before it came to the export. */
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
  const seen = new Set([start])
  const queue = [...start.imports()]
  for (const module of queue) {
    if (module !== start && targets.has(module)) return true
    if (seen.has(module)) continue
    seen.add(module)
    queue.push(...module.imports())
  }
  return false
}
