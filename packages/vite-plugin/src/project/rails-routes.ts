import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Compilation, CompileOptions } from '@turnout/compiler'
import { compileRails } from '@turnout/compiler/internal'
import { realPathOf, relativeTo } from '../files/paths.ts'
import { isFile } from '../files/route-files.ts'

/**
 * Compiles what a Rails server has printed. The file is only read: Ruby is never started.
 *
 * @param file absolute
 * @throws what the system throws if the file cannot be read
 */
export function readRails(
  file: string,
  root: string,
  options: CompileOptions,
): { readonly manifest: Compilation['manifest']; readonly problems: Compilation['diagnostics'] } {
  // Editors on Windows write a mark in front.
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const folder = realPathOf(root)
  // Of files outside of the project nothing is shown, whatever the file names.
  const isThere = (source: string) => {
    const real = realPathOf(path.resolve(root, source))
    return real.startsWith(`${folder}/`) && isFile(real)
  }
  const { manifest, diagnostics } = compileRails({ file: relativeTo(root)(file), text }, options, isThere)
  return { manifest, problems: diagnostics }
}
