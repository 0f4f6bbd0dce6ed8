import type { Program } from 'estree'
import type { Diagnostic, Location, Manifest } from '@turnout/compiler'
import { checkHelpers } from '@turnout/compiler/internal'
import type { Consumer, ResolvedOptions } from '../options.ts'
import { normalizePath } from 'vite'
import { relativeTo } from '../files/paths.ts'
import { usedHelpers } from './used-helpers.ts'

/** What of a project a module is compared with. */
interface CheckedProject {
  readonly root: string
  readonly options: ResolvedOptions
  readonly readSource: (file: string) => string | null
}

/**
 * Compares what a module of the application takes from `virtual:routes` with what there is.
 *
 * @param parse what became of the module, which may not be JavaScript at all: then it takes nothing
 * @param id of the module, as Vite knows it
 * @param consumer whom the module is built for
 */
export function checkModule(
  parse: () => Program,
  id: string,
  manifest: Manifest,
  { root, options, readSource }: CheckedProject,
  consumer: Consumer,
): readonly Diagnostic[] {
  let program: Program
  try {
    program = parse()
  } catch {
    // Whoever needs it as JavaScript says so.
    return []
  }
  const modules = usedHelpers(program)
  if (modules.size === 0) return []
  const file = relativeTo(root)(normalizePath(id.replace(/[?#].*$/, '')))
  const source = readSource(file)
  const used = [...modules].flatMap(([module, names]) => {
    // Of a module that is not there nothing is there.
    const whole = { module, name: null, location: placeOf(module, file, source) }
    return [whole, ...Array.from(names, (name) => ({ module, name, location: placeOf(name, file, source) }))]
  })
  const { clientRoutes, ...settings } = options.compile
  return checkHelpers(manifest, used, {
    ...settings,
    ...(consumer === 'client' && clientRoutes !== undefined && { clientRoutes }),
  })
}

/** Where a name, or that of a module, first stands in a source. What is parsed is what became of it, which keeps names but no places. */
function placeOf(name: string, file: string, source: string | null): Location | null {
  if (source === null) return null
  const found = source.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w/]/g, '\\$&')}(?![\\w$])`))
  const before = source.slice(0, Math.max(found, 0)).split(/\r\n|\n|\r/)
  return { file, line: before.length, column: before.at(-1)!.length + 1 }
}
