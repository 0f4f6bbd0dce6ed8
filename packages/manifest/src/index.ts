/**
 * The route table as data, and the questions about it: what a request matches, and how two tables differ.
 * `@turnout/manifest/print` has the words for both. Our own packages use it, and `@turnout/compiler` exports its public part.
 */

// The table.
export * from './manifest.ts'
export { isTooDeep, MAX_MANIFEST_DEPTH } from './manifest-depth.ts'
export { printManifest } from './print/manifest.ts'

// Facts about routes: the requests that they serve, their names, and the parameters of their helpers.
export { answersForSure } from './answers-for-sure.ts'
export { basePath } from './base.ts'
export {
  implies,
  meetsVerbCondition,
  RARE_ATTRIBUTES,
  READABLE_ATTRIBUTES,
  testedVerb,
  UNREADABLE_ATTRIBUTES,
} from './conditions.ts'
export { hasDefaultHost, helperDefaults, helperParams, isUrlOption, type HelperParam } from './helper-params.ts'
export { namedRoutes, redefinedNames, type NamedManifestRoute } from './named-routes.ts'
export { mayServe, namedVerbs, serves } from './verbs.ts'

// Requests, tried on each route in turn.
export { explainRequest, routeMatches, type Answer, type Candidate, type Explanation, type Miss } from './explain.ts'
export { suggestRequests, type Suggestion } from './explain/suggest.ts'
export { Table } from './explain/table.ts'

// Two tables.
export {
  diffManifests,
  type ChangedRoute,
  type HelperBreak,
  type ManifestDiff,
  type RemovedRoute,
  type RequestBreak,
  type RequestProof,
  type RouteField,
} from './diff.ts'
