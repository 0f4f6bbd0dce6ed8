// Converts routes and contracts to the operations of an OpenAPI document.
import {
  guardsOf,
  isRegExpSource,
  RAILS_SERVER,
  type Manifest,
  type ManifestRoute,
  type Pattern,
  type Requirement,
  type Segment,
} from '@turnout/compiler/internal/manifest/manifest'
import { formatOf, isAnything, requirementOn } from '@turnout/compiler/internal/patterns/routes/route-pattern'
import type { Param } from '@turnout/compiler/internal/patterns/pattern/pattern'
import { contains, isAssertion } from '@turnout/compiler/internal/patterns/regexp/syntax'
import { parseRegExp } from '@turnout/compiler/internal/patterns/regexp/parse'
import { printRegExp } from '@turnout/compiler/internal/patterns/regexp/print'
import { getOrCreate } from '@turnout/compiler/internal/collections'
import { declaresResponses, describeContract } from './describe-contract.ts'
import type { JsonMap, SchemaWrapper } from './json-schema.ts'

/** A property of a route that an export cannot express. */
export interface Omission {
  /** The place of the route in the manifest. */
  readonly route: number
  readonly name: string | null
  /** `GET`, several as `GET|POST`, empty for any. */
  readonly verb: string
  readonly pattern: string
  /** False: the route is left out altogether. */
  readonly kept: boolean
  readonly reason: string
}

/** The contracts of a project's actions, as values that the application has made. */
export interface Contracts {
  /** By `photos#update`. */
  readonly contracts: ReadonlyMap<string, unknown>
  /** The reasons why controllers could not be loaded, by `photos`. */
  readonly failures: ReadonlyMap<string, string>
  readonly wrapSchema: SchemaWrapper
}

const NO_CONTRACTS: Contracts = { contracts: new Map(), failures: new Map(), wrapSchema: (schema) => schema }

/** An operation of the document, as the routes give it. */
export interface Operation {
  /** `/photos/{id}` */
  readonly path: string
  /** Lower case, as in OpenAPI. */
  readonly method: string
  /** The parts of the operation's ID, if no other operation uses it. */
  readonly id: readonly string[]
  /** The route of the operation, for readers of the document. */
  readonly mark: JsonMap
  readonly tags: readonly string[]
  readonly parameters: readonly JsonMap[]
  /** The request body of the contract; null if there is none. */
  readonly requestBody: JsonMap | null
  readonly responses: JsonMap
}

/** A path without optional groups. */
type PlainPath = readonly Exclude<Segment, { kind: 'optional' }>[]

/** The operations of a table, and what OpenAPI cannot express. */
export interface Operations {
  readonly operations: readonly Operation[]
  readonly omissions: readonly Omission[]
}

/** The methods of a path item in OpenAPI 3.1, in the order of the specification. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Returns a path without its param names: OpenAPI treats `/a/{b}` and `/a/{c}` as the same path. */
export function shapeOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}

/**
 * Converts a table to OpenAPI operations. If several routes have the same method and path, the first one is used.
 *
 * @param existingPaths the paths of the document, by their shape: existing paths keep their spelling
 * @param contracts null if they are not known
 */
export function operationsOf(
  { routes }: Manifest,
  existingPaths: ReadonlyMap<string, string>,
  contracts: Contracts | null,
): Operations {
  const { contracts: contractsByAction, failures, wrapSchema } = contracts ?? NO_CONTRACTS
  /** Each reason once for each route. */
  const omissions = new Map<string, Omission>()
  const omit = (route: number, reason: string, kept: boolean): void => {
    const { name, verbs, pattern } = routes[route]!
    omissions.set(`${route} ${reason}`, { route, name, verb: verbs.join('|'), pattern, kept, reason })
  }
  const operations: Operation[] = []
  /** The index of the route of each operation, by method and shape. */
  const routesByKey = new Map<string, number>()
  const templates = new Map(existingPaths)
  routes.forEach((route, index) => {
    const reason = reasonToLeaveOut(route)
    if (reason !== null) return omit(index, reason, false)
    for (const reason of omissionReasons(route)) omit(index, reason, true)
    const failure = failures.get(route.controller ?? '')
    if (failure !== undefined) omit(index, `its controller could not be loaded: ${failure}`, true)
    const contract = contractsByAction.get(`${route.controller}#${route.action}`)
    const hasFormat = formatOf(route.segments.at(-1))?.name === 'format'
    for (const plainPath of plainPaths(hasFormat ? route.segments.slice(0, -1) : route.segments)) {
      const params = paramsOf(plainPath)
      const problem = problemOfNames(params.map(({ name }) => name))
      if (problem !== null) {
        omit(index, problem, false)
        continue
      }
      const template = writeTemplate(plainPath)
      const shape = shapeOf(template)
      const path = getOrCreate(templates, shape, () => template)
      const parameterNames = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!)
      for (const method of methodsOf(route)) {
        const key = `${method} ${shape}`
        const firstRoute = routesByKey.get(key)
        if (firstRoute !== undefined) {
          if (firstRoute !== index)
            omit(index, `${method.toUpperCase()} ${path} is \`${routes[firstRoute]!.pattern}\` already`, false)
          continue
        }
        routesByKey.set(key, index)
        const parts = describeContract(contract, method, wrapSchema)
        for (const reason of parts.omissions) omit(index, reason, true)
        const pathParameters = params.map((param, at) =>
          describeParameter(parameterNames[at]!, requirementOn(param.name, route), parts.params.get(param.name)),
        )
        const { responses, ...described } = describeOperation(route, method)
        operations.push({
          path,
          method,
          ...described,
          parameters: [...pathParameters, ...parts.parameters],
          requestBody: parts.requestBody,
          responses: { ...parts.responses, ...(!declaresResponses(contract) && responses) },
        })
      }
    }
  })
  return { operations, omissions: [...omissions.values()] }
}

function reasonToLeaveOut(route: ManifestRoute): string | null {
  if (!route.anchored) return 'it matches a prefix of the path'
  if (methodsOf(route).length === 0) return `OpenAPI has no method ${route.verbs.join(', ')}`
  return null
}

/** Returns why OpenAPI cannot describe a path with these param names; null if it can. */
function problemOfNames(names: readonly string[]): string | null {
  if (names.includes('')) return 'a parameter of it has no name'
  return new Set(names).size < names.length ? 'a parameter stands in the path twice' : null
}

function methodsOf({ verbs }: ManifestRoute): readonly string[] {
  return METHODS.filter((method) => verbs.length === 0 || verbs.includes(method.toUpperCase()))
}

/** Yields the properties of a documented route that the document omits. */
function* omissionReasons(route: ManifestRoute): Generator<string> {
  const missing = route.verbs.filter((verb) => !METHODS.some((method) => method.toUpperCase() === verb))
  if (missing.length > 0) yield `OpenAPI has no method ${missing.join(', ')}`
  for (const attribute of Object.keys(route.conditions)) yield `it has a condition on the request's \`${attribute}\``
  const guards = guardsOf(route)
  if (guards.some((guard) => guard !== RAILS_SERVER)) yield 'a function of the application has to accept the request'
  if (guards.includes(RAILS_SERVER)) yield 'code of the Rails server also decides whether it matches'
  for (const plainPath of plainPaths(route.segments).slice(0, 1)) {
    for (const param of paramsOf(plainPath)) {
      const requirement = requirementOn(param.name, route)
      if (param.kind === 'glob') yield `\`${param.name}\` takes slashes, which OpenAPI has no words for`
      if (requirement !== undefined && schemaOf(requirement) === null) {
        yield `the requirement on \`${param.name}\` has no words in JSON Schema`
      }
    }
  }
}

function paramsOf(plainPath: PlainPath): Param[] {
  return plainPath.flatMap((segment) => (segment.kind === 'static' ? [] : [segment]))
}

/**
 * Returns `/photos/{id}`. Braces have no other meaning in a template, so those of the path are escaped. A slash at the end
 * makes no other path, because `match` ignores it.
 */
function writeTemplate(plainPath: PlainPath): string {
  const text = plainPath
    .map((segment) =>
      segment.kind === 'static' ? segment.text.replaceAll('{', '%7B').replaceAll('}', '%7D') : `{${segment.name}}`,
    )
    .join('')
  return text.replace(/\/+$/, '') || '/'
}

function describeParameter(
  name: string,
  requirement: Requirement | undefined,
  contractSchema: JsonMap = { type: 'string' },
): JsonMap {
  // The keywords of requirements are for strings.
  const isString = contractSchema['type'] === 'string'
  const schema = requirement === undefined || !isString ? null : schemaOf(requirement)
  return { name, in: 'path', required: true, schema: { ...schema, ...contractSchema } }
}

/** Converts a requirement to JSON Schema. A `pattern` there is not anchored and has no flags. Null if impossible. */
function schemaOf(requirement: Requirement): JsonMap | null {
  if (!isRegExpSource(requirement)) return { enum: [...new Set([requirement].flat())] }
  if (isAnything(requirement)) return {}
  const { source, flags } = requirement
  // Validators read patterns with the flag `u`.
  if (!flags.includes('i') && isReadableAsUnicode(source)) return { pattern: `^(?:${source})$` }
  const tree = parseRegExp(source, flags)
  if (contains(tree, isAssertion)) return null
  return { pattern: `^(?:${printRegExp(tree)})$` }
}

function isReadableAsUnicode(source: string): boolean {
  try {
    void new RegExp(`^(?:${source})$`, 'u')
    return true
  } catch {
    return false
  }
}

type Described = Pick<Operation, 'id' | 'mark' | 'tags' | 'responses'>

function describeOperation({ name, controller, action, endpoint, pattern }: ManifestRoute, method: string): Described {
  const isAction = endpoint === null && controller !== null && action !== null
  const label = name ?? pattern.replace(/\(\.:format\)$/, '')
  const to = isAction
    ? `${controller}#${action}`
    : endpoint?.kind === 'redirect'
      ? 'redirect'
      : endpoint?.kind === 'callable'
        ? endpoint.export
        : label
  return {
    id: isAction ? [controller, action, method] : [to, label, method],
    mark: { ...(name !== null && { route: name }), to },
    tags: isAction ? [controller] : [],
    responses: describeResponses(endpoint, to),
  }
}

function describeResponses(endpoint: ManifestRoute['endpoint'], to: string): JsonMap {
  if (endpoint?.kind !== 'redirect') return { default: { description: `The response of ${to}.` } }
  const target = 'target' in endpoint && typeof endpoint.target === 'string' ? endpoint.target : 'another URL'
  return { [endpoint.status]: { description: `A redirect to ${target}.` } }
}

/**
 * The paths that the optional groups of a pattern make, in the order in which Rails' regular expression tries them; the
 * compiler has seen to it that there are not too many.
 *
 *     /a(/:b)(/:c)  ->  /a/:b/:c, /a/:b, /a/:c, /a
 */
function plainPaths(pattern: Pattern): readonly PlainPath[] {
  // A group may bring the first slash: without it there is no path.
  return combinations(pattern).filter(
    ([firstSegment]) => firstSegment?.kind === 'static' && firstSegment.text.startsWith('/'),
  )
}

function combinations(pattern: Pattern): PlainPath[] {
  let paths: Segment[][] = [[]]
  for (const segment of pattern) {
    const alternatives = segment.kind === 'optional' ? [...combinations(segment.segments), []] : [[segment]]
    paths = paths.flatMap((path) => alternatives.map((alternative) => alternative.reduce(appendSegment, path)))
  }
  return paths as PlainPath[]
}

/** Merges adjacent literals, as in every pattern. */
function appendSegment(path: Segment[], segment: Segment): Segment[] {
  const previous = path.at(-1)
  if (previous?.kind !== 'static' || segment.kind !== 'static') return [...path, segment]
  return [...path.slice(0, -1), { kind: 'static', text: previous.text + segment.text }]
}
