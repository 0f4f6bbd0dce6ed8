import type { Json, Manifest, ManifestRoute } from '../../manifest.ts'
import type { Pattern } from '../../pattern/pattern.ts'
import { quote, quoteKey } from './literal.ts'
import type { MappedText } from './source-map.ts'

/**
 * Writes the types of what `match` answers: `Routes` by name, `Actions` by `controller#action`, `RouteMatch`.
 *
 *     type Params1 = { readonly id: string; readonly format?: string }
 *     interface Match3 { readonly name: 'photo'; …; readonly params: Params1; … }
 *     export interface Actions { 'photos#show': Match3 }
 *
 * Answers that no type tells apart are one member of the union: PATCH and PUT of `update`. Interfaces have all their
 * properties themselves, none is generic, and equal params are one type: of the ways to write it down that
 * `bench/types` compared, the checker takes the least time for this one (`decisions/013`).
 * Params are a type and no interface: those go where a `Record<string, unknown>` is asked for.
 */
export function emitAnswerTypes(text: MappedText, manifest: Manifest): void {
  const matches = new Map<string, string>()
  const params = new Map<string, string>()
  const routes = new Map<string, Member>()
  const actions = new Map<string, Member>()
  /** Answers that are not actions, and have no name that another route has not. */
  const others = new Set<string>()

  const hasConditional = manifest.routes.some(({ conditional }) => conditional === true)
  for (const route of manifest.routes) {
    const shape = paramsOf(route)
    let paramsName = params.get(shape)
    if (paramsName === undefined) {
      params.set(shape, (paramsName = `Params${params.size + 1}`))
      text.add(`  type ${paramsName} = ${shape}`)
    }
    const body = answerOf(route, paramsName, hasConditional)
    let match = matches.get(body)
    if (match === undefined) {
      matches.set(body, (match = `Match${matches.size + 1}`))
      text.add(`  interface ${match} ${body}`)
    }
    const { name, controller, action, endpoint } = route
    if (name !== null) addTo(routes, name, match, route)
    if (endpoint === null) addTo(actions, `${controller}#${action}`, match, route)
    else others.add(match)
  }
  emitLookup(text, 'Routes', '/** What `match` answers, by the route name. */', routes)
  emitLookup(text, 'Actions', '/** What `match` answers, by `controller#action`. */', actions)
  text.add(`  type AnyMatch = ${['Actions[keyof Actions]', ...others].join(' | ')}`)
}

/** The answers under one key, and the route that was declared first. */
interface Member {
  readonly matches: Set<string>
  readonly first: ManifestRoute
}

function addTo(members: Map<string, Member>, key: string, match: string, first: ManifestRoute): void {
  const member = members.get(key)
  if (member === undefined) members.set(key, { matches: new Set([match]), first })
  else member.matches.add(match)
}

function emitLookup(text: MappedText, name: string, documentation: string, members: ReadonlyMap<string, Member>): void {
  text.add(`  ${documentation}\n  export interface ${name} {`)
  for (const [key, { matches, first }] of members) {
    text.add(`    ${typeKey(key)}: ${[...matches].join(' | ')}`, first.location, typeKey(key))
  }
  text.add('  }')
}

/** In the order in which the runtime has the properties; what an answer has not is optional, so that it tells them apart. */
function answerOf(
  { name, controller, action, endpoint, anchored, conditional }: ManifestRoute,
  params: string,
  hasConditional: boolean,
): string {
  const own = endpoint === null
  const fields = [
    `name: ${name === null ? 'null' : quote(name)}`,
    own ? `controller: ${text(controller)}` : 'controller?: never',
    own ? `action: ${text(action)}` : 'action?: never',
    `params: ${params}`,
    'path: string',
    endpoint?.kind === 'redirect' ? 'redirect: Redirect' : 'redirect?: never',
    endpoint?.kind === 'callable' ? 'endpoint: Endpoint' : 'endpoint?: never',
    anchored ? 'rest?: never' : 'rest: string',
    ...(hasConditional ? [conditional === true ? 'conditional: true' : 'conditional?: never'] : []),
  ]
  return `{ ${fields.map((field) => `readonly ${field}`).join('; ')} }`
}

const text = (value: string | null): string => (value === null ? 'string' : quote(value))

/** The params that the matcher makes: what the path gives, and the route's defaults where it gives nothing. */
function paramsOf({ segments, defaults }: ManifestRoute): string {
  const params = new Map<string, boolean>()
  const collect = (pattern: Pattern, isOptional: boolean): void => {
    for (const segment of pattern) {
      if (segment.kind === 'optional') collect(segment.segments, true)
      else if (segment.kind !== 'static') params.set(segment.name, isOptional && params.get(segment.name) !== false)
    }
  }
  collect(segments, false)
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

/** A type may have a key that an object literal may not have: `__proto__`. */
const typeKey = (key: string): string => (key === '__proto__' ? key : quoteKey(key))
