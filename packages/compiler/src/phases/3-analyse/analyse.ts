import type { Diagnostics, Place } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest.ts'
import type { RouteSet } from '../../route.ts'
import type { CallSite } from '../1-evaluate/call-site.ts'
import { reportAmbiguousFanout } from './report-ambiguous-fanout.ts'
import { reportDuplicateParams } from './report-duplicate-params.ts'
import { reportLateRoot } from './report-late-root.ts'
import { reportNameCollisions } from './report-name-collisions.ts'
import { reportUnknownTargets } from './report-unknown-targets.ts'
import { reportUnreachableRoutes } from './report-unreachable-routes.ts'
import { reportUnsafeRequirements } from './report-unsafe-requirements.ts'
import { shapesOf } from './route-index.ts'

/** How helpers are named: `editPhotoPath` or `edit_photo_path`. */
export type HelperStyle = 'camelCase' | 'snake_case'

/** Looks at the whole table for what no single declaration shows. One check, one file. */
export function analyse(
  routes: RouteSet,
  manifest: Manifest,
  helpers: HelperStyle,
  diagnostics: Diagnostics,
  placeOf: (site: CallSite | null) => Place,
): void {
  reportNameCollisions(manifest, helpers, diagnostics)
  reportUnknownTargets(manifest, diagnostics)
  reportDuplicateParams(manifest, diagnostics)
  reportLateRoot(manifest, diagnostics)
  const shapes = shapesOf(manifest)
  reportUnreachableRoutes(manifest, shapes, diagnostics)
  reportAmbiguousFanout(shapes, diagnostics)
  reportUnsafeRequirements(routes, diagnostics, placeOf)
}
