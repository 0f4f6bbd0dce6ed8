import { canonicalPath } from '@turnout/runtime'
import { addToList } from '../collections.ts'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { mayServe } from '../manifest/verbs.ts'
import type { Manifest, ManifestRoute } from '../manifest/manifest.ts'
import { pathTableOf } from '../matcher/path-table.ts'
import { isAnything } from '../patterns/routes/route-pattern.ts'
import type { Pattern } from '../patterns/pattern/pattern.ts'
import { showRoute } from '../manifest/print/describe.ts'

/** A file that browsers can request. */
export interface PublicFile {
  /** The name that messages show, such as `public/robots.txt`. */
  readonly file: string
  /** The path of its URL without the base, such as `/robots.txt`. */
  readonly path: string
  /** True if the file name contains a hash. Such a file is served before all routes. */
  readonly isHashed?: boolean
}

/**
 * Reports files and routes that have the same path: `route-hides-file` for each route that a file yields to,
 * `file-hides-route` for each route that yields to files. The rule is decisions/026.
 */
export function checkPublicFiles(
  manifest: Manifest,
  files: readonly PublicFile[],
  severities: Severities = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  /** The files that are not served, by the route that is called instead. */
  const filesHiddenBy = new Map<ManifestRoute, string[]>()
  /** The files that are served, by the route that is not called. */
  const filesHiding = new Map<ManifestRoute, string[]>()
  for (const { file, path, isHashed = false } of files) {
    const matching = routesAt(manifest, path)
    const claiming = matching.find((route) => !isFallback(route))
    if (isHashed) {
      // Not for a fallback: it matches every hashed file, and nobody chooses their names.
      addFile(filesHiding, claiming, file)
    } else if (claiming === undefined) {
      // Only fallbacks match, and the first of them would respond.
      addFile(filesHiding, matching[0], file)
    } else {
      addFile(filesHiddenBy, claiming, file)
    }
  }
  for (const [route, names] of filesHiddenBy) {
    diagnostics.report('route-hides-file', { route: showRoute(route), files: names }, () => route.location)
  }
  for (const [route, names] of filesHiding) {
    diagnostics.report('file-hides-route', { route: showRoute(route), files: names }, () => route.location)
  }
  return diagnostics.all
}

/** Adds a file to the files of a route, unless no route has the path of the file. */
function addFile(filesByRoute: Map<ManifestRoute, string[]>, route: ManifestRoute | undefined, file: string): void {
  if (route !== undefined) addToList(filesByRoute, route, file)
}

/**
 * Returns true if a GET request for the path belongs to a route, so that no file is served for it. This is the case if
 * a route that is more than a fallback matches the path, regardless of its conditions and constraints.
 *
 * @param path without the base; it is made canonical if necessary
 */
export function isClaimed(manifest: Manifest, path: string): boolean {
  return routesAt(manifest, path).some((route) => !isFallback(route))
}

/** The routes that match GET requests for a path, in order. */
function routesAt({ routes }: Manifest, path: string): readonly ManifestRoute[] {
  const canonical = canonicalPath(path)
  // A number is the status for a malformed path.
  if (typeof canonical !== 'string') return []
  const matching = [...pathTableOf(routes).find(canonical).keys()].map((index) => routes[index]!)
  return matching.filter(({ verbs }) => mayServe(verbs, 'GET'))
}

/**
 * True for a route that catches all remaining paths: neither a literal nor a requirement restricts its path, as in
 * `*path`, `:slug(.:format)` and `:owner/:name`.
 */
function isFallback({ segments, requirements }: ManifestRoute): boolean {
  return !hasLiteral(segments) && Object.values(requirements).every((requirement) => isAnything(requirement))
}

function hasLiteral(pattern: Pattern): boolean {
  return pattern.some((segment) => {
    if (segment.kind === 'optional') return hasLiteral(segment.segments)
    return segment.kind === 'static' && /[^/.]/.test(segment.text)
  })
}
