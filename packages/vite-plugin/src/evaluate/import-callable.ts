import path from 'node:path'
import type { CallableReference } from '@turnout/compiler'
import { normalizePath } from '../files/paths.ts'

/**
 * How the emitted module imports a callable.
 *
 * @param files the files of callables, absolute, by module
 */
export function callableImporter(files: ReadonlyMap<string, string>, root: string) {
  return ({ module }: CallableReference): string => {
    if (module === null || !files.has(module)) return module ?? ''
    // Vite reads a path that begins with a slash as relative to the root.
    return module.startsWith('../') || path.isAbsolute(module)
      ? normalizePath(path.resolve(root, module))
      : `/${module}`
  }
}
