// The data of the page in the form that the views need: one row for each route.
import type { Location, ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { actionExportNames } from '@turnout/runtime'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import type { PageData, PageFinding } from '../src/page-data.ts'
import { pathTableOf } from '@turnout/compiler/internal/matcher/path-table'
import { controllerHues } from '@turnout/compiler/internal/manifest/print/palette'
import { describeCallable, describeEndpoint, describeEntries } from '@turnout/compiler/internal/manifest/print/describe'

/** A route in the form that the page shows. */
export interface RouteRow {
  /** Verbs and pattern, for addresses: `GET /photos/:id`. A number tells equal ones apart. */
  readonly key: string
  readonly index: number
  readonly route: ManifestRoute
  /** `GET`, for example; empty if the route accepts any verb. */
  readonly verbs: readonly string[]
  /** The pattern without `(.:format)`, which nearly all patterns end with. */
  readonly path: string
  readonly endpoint: string
  /** `admin/photos`; null if the route has no controller. */
  readonly controller: string | null
  /** `editPhotoPath`; null without a name, or if a `direct` of this name defines the helper. */
  readonly helper: string | null
  /** Conditions beyond verb and path, and defaults. */
  readonly details: string
  readonly finding: PageFinding | null
  /** The string that the search looks in, in lower case. */
  readonly text: string
}

/** The data of the page, and values derived from it that all views need. */
export interface Model {
  readonly data: PageData
  readonly rows: readonly RouteRow[]
  readonly rowsByKey: ReadonlyMap<string, RouteRow>
  /** Returns the indexes of the routes whose pattern matches a path. */
  readonly routesAt: (path: string) => ReadonlySet<number>
  /** Returns the file and the line of a route's action; null if the project has no such file. */
  readonly actionSource: (route: ManifestRoute) => Location | null
  /** Returns the colour of a controller, a number from 0 to 11; 12 for routes without a controller. */
  readonly hueOf: (controller: string | null) => number
}

export function modelOf(data: PageData): Model {
  const routes = data.manifest?.routes ?? []
  const findings = new Map(data.findings.map((finding) => [finding.index, finding]))
  const copies = new Map<string, number>()
  const rows = routes.map((route, index) => {
    const key = `${route.verbs.join('|') || 'ANY'} ${shortPattern(route)}`
    const count = (copies.get(key) ?? 0) + 1
    copies.set(key, count)
    const finding = findings.get(index) ?? null
    return { ...rowOf(data, route), key: count === 1 ? key : `${key} ${count}`, index, finding }
  })
  const controllers = new Map(data.controllers?.map((controller) => [controller.name, controller]))
  return {
    data,
    rows,
    // `pathTableOf` opens one table for each list, and `explainRequest` uses the same one.
    routesAt: (path) => new Set(pathTableOf(routes).find(path).keys()),
    rowsByKey: new Map(rows.map((row) => [row.key, row])),
    hueOf: controllerHues(rows),
    actionSource: ({ controller, action }) => {
      const source = controllers.get(controller ?? '')
      if (source === undefined || action === null) return null
      const names = actionExportNames(action)
      const line = source.actions.find(({ name }) => names.includes(name))?.line
      return { file: source.file, line: line ?? 1, column: 1 }
    },
  }
}

function shortPattern({ pattern }: ManifestRoute): string {
  return pattern.replace(/\(\.:format\)$/, '')
}

function rowOf({ helpers, manifest }: PageData, route: ManifestRoute): Omit<RouteRow, 'key' | 'index' | 'finding'> {
  const { verbs, pattern, name, controller, endpoint: target } = route
  const isRedefined = name === null || manifest?.directs.some((direct) => direct.name === name) === true
  const helper = isRedefined ? null : helperName(name, 'path', helpers)
  const details = detailsOf(route)
  const endpoint = describeEndpoint(route)
  return {
    route,
    verbs,
    path: shortPattern(route),
    endpoint,
    controller: target === null ? (controller ?? ':controller') : null,
    helper,
    details,
    text: [verbs.join(' ') || 'any', pattern, name, helper, endpoint, details].join('\n').toLowerCase(),
  }
}

function detailsOf({ defaults, requirements, conditions, constraints }: ManifestRoute): string {
  // As in Rails, a condition that is a string is among the defaults too. The set removes the duplicate.
  const parts = new Set([
    ...[defaults, requirements, conditions].flatMap(describeEntries),
    ...constraints.map((callable) => `if ${describeCallable(callable)}`),
  ])
  return [...parts].join(', ')
}
