/**
 * Compiles route files in a worker thread: they run within limits, and nothing that they do ends the process. Our own
 * packages use it; it may change with any version.
 */

// Compilations.
export { RouteCompiler, type RouteCompilation, type RouteFiles } from './host/route-compiler.ts'
export type { DrawnFile } from './common/messages.ts'
export { EvaluationSuperseded } from './common/evaluation-limit.ts'

// The workers of this process.
export { onLeftover, warmWorker } from './host/worker-pool.ts'

// Other modules of the project.
export { makeModuleLoader, type ModuleLoader } from './host/module-loader.ts'
