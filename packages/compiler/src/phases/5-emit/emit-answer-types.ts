import { getOrCreate } from '../../collections.ts'
import type { Json, Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { paramsOf } from '../../patterns/pattern/pattern.ts'
import { quote, quoteKey } from './literal.ts'
import type { MappedText } from './source-map.ts'

/**
 * Writes the types of the results of `match`: `Routes` by name, `Actions` by `controller#action`, `RouteMatch`.
 *
 *     type Params1 = { readonly id: string; readonly format?: string }
 *     export interface Match3 { readonly name: 'photo'; …; readonly params: Params1; … }
 *     export interface Actions { 'photos#show': Match3 }
 *
 * Results with equal types are one member of the union: PATCH and PUT of `update`, for example. Each interface declares
 * all its properties itself, no interface is generic, and equal params share a type. `bench/types` compared several
 * forms, and the checker takes the least time for this form (`decisions/013`).
 * The interfaces are exported, because TypeScript names them in the declarations of a function that returns a match (TS4058).
 * Params are a type alias instead of an interface, because only a type alias is assignable to `Record<string, unknown>`.
 */
export function emitAnswerTypes(text: MappedText, manifest: Manifest): void {
  const matches = new Map<string, string>()
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
    const shape = paramsTypeOf(route)
    const paramsName = getOrCreate(params, shape, () => {
      text.add(`  type Params${params.size + 1} = ${shape}`)
      return `Params${params.size + 1}`
    })
    const body = matchTypeOf(route, paramsName, rare)
    const match = getOrCreate(matches, body, () => {
      text.add(`  export interface Match${matches.size + 1} ${body}`)
      return `Match${matches.size + 1}`
    })
    const { name, controller, action, endpoint } = route
    if (name !== null) addTo(routes, name, match, route)
    if (endpoint === null) addTo(actions, `${controller}#${action}`, match, route)
    else endpointMatches.add(match)
  }
  emitLookup(text, 'Routes', '/** What `match` answers, by the route name. */', routes)
  emitLookup(text, 'Actions', '/** What `match` answers, by `controller#action`. */', actions)
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

function emitLookup(text: MappedText, name: string, documentation: string, members: ReadonlyMap<string, Member>): void {
  text.add(`  ${documentation}\n  export interface ${name} {`)
  for (const [key, { matches, firstRoute }] of members) {
    text.add(`    ${typeKey(key)}: ${[...matches].join(' | ')}`, firstRoute.location, typeKey(key))
  }
  text.add('  }')
}

/**
 * Returns the type of a route's result, with the properties in the order of the runtime. A property that the result
 * does not contain is declared as `never`, so that the property distinguishes the members of the union.
 */
function matchTypeOf(
  { name, controller, action, endpoint, namespace, anchored, conditional }: ManifestRoute,
  params: string,
  rare: { readonly namespace: boolean; readonly conditional: boolean },
): string {
  const isAction = endpoint === null
  const fields = [
    `name: ${name === null ? 'null' : quote(name)}`,
    isAction ? `controller: ${text(controller)}` : 'controller?: never',
    isAction ? `action: ${text(action)}` : 'action?: never',
    `params: ${params}`,
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

/** Returns the type of the matcher's params: the values from the path, and the route's defaults for absent values. */
function paramsTypeOf({ segments, defaults }: ManifestRoute): string {
  const params = new Map<string, boolean>()
  for (const { name, isOptional } of paramsOf(segments)) {
    params.set(name, isOptional && params.get(name) !== false)
  }
  const fields = [...params].map(([name, isOptional]) => {
    if (!isOptional) return `${typeKey(name)}: string`
    if (!Object.hasOwn(defaults, name)) return `${typeKey(name)}?: string`
    return `${typeKey(name)}: ${[...new Set(['string', typeOf(defaults[name]!)])].join(' | ')}`
  })
  for (const [name, value] of Object.entries(defaults)) {
    if (!params.has(name)) fields.push(`${typeKey(name)}: ${typeOf(value)}`)
  }
  return fields.length === 0 ? '{}' : `{ ${fields.map((field) => `readonly ${field}`).join('; ')} }`
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? 'Json' : typeof value
}

/** Quotes a key if necessary. In a type, unlike in an object literal, `__proto__` is an ordinary key. */
const typeKey = (key: string): string => (key === '__proto__' ? key : quoteKey(key))
