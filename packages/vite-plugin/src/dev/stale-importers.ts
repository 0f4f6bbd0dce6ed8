import type { EnvironmentModuleNode } from 'vite'
import { readTextFile } from '../files/read-file.ts'
import { importersOf } from './redraw.ts'

/**
 * The modules that import another and may name an export of it that came or went. Those for controllers and pages are
 * not among them: they name what is in every table.
 *
 * @param before the names that it exported
 * @param after the names that it exports now
 */
export function staleImporters(
  node: EnvironmentModuleNode,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): EnvironmentModuleNode[] {
  const names = difference(before, after)
  return importersOf(node).filter((importer) => mentionsAny(importer, names))
}

/** The names that are in one set only. */
function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))]
}

/** True if the module's source holds one of the names; also where the source is not known. */
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
