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
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
  return {
    what: total.length === 0 ? 'The routes are the same.' : `Routes: ${total.join(', ')}.`,
    effect: count === 0 ? 'Nothing breaks.' : `${count} ${count === 1 ? 'thing breaks' : 'things break'}.`,
  }
}

/** Describes a breaking change. The sentence begins with the request. */
export function describeBreak(each: RequestBreak): string {
  switch (each.kind) {
    case 'not-answered':
      return `${describeRequest(each)} matches no route`
    case 'answered-by-another': {
      const asked =
        each.by.constraints.length === 0 ? '' : ` if ${each.by.constraints.map(describeCallable).join(', ')} agrees`
      return `${describeRequest(each)} matches ${describeEndpoint(each.by)}${asked}`
    }
    case 'may-be-refused': {
      const asked = [...each.constraints.map(describeCallable), ...describeEntries(each.conditions)]
      return `requests that do not satisfy ${asked.join(', ')}`
    }
    case 'redirected':
      return `${each.methods.join(', ')}: clients follow a redirect with ${each.status} as GET; 308 keeps the method`
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
export function describeHelper(each: HelperBreak): string {
  switch (each.kind) {
    case 'helper-removed':
      return each.renamedTo === null ? `${each.name} was removed` : `${each.name} was renamed to ${each.renamedTo}`
    case 'helper-arguments':
      return `${each.name}: the arguments changed from (${each.before.join(', ')}) to (${each.after.join(', ')})`
    case 'model-removed':
      return `pathFor and urlFor no longer resolve a ${each.model}`
  }
}

/** `pattern: /photos/:id -> /photos/:slug`. The controller and its action count as one field. */
export function describeChanges(before: ManifestRoute, after: ManifestRoute, fields: readonly RouteField[]): string[] {
  if (fields.length === 0) return ['the route is the same, but the routes before it changed']
  const names = new Set(fields.map((field) => (field === 'controller' || field === 'action' ? 'endpoint' : field)))
  return [...names].map((field) => `${field}: ${describeField(before, field)} -> ${describeField(after, field)}`)
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
    case 'name':
    case 'pattern':
      return route[field] ?? 'none'
  }
}
