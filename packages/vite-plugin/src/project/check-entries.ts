import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Severities } from '@turnout/compiler'
import { makeDiagnostic, makeError } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { textFileOrNull, isFile } from '../files/read-file.ts'
import type { Problem } from '../problems/problem.ts'

/**
 * Reports other files that look like the entry and that nothing loads: `src/routes.ts` next to `config/routes.ts`. A file
 * of that name that does not call the DSL may be anything, the routes of another router too.
 *
 * @param candidates every possible path of the entry
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

/** Reports that the option `server` names a file that does not exist. Vite adds a missing extension. */
export function reportMissingServer(root: string, entry: string | null): readonly Problem[] {
  if (entry === null || entry.startsWith('virtual:')) return []
  const file = path.resolve(root, entry)
  const isThere = ['', '.ts', '.mts', '.js', '.mjs', '.tsx', '.jsx'].some((extension) => existsSync(file + extension))
  return isThere ? [] : [makeError('server-not-found', { file: entry }, { location: null })]
}
