import path from 'node:path'
import type { Compilation, CompileOptions } from '@turnout/compiler'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { filesIn, realPathOf, relativeTo } from '../files/paths.ts'
import { readTextFile, isFile } from '../files/read-file.ts'
import { loadRails } from '../packages.ts'

/** The routes of a Rails application, compiled. */
interface RailsCompilation {
  readonly manifest: Compilation['manifest']
  readonly problems: Compilation['diagnostics']
  /** Absolute paths of the JSON, and of Rails' own route files in the project: edits of these make the JSON stale. */
  readonly files: ReadonlySet<string>
}

/**
 * Compiles the JSON that the rake task of a Rails application has written. Ruby is never started.
 *
 * @param file the JSON, absolute
 * @throws the system's error if the file cannot be read
 */
export async function readRails(file: string, root: string, options: CompileOptions): Promise<RailsCompilation> {
  const { compileRails, staleSources } = await loadRails()
  // Editors on Windows write a byte order mark.
  const text = readTextFile(file).replace(/^\uFEFF/, '')
  const folder = realPathOf(root)
  // Files outside the project are never read, even if the JSON names them.
  const isInProject = (source: string) => {
    const real = realPathOf(path.resolve(root, source))
    return real.startsWith(`${folder}/`) && isFile(real)
  }
  const name = relativeTo(root)(file)
  const { manifest, table, diagnostics } = compileRails({ file: name, text }, options, isInProject)
  if (table === null) return { manifest, problems: diagnostics, files: new Set([file]) }
  const { sources, changed } = staleSources(file, table.files, { root, isInProject, filesIn })
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
