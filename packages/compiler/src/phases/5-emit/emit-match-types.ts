import { getOrCreate } from '../../collections.ts'
import type { Json, Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { paramsOf } from '../../patterns/pattern/pattern.ts'
import { keyOfParams } from './function-types.ts'
import { quote, quoteKey } from './literal.ts'
import type { MappedText } from './source-map.ts'

/**
 * Writes the types of the results of `match`: `Routes` by name, `Actions` by `controller#action`, `AnyMatch`.
 *
 *     interface Params { 'id': { readonly id: string; readonly format?: string } }
 *     export interface ActionMatch<Name, Controller, Action, Of extends keyof Params> { readonly name: Name; … }
 *     export interface Routes { photo: ActionMatch<'photo', 'photos', 'show', 'id'> }
 *     export interface Actions { 'photos#show': Routes['photo'] }
 *
 * Results with equal types are one member of the union: PATCH and PUT of `update`, for example. Equal params share a type.
 * `bench/types` compared several forms (`decisions/013`).
 * `ActionMatch` is exported, because TypeScript names it in the declarations of a function that returns a match (TS4058).
 * Params are types in a table: the checker replaces an indexed access by its result, so messages list the parameters.
 */
export function emitMatchTypes(text: MappedText, manifest: Manifest): void {
  const params = new Map<string, string>()
  const routes = new Map<string, Member>()
  const actions = new Map<string, Member>()
  /** The results of routes with an endpoint instead of an action. */
  const endpointMatches = new Set<string>()

  /** The properties that only some tables have. */
  const rare = {
    namespace: manifest.routes.some(({ namespace }) => namespace !== undefined),
    conditional: manifest.routes.some(({ conditional }) => conditional === true),
  }
  for (const route of manifest.routes) {
    const { key, shape } = paramsTypeOf(route)
    params.set(key, shape)
    const { name, controller, action, endpoint } = route
    const match = matchTypeOf(route, quote(key), rare)
    if (name !== null) addTo(routes, name, match, route)
    if (endpoint === null) addTo(actions, `${controller}#${action}`, match, route)
    else endpointMatches.add(match)
  }
  text.add('  interface Params {')
  for (const [key, shape] of params) text.add(`${quote(key)}: ${shape}`)
  text.add('  }')
  text.add(
    `  /** The match of an action's route. */\n  export interface ActionMatch<Name, Controller, Action, Of extends keyof Params> ${fieldsOf(GENERIC, 'Of', rare)}`,
  )
  text.add('  /** The matches by the name of the route. */')
  emitLookup(text, 'Routes', routes)
  text.add('  /** The matches by `controller#action`. */')
  // A match contains the name of its route, so it belongs to one name.
  const names = new Map(
    [...routes].flatMap(([name, { matches }]) => (matches.size === 1 ? [[[...matches][0]!, name] as const] : [])),
  )
  emitLookup(text, 'Actions', actions, (match) => (names.has(match) ? `Routes[${quote(names.get(match)!)}]` : match))
  text.add(`  type AnyMatch = ${['Actions[keyof Actions]', ...endpointMatches].join(' | ')}`)
}

/** The result types of one key, and the first declared route of that key. */
interface Member {
  readonly matches: Set<string>
  readonly firstRoute: ManifestRoute
}

function addTo(members: Map<string, Member>, key: string, match: string, firstRoute: ManifestRoute): void {
  getOrCreate(members, key, (): Member => ({ matches: new Set(), firstRoute })).matches.add(match)
}

function emitLookup(
  text: MappedText,
  name: string,
  members: ReadonlyMap<string, Member>,
  show = (match: string) => match,
): void {
  text.add(`  export interface ${name} {`)
  for (const [key, { matches, firstRoute }] of members) {
    text.add(`${typeKey(key)}: ${Array.from(matches, show).join(' | ')}`, firstRoute.location, typeKey(key))
  }
  text.add('  }')
}

/** The properties of a match that only some tables have. */
interface RareProperties {
  readonly namespace: boolean
  readonly conditional: boolean
}

/** The properties of a route that its match contains, as types. */
interface MatchProperties extends Pick<ManifestRoute, 'anchored' | 'endpoint' | 'namespace' | 'conditional'> {
  readonly name: string
  readonly controller: string
  readonly action: string
}

/** The properties of `ActionMatch`, whose type parameters have the names of properties. */
const GENERIC: MatchProperties = {
  name: 'Name',
  controller: 'Controller',
  action: 'Action',
  endpoint: null,
  anchored: true,
}

/** Returns the type of a route's result: `ActionMatch`, or the properties of a rarer result. */
function matchTypeOf(route: ManifestRoute, params: string, rare: RareProperties): string {
  const { endpoint, anchored, namespace, conditional } = route
  const properties = {
    name: route.name === null ? 'null' : quote(route.name),
    controller: text(route.controller),
    action: text(route.action),
  }
  if (endpoint !== null || !anchored || namespace !== undefined || conditional === true)
    return fieldsOf({ ...route, ...properties }, params, rare)
  return `ActionMatch<${properties.name}, ${properties.controller}, ${properties.action}, ${params}>`
}

/**
 * Returns the properties of a result in the order of the runtime. A property that the result does not contain is declared
 * as `never`, so that the property distinguishes the members of the union.
 */
function fieldsOf(
  { name, controller, action, endpoint, namespace, anchored, conditional }: MatchProperties,
  params: string,
  rare: RareProperties,
): string {
  const isAction = endpoint === null
  const fields = [
    `name: ${name}`,
    isAction ? `controller: ${controller}` : 'controller?: never',
    isAction ? `action: ${action}` : 'action?: never',
    `params: Params[${params}]`,
    'path: string',
    endpoint?.kind === 'redirect' ? 'redirect: Redirect' : 'redirect?: never',
    endpoint?.kind === 'callable' ? 'endpoint: Endpoint' : 'endpoint?: never',
    anchored ? 'rest?: never' : 'rest: string',
    ...(rare.namespace ? [namespace === undefined ? 'namespace?: never' : `namespace: ${quote(namespace)}`] : []),
    ...(rare.conditional ? [conditional === true ? 'conditional: true' : 'conditional?: never'] : []),
  ]
  return `{ ${fields.map((field) => `readonly ${field}`).join('; ')} }`
}

const text = (value: string | null): string => (value === null ? 'string' : quote(value))

/**
 * Returns the type of the matcher's params: the values from the path, and the route's defaults for absent values. The key
 * is equal only for equal types: `id, page: string | number`. Nearly every path has a format, so the key names it only if
 * there is none, or if it is required.
 */
function paramsTypeOf({ segments, defaults }: ManifestRoute): { readonly key: string; readonly shape: string } {
  const params = new Map<string, boolean>()
  for (const { name, isOptional } of paramsOf(segments)) {
    params.set(name, isOptional && params.get(name) !== false)
  }
  const types = Array.from(params, ([name, isOptional]) => {
    const hasDefault = isOptional && Object.hasOwn(defaults, name)
    const type = hasDefault ? [...new Set(['string', typeOf(defaults[name]!)])].join(' | ') : 'string'
    return { name: `${typeKey(name)}${isOptional && !hasDefault ? '?' : ''}`, type }
  })
  for (const [name, value] of Object.entries(defaults)) {
    if (!params.has(name)) types.push({ name: typeKey(name), type: typeOf(value) })
  }
  const fields = types.map(({ name, type }) => `readonly ${name}: ${type}`)
  return {
    // The names are quoted where necessary, because the name of a default may contain a comma.
    key: keyOfParams(types.map(({ name, type }) => (type === 'string' ? name : `${name}: ${type}`))),
    shape: fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`,
  }
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? 'Json' : typeof value
}

/** Quotes a key if necessary. In a type, unlike in an object literal, `__proto__` is an ordinary key. */
const typeKey = (key: string): string => (key === '__proto__' ? key : quoteKey(key))
