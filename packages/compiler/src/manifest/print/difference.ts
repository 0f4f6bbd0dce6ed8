// Describes the difference of two tables in sentences.
import type { HelperBreak, ManifestDiff, RequestBreak, RequestProof, RouteField } from '../diff.ts'
import type { ManifestRoute } from '../manifest.ts'
import { describeCallable, describeEndpoint, describeEntries, verbOf } from './describe.ts'

/** Summarises a difference in two sentences: the number of routes, and the number of breaking changes. */
export function summaryOf({ removed, changed, added, helpers }: ManifestDiff): { what: string; effect: string } {
  const count = helpers.length + [...removed, ...changed].reduce((sum, change) => sum + change.breaks.length, 0)
  const total = [
    [removed.length, 'removed'],
    [changed.length, 'changed'],
    [added.length, 'added'],
  ].flatMap(([number, participle]) => (number === 0 ? [] : [`${number} ${participle}`]))
  return {
    what: total.length === 0 ? 'The routes are the same.' : `Routes: ${total.join(', ')}.`,
    effect: count === 0 ? 'Nothing breaks.' : `${count} ${count === 1 ? 'thing breaks' : 'things break'}.`,
  }
}

/** Describes a breaking change. The sentence begins with the request. */
export function describeBreak(requestBreak: RequestBreak): string {
  switch (requestBreak.kind) {
    case 'not-answered':
      return `${describeRequest(requestBreak)} matches no route`
    case 'answered-by-another': {
      const guards =
        requestBreak.by.constraints.length === 0
          ? ''
          : ` if ${requestBreak.by.constraints.map(describeCallable).join(', ')} agrees`
      return `${describeRequest(requestBreak)} matches ${describeEndpoint(requestBreak.by)}${guards}`
    }
    case 'may-be-refused': {
      const guards = [...requestBreak.constraints.map(describeCallable), ...describeEntries(requestBreak.conditions)]
      return `requests that do not satisfy ${guards.join(', ')}`
    }
    case 'redirected':
      return `${requestBreak.methods.join(', ')}: clients follow a redirect with ${requestBreak.status} as GET; 308 keeps the method`
  }
}

/** `GET /photos/1`, `GET http://api.example.org/photos/1`. */
function describeRequest({ methods, path, request }: RequestProof): string {
  const { host, protocol, port, ip } = request ?? {}
  const isPlain = host === undefined && protocol === undefined && port === undefined
  const origin = isPlain
    ? ''
    : `${protocol ?? 'http'}://${host ?? 'example.org'}${port === undefined ? '' : `:${port}`}`
  return `${methods.join(', ')} ${origin}${path}${ip === undefined ? '' : ` from ${ip}`}`
}

/** Describes the change of a helper. */
export function describeHelper(helperBreak: HelperBreak): string {
  switch (helperBreak.kind) {
    case 'helper-removed':
      return helperBreak.renamedTo === null
        ? `${helperBreak.name} was removed`
        : `${helperBreak.name} was renamed to ${helperBreak.renamedTo}`
    case 'helper-arguments':
      return `${helperBreak.name}: the arguments changed from (${helperBreak.before.join(', ')}) to (${helperBreak.after.join(', ')})`
    case 'model-removed':
      return `pathFor and urlFor no longer resolve a ${helperBreak.model}`
  }
}

/** `pattern: /photos/:id -> /photos/:slug`. The controller and its action count as one field. */
export function describeChanges(
  oldRoute: ManifestRoute,
  newRoute: ManifestRoute,
  fields: readonly RouteField[],
): string[] {
  if (fields.length === 0) return ['the route is the same, but the routes before it changed']
  const names = new Set(fields.map((field) => (field === 'controller' || field === 'action' ? 'endpoint' : field)))
  return [...names].map((field) => `${field}: ${describeField(oldRoute, field)} -> ${describeField(newRoute, field)}`)
}

function describeField(route: ManifestRoute, field: RouteField): string {
  switch (field) {
    case 'endpoint':
    case 'controller':
    case 'action':
      return describeEndpoint(route)
    case 'verbs':
      return verbOf(route) || 'any'
    case 'constraints':
      return route.constraints.map(describeCallable).join(', ') || 'none'
    case 'defaults':
    case 'requirements':
    case 'conditions':
      return describeEntries(route[field]).join(', ') || 'none'
    case 'conditional':
      return route.conditional === true ? 'the Rails server also decides' : 'the table decides'
    case 'anchored':
      return route.anchored ? 'the whole path' : 'a path prefix'
    case 'namespace':
    case 'name':
    case 'pattern':
      return route[field] ?? 'none'
  }
}
