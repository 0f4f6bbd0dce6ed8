import { idlePatterns, slipsOf, type ClientRoutes } from '../../client-routes.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest/manifest.ts'

/**
 * Reports problems of the option `clientRoutes`: `invalid-client-routes`, and `idle-client-pattern`, because a typo in a
 * pattern may expose routes to clients.
 */
export function reportClientRoutes(
  manifest: Manifest,
  clientRoutes: ClientRoutes | undefined,
  diagnostics: Diagnostics,
): void {
  const problems = slipsOf(clientRoutes)
  for (const problem of problems) diagnostics.report('invalid-client-routes', { problem }, () => null)
  if (clientRoutes === undefined || problems.length > 0) return
  for (const idle of idlePatterns(manifest, clientRoutes)) diagnostics.report('idle-client-pattern', idle, () => null)
}
