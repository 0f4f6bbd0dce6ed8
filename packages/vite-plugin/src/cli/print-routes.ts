import { printManifest, type Manifest } from '@turnout/compiler'
import { UsageError, type RoutesRequest } from './arguments.ts'
import { filterRoutes, formatRoutes, noRoutes } from './format-routes.ts'

/**
 * What `turnout routes` prints.
 *
 * @throws UsageError if a filter is no regular expression
 */
export function printRoutes(
  manifest: Manifest,
  { filter, expanded, json }: Pick<RoutesRequest, 'filter' | 'expanded' | 'json'>,
  width: number | undefined,
): string {
  const routes = filtered(manifest, filter)
  if (json) return printManifest({ ...manifest, routes }).trimEnd()
  if (routes.length === 0) return noRoutes(manifest.routes.length, filter)
  return formatRoutes(routes, { expanded, ...(width !== undefined && { width }) })
}

function filtered(manifest: Manifest, filter: RoutesRequest['filter']): Manifest['routes'] {
  try {
    return filterRoutes(manifest.routes, filter)
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${error.message}.`)
    throw error
  }
}
