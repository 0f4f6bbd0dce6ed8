// Compares the imports of a module from `virtual:routes` with the routes.
import type { Program } from 'estree'
import type { Diagnostic, Location, Manifest } from '@turnout/compiler'
import { checkHelpers } from '@turnout/compiler/internal/checks/check-helpers'
import type { RenamedHelpers } from '@turnout/compiler/internal/checks/renamed-helpers'
import { relativeTo, withoutQuery } from '../files/paths.ts'
import { positionAt } from '../files/position.ts'
import type { Consumer, ResolvedOptions } from '../options.ts'
import { normalizePath } from 'vite'
import { usedHelpers } from './used-helpers.ts'

/** A module of the application. */
interface CheckedModule {
  /** Parses the transformed module. Throws if the module is not JavaScript. */
  readonly parse: () => Program
  /** The module's id in Vite. */
  readonly id: string
  /** The target of the module: a client or a server. */
  readonly consumer: Consumer
}

/** The part of a project that `checkModule` needs. */
interface CheckedProject {
  readonly root: string
  readonly options: ResolvedOptions
  readonly readSource: (file: string) => string | null
}

/**
 * Reports imports from `virtual:routes` in a module of the application that the routes do not provide.
 * Reports nothing if the module is not JavaScript.
 *
 * @param renamed names that an edit of the routes has changed while the dev server runs
 */
export function checkModule(
  { parse, id, consumer }: CheckedModule,
  manifest: Manifest,
  { root, options, readSource }: CheckedProject,
  renamed?: RenamedHelpers,
): readonly Diagnostic[] {
  let program: Program
  try {
    program = parse()
  } catch {
    // The bundler reports code that is not JavaScript.
    return []
  }
  const modules = usedHelpers(program)
  if (modules.size === 0) return []
  const file = relativeTo(root)(normalizePath(withoutQuery(id)))
  const source = readSource(file)
  const importedHelpers = [...modules].flatMap(([module, names]) => {
    // `checkHelpers` reports no names of a missing module, so the module itself comes first.
    const moduleUse = { module, name: null, location: locate(module, file, source) }
    return [moduleUse, ...Array.from(names, (name) => ({ module, name, location: locate(name, file, source) }))]
  })
  const { clientRoutes, ...settings } = options.compile
  return checkHelpers(manifest, importedHelpers, {
    ...settings,
    ...(renamed !== undefined && { renamed }),
    ...(consumer === 'client' && clientRoutes !== undefined && { clientRoutes }),
  })
}

/**
 * Returns the first location of a name, or of a module's name, in the original source. The parsed module is the
 * transformed one, which preserves names but not locations.
 */
function locate(name: string, file: string, source: string | null): Location | null {
  if (source === null) return null
  const index = source.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w/]/g, '\\$&')}(?![\\w$])`))
  return { file, ...positionAt(source, Math.max(index, 0)) }
}
