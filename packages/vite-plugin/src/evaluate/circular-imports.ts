import path from 'node:path'
import type { Severities } from '@turnout/compiler'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import type { Position } from '../files/position.ts'
import type { EvaluatedModule } from './evaluation.ts'
import { placeOfImport } from './load-failure.ts'

/** Reports route files that import themselves, directly or through another module: meanwhile their exports are undefined. */
export function reportCircularImports(
  routeFiles: ReadonlySet<string>,
  modules: readonly EvaluatedModule[],
  {
    relative,
    severities = {},
  }: { readonly relative: (file: string) => string; readonly severities?: Severities | undefined },
): readonly Diagnostic[] {
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
  const visited = new Set<string>()
  for (const { module, chain } of queue) {
    for (const imported of module.imports()) {
      const { file } = imported
      if (file === start.file) return [...chain, file!]
      if (file === null || visited.has(file)) continue
      visited.add(file)
      queue.push({ module: imported, chain: [...chain, file] })
    }
  }
  return null
}

/** The place of the import of a file; of the first line where it is imported by another name. */
function placeOfModule(importer: string, file: string): Position {
  const relative = path.posix.relative(path.posix.dirname(importer), file)
  const specifier = relative.startsWith('.') ? relative : `./${relative}`
  const bare = specifier.slice(0, -path.posix.extname(specifier).length)
  const candidates = [specifier, bare, `${bare}.js`].map((spelling) => placeOfImport(importer, spelling))
  return candidates.find(({ line, column }) => line > 1 || column > 1) ?? { line: 1, column: 1 }
}
