import { traceOf } from '../../diagnostics/describe.ts'
import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Frozen } from '../3-freeze/freeze.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import { reportAdjacentParams, reportDuplicateParams } from './report-params.ts'
import { reportLateRoot } from './report-late-root.ts'
import { reportNameCollisions, reportUnknownTargets } from './report-names.ts'
import { reportRedirectLoops } from './report-redirect-loops.ts'
import { reportUnreachableRoutes } from './report-unreachable-routes.ts'
import { reportUnsupportedRequirements } from './report-unsupported-requirements.ts'
import { pathSetsOf } from './path-set.ts'

/**
 * Checks the table as a whole for mistakes that no single declaration shows. Each check is in a separate file.
 *
 * If a check throws, Turnout reports `analysis-failed` for that check. The table is still valid.
 */
export function analyse({ manifest, routes }: Frozen, helpers: HelperStyle, diagnostics: Diagnostics): void {
  const run = (check: () => void, checkName: string): void => {
    try {
      check()
    } catch (error) {
      diagnostics.report('analysis-failed', { check: checkName, error }, () => null, { trace: traceOf(error) })
    }
  }
  // Without this check helpers could be lost, so its errors are not reduced to warnings.
  reportNameCollisions(manifest, helpers, diagnostics)
  run(() => reportUnknownTargets(manifest, diagnostics), 'mappings that lead nowhere')
  run(() => reportAdjacentParams(manifest, diagnostics), 'adjacent parameters')
  run(() => reportDuplicateParams(manifest, diagnostics), 'duplicate parameters')
  run(() => reportRedirectLoops(manifest, diagnostics), 'redirects in a circle')
  run(() => {
    const pathSets = pathSetsOf(manifest)
    run(() => reportLateRoot(manifest, pathSets, diagnostics), 'the place of the root')
    run(() => reportUnreachableRoutes(manifest, pathSets, diagnostics), 'unreachable routes')
  }, 'the paths of routes')
  run(() => reportUnsupportedRequirements(routes, diagnostics), 'large requirements')
}
