import type { ManifestRoute } from '@turnout/compiler'
import { helperName } from '@turnout/compiler/internal'
import type { PageData, PageFinding } from '../src/inspector/page-data.ts'
import { describeCallable, describeEndpoint, describeEntries } from '../src/print/describe.ts'

/** A route, as the page shows it. */
export interface RouteRow {
  readonly index: number
  readonly route: ManifestRoute
  /** `GET`, or several; empty for any. */
  readonly verbs: readonly string[]
  /** Without `(.:format)`, which nearly all have. */
  readonly path: string
  readonly endpoint: string
  /** `admin/photos`; null where no controller answers. */
  readonly controller: string | null
  /** `admin`; empty where there is none. */
  readonly namespace: string
  /** `editPhotoPath` */
  readonly helper: string | null
  /** What a request must meet beyond verb and path. */
  readonly details: string
  readonly finding: PageFinding | null
  /** What the search looks at, in lower case. */
  readonly text: string
}

/** The data of the page, with what all views need of it. */
export interface Model {
  readonly data: PageData
  readonly rows: readonly RouteRow[]
  readonly namespaces: readonly string[]
  /** The colour of a controller, a number from 0 to 11; 12 for what no controller answers. */
  readonly hueOf: (controller: string | null) => number
}

export function modelOf(data: PageData): Model {
  const findings = new Map(data.findings.map((finding) => [finding.index, finding]))
  const rows = (data.manifest?.routes ?? []).map((route, index) =>
    rowOf(route, index, findings.get(index) ?? null, data),
  )
  const namespaces = [...new Set(rows.map(({ namespace }) => namespace))].filter((name) => name !== '').sort()
  // In order of declaration, so that neighbours differ.
  const hues = new Map<string, number>()
  for (const { controller } of rows)
    if (controller !== null && !hues.has(controller)) hues.set(controller, hues.size % 12)
  return { data, rows, namespaces, hueOf: (controller) => (controller === null ? 12 : (hues.get(controller) ?? 12)) }
}

function rowOf(route: ManifestRoute, index: number, finding: PageFinding | null, { helpers }: PageData): RouteRow {
  const { verbs, pattern, name, controller, endpoint } = route
  const answers = describeEndpoint(route)
  const helper = name === null ? null : helperName(name, 'path', helpers)
  const details = detailsOf(route)
  return {
    index,
    route,
    verbs,
    path: pattern.replace(/\(\.:format\)$/, ''),
    endpoint: answers,
    controller: endpoint === null ? (controller ?? ':controller') : null,
    namespace: controller?.includes('/') === true ? controller.slice(0, controller.lastIndexOf('/')) : '',
    helper,
    details,
    finding,
    text: [verbs.join(' ') || 'any', pattern, name, helper, answers, details].join('\n').toLowerCase(),
  }
}

function detailsOf({ defaults, requirements, conditions, constraints }: ManifestRoute): string {
  // A text that is a condition stands among the defaults too, as in Rails.
  const parts = new Set([
    ...[defaults, requirements, conditions].flatMap(describeEntries),
    ...constraints.map((callable) => `if ${describeCallable(callable)}`),
  ])
  return [...parts].join(', ')
}
