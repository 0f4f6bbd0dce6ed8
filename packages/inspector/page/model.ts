import type { ManifestRoute } from '@turnout/compiler'
import { helperName } from '@turnout/compiler/internal'
import type { PageData, PageFinding } from '../src/page-data.ts'
import { describeCallable, describeEndpoint, describeEntries } from '@turnout/compiler/print'

/** A route in the form that the page shows. */
export interface RouteRow {
  readonly index: number
  readonly route: ManifestRoute
  /** `GET`, for example; empty if the route accepts any verb. */
  readonly verbs: readonly string[]
  /** The pattern without `(.:format)`, which nearly all patterns end with. */
  readonly path: string
  readonly endpoint: string
  /** `admin/photos`; null if the route has no controller. */
  readonly controller: string | null
  /** `admin`; empty if the controller has no namespace. */
  readonly namespace: string
  /** `editPhotoPath` */
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
  readonly namespaces: readonly string[]
  /** Returns the colour of a controller, a number from 0 to 11; 12 for routes without a controller. */
  readonly hueOf: (controller: string | null) => number
}

export function modelOf(data: PageData): Model {
  const findings = new Map(data.findings.map((finding) => [finding.index, finding]))
  const rows = (data.manifest?.routes ?? []).map((route, index) =>
    rowOf(route, index, findings.get(index) ?? null, data),
  )
  const namespaces = [...new Set(rows.map(({ namespace }) => namespace))].filter((name) => name !== '').sort()
  // Colours follow the order of declaration, so that neighbours differ.
  const hues = new Map<string, number>()
  for (const { controller } of rows)
    if (controller !== null && !hues.has(controller)) hues.set(controller, hues.size % 12)
  return { data, rows, namespaces, hueOf: (controller) => (controller === null ? 12 : (hues.get(controller) ?? 12)) }
}

function rowOf(route: ManifestRoute, index: number, finding: PageFinding | null, { helpers }: PageData): RouteRow {
  const { verbs, pattern, name, controller, endpoint } = route
  const endpointText = describeEndpoint(route)
  const helper = name === null ? null : helperName(name, 'path', helpers)
  const details = detailsOf(route)
  return {
    index,
    route,
    verbs,
    path: pattern.replace(/\(\.:format\)$/, ''),
    endpoint: endpointText,
    controller: endpoint === null ? (controller ?? ':controller') : null,
    namespace: controller?.includes('/') === true ? controller.slice(0, controller.lastIndexOf('/')) : '',
    helper,
    details,
    finding,
    text: [verbs.join(' ') || 'any', pattern, name, helper, endpointText, details].join('\n').toLowerCase(),
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
