import path from 'node:path'
import type { Compilation, CompileOptions } from '@turnout/compiler'
import { compileRails, makeDiagnostic } from '@turnout/compiler/internal'
import { realPathOf, relativeTo } from '../files/paths.ts'
import { readTextFile } from '../files/read-file.ts'
import { isFile } from '../files/route-files.ts'
import { staleSources } from './stale-rails.ts'

/** The routes of a Rails application, compiled. */
interface RailsCompilation {
  readonly manifest: Compilation['manifest']
  readonly problems: Compilation['diagnostics']
  /** Absolute paths of the JSON, and of Rails' own route files in the project, whose edits make it stale. */
  readonly files: ReadonlySet<string>
}

/**
 * Compiles the JSON that the rake task of a Rails application has written. Ruby is never started.
 *
 * @param file the JSON, absolute
 * @throws what the system throws if the file cannot be read
 */
export function readRails(file: string, root: string, options: CompileOptions): RailsCompilation {
  // Editors on Windows write a byte order mark.
  const text = readTextFile(file).replace(/^\uFEFF/, '')
  const folder = realPathOf(root)
  // Nothing is read from outside the project, whatever the JSON names.
  const isInProject = (source: string) => {
    const real = realPathOf(path.resolve(root, source))
    return real.startsWith(`${folder}/`) && isFile(real)
  }
  const name = relativeTo(root)(file)
  const { manifest, table, diagnostics } = compileRails({ file: name, text }, options, isInProject)
  if (table === null) return { manifest, problems: diagnostics, files: new Set([file]) }
  const { sources, changed } = staleSources(file, root, table.files, isInProject)
  const location = { file: name, line: 1, column: 1 }
  const stale =
    changed.length > 0
      ? makeDiagnostic('stale-rails-json', { file: name, sources: changed }, { location }, options.severities)
      : null
  return {
    manifest,
    problems: stale === null ? diagnostics : [...diagnostics, stale],
    files: new Set([file, ...sources.map((source) => path.posix.join(root, source))]),
  }
}
