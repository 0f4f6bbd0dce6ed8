import type { EnvironmentModuleNode } from 'vite'
import { readTextFile } from '../files/read-file.ts'
import { importersOf } from './redraw.ts'

/**
 * The modules that import another and may name an export of it that came or went. Those for controllers and pages are
 * not among them: they only name exports that are in every table.
 *
 * @param oldNames the names that it exported
 * @param newNames the names that it exports now
 */
export function staleImporters(
  node: EnvironmentModuleNode,
  oldNames: readonly string[],
  newNames: readonly string[],
): EnvironmentModuleNode[] {
  const names = difference(oldNames, newNames)
  return importersOf(node).filter((importer) => mentionsAny(importer, names))
}

/** The names that are in one list only. */
function difference(oldNames: readonly string[], newNames: readonly string[]): string[] {
  const [before, after] = [new Set(oldNames), new Set(newNames)]
  return [...oldNames.filter((name) => !after.has(name)), ...newNames.filter((name) => !before.has(name))]
}

/** True if the module's source contains one of the names, or if the source is unknown. */
function mentionsAny({ file }: EnvironmentModuleNode, names: readonly string[]): boolean {
  if (names.length === 0) return false
  let source: string
  try {
    source = readTextFile(file ?? '')
  } catch {
    return true
  }
  return hasWord(source, names)
}

/** True if a source contains one of the names. */
export function hasWord(source: string, names: readonly string[]): boolean {
  const words = new Set(source.match(/[\w$]+/g))
  return names.some((name) => words.has(name))
}
