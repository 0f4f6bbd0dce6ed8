import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Severities } from '@turnout/compiler'
import { makeDiagnostic, makeError } from '@turnout/compiler/internal'
import type { EvaluatedModule } from '../evaluate/evaluation.ts'
import { placeOfImport } from '../evaluate/load-failure.ts'
import { textFileOrNull } from '../files/read-file.ts'
import { isFile } from '../files/route-files.ts'
import type { Problem } from '../problems/problem.ts'

/**
 * Reports other files that look like the entry and that nothing loads: `src/routes.ts` next to `config/routes.ts`. A file
 * of that name that does not call the DSL may be anything, the routes of another router too.
 *
 * @param candidates every place where the entry may be
 * @param loaded the files that took part in the compilation
 */
export function reportIgnoredEntries(
  entry: string,
  candidates: readonly string[],
  loaded: ReadonlySet<string>,
  { relative, severities = {} }: Reporting,
): readonly Problem[] {
  const ignored = candidates.filter((file) => file !== entry && !loaded.has(file) && isFile(file) && usesDsl(file))
  return ignored.flatMap((file) => {
    const location = { file: relative(file), line: 1, column: 1 }
    return (
      makeDiagnostic('ignored-route-file', { file: location.file, entry: relative(entry) }, { location }, severities) ??
      []
    )
  })
}

/** How paths are shown, and which severities the project has set. */
interface Reporting {
  readonly relative: (file: string) => string
  readonly severities?: Severities | undefined
}

function usesDsl(file: string): boolean {
  return /vite-plugin-turnout\/dsl|@turnout\/compiler\/dsl/.test(textFileOrNull(file) ?? '')
}

/** Reports route files that import themselves, directly or through another module: meanwhile their exports are undefined. */
export function reportCircularImports(
  routeFiles: ReadonlySet<string>,
  modules: readonly EvaluatedModule[],
  { relative, severities = {} }: Reporting,
): readonly Problem[] {
  return modules.flatMap((module) => {
    if (module.file === null || !routeFiles.has(module.file)) return []
    const chain = chainBackTo(module)
    if (chain === null) return []
    const location = { file: relative(module.file), ...placeOfModule(module.file, chain[1]!) }
    const files = chain.map(relative)
    return makeDiagnostic('circular-route-file', { files }, { location }, severities) ?? []
  })
}

/** The files on a shortest way from a module to itself, the module first and last. */
function chainBackTo(start: EvaluatedModule): readonly string[] | null {
  const queue: { readonly module: EvaluatedModule; readonly chain: readonly string[] }[] = [
    { module: start, chain: [start.file!] },
  ]
  const seen = new Set<string>()
  for (const { module, chain } of queue) {
    for (const imported of module.imports()) {
      const { file } = imported
      if (file === start.file) return [...chain, file!]
      if (file === null || seen.has(file)) continue
      seen.add(file)
      queue.push({ module: imported, chain: [...chain, file] })
    }
  }
  return null
}

/** The place of the import of a file; of the first line where it is imported by another name. */
function placeOfModule(importer: string, file: string): { line: number; column: number } {
  const relative = path.posix.relative(path.posix.dirname(importer), file)
  const specifier = relative.startsWith('.') ? relative : `./${relative}`
  const bare = specifier.slice(0, -path.posix.extname(specifier).length)
  const places = [specifier, bare, `${bare}.js`].map((each) => placeOfImport(importer, each))
  return places.find(({ line, column }) => line > 1 || column > 1) ?? { line: 1, column: 1 }
}

/** Reports that the option `server` names a file that is not there. Vite adds the extension where it has none. */
export function reportMissingServer(root: string, entry: string | null): readonly Problem[] {
  if (entry === null || entry.startsWith('virtual:')) return []
  const file = path.resolve(root, entry)
  const isThere = ['', '.ts', '.mts', '.js', '.mjs', '.tsx', '.jsx'].some((extension) => existsSync(file + extension))
  return isThere ? [] : [makeError('server-not-found', { file: entry }, { location: null })]
}
