import { describeError } from '../../describe.ts'
import type { Diagnostics, Place } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest.ts'
import type { RouteSet } from '../../route.ts'
import type { CallSite } from '../1-evaluate/call-site.ts'
import type { FrozenRoute } from '../3-freeze/freeze.ts'
import { reportAmbiguousFanout } from './report-ambiguous-fanout.ts'
import { reportDuplicateParams } from './report-duplicate-params.ts'
import { reportLateRoot } from './report-late-root.ts'
import { reportNameCollisions } from './report-name-collisions.ts'
import { reportRedirectLoops } from './report-redirect-loops.ts'
import { reportSlowPatterns } from './report-slow-patterns.ts'
import { reportUnknownTargets } from './report-unknown-targets.ts'
import { reportUnreachableRoutes } from './report-unreachable-routes.ts'
import { reportUnsafeRequirements } from './report-unsafe-requirements.ts'
import { shapesOf } from './shape.ts'

/** How helpers are named: `editPhotoPath` or `edit_photo_path`. */
export type HelperStyle = 'camelCase' | 'snake_case'

/**
 * Looks at the whole table for what no single declaration shows. One check, one file.
 *
 * A check that throws says nothing, and that it says nothing is reported: the table is right all the same.
 */
export function analyse(
  set: RouteSet,
  { manifest, routes }: { readonly manifest: Manifest; readonly routes: readonly FrozenRoute[] },
  helpers: HelperStyle,
  diagnostics: Diagnostics,
  placeOf: (site: CallSite | null) => Place,
): void {
  const run = (check: () => void, what: string): void => {
    try {
      check()
    } catch (error) {
      diagnostics.report('analysis-failed', `The check for ${what} failed: ${describeError(error)}.`, () => null)
    }
  }
  // Without it helpers could be lost, so what it throws is no warning.
  reportNameCollisions(manifest, helpers, diagnostics)
  run(() => reportUnknownTargets(manifest, diagnostics), 'mappings that lead nowhere')
  run(() => reportDuplicateParams(manifest, diagnostics), 'duplicate parameters')
  run(() => reportRedirectLoops(manifest, diagnostics), 'redirects in a circle')
  run(() => {
    const shapes = shapesOf(manifest)
    run(() => reportLateRoot(manifest, shapes, diagnostics), 'the place of the root')
    run(() => reportUnreachableRoutes(manifest, shapes, diagnostics), 'unreachable routes')
    run(() => reportAmbiguousFanout(shapes, diagnostics), 'the branches of the table')
    run(() => reportSlowPatterns(routes, shapes, diagnostics), 'patterns that take long')
  }, 'the shapes of routes')
  run(() => reportUnsafeRequirements(set, diagnostics, placeOf), 'slow requirements')
}
