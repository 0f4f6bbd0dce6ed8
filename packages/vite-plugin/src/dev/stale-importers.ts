import type { EnvironmentModuleNode } from 'vite'
import { readTextFile } from '../files/read-file.ts'
import { importersOf } from './redraw.ts'

/**
 * The modules that import another and may name an export of it that came or went. Those for controllers and pages are
 * not among them: they only name exports that are in every table.
 *
 * @param before the names that it exported
 * @param after the names that it exports now
 */
export function staleImporters(
  node: EnvironmentModuleNode,
  before: readonly string[],
  after: readonly string[],
): EnvironmentModuleNode[] {
  const names = difference(before, after)
  return importersOf(node).filter((importer) => mentionsAny(importer, names))
}

/** The names that are in one list only. */
function difference(before: readonly string[], after: readonly string[]): string[] {
  const [namesBefore, namesAfter] = [new Set(before), new Set(after)]
  return [...before.filter((name) => !namesAfter.has(name)), ...after.filter((name) => !namesBefore.has(name))]
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
  const words = new Set(source.match(/[\w$]+/g))
  return names.some((name) => words.has(name))
}
