import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/**
 * Reports route files in the draw paths that no `draw` loads: `undrawn-route-file`.
 *
 * @param undrawn the files, relative to the project root, with the name to pass to `draw`
 */
export function checkRouteFiles(
  undrawn: ReadonlyMap<string, string>,
  severities: Severities = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  for (const [file, name] of undrawn) {
    diagnostics.report('undrawn-route-file', { file, name }, () => ({
      file,
      line: 1,
      column: 1,
    }))
  }
  return diagnostics.all
}
