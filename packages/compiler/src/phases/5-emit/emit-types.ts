import type { Location } from '../../location.ts'
import type { Manifest, ManifestDirect, ManifestRoute } from '../../manifest.ts'
import { hasDefaultHost, helperParams, type HelperParam } from '../../names/helper-params.ts'
import { namedRoutes } from '../../names/named-routes.ts'
import { emitAnswerTypes } from './emit-answer-types.ts'
import type { EmittedText } from './emit-module.ts'
import { helperName, type HelperStyle } from '../../names/helper-name.ts'
import { MappedText } from './source-map.ts'
import { TYPES_OF_MODULE } from './types-of-module.ts'

/** Settings of `emitTypes`. */
export interface TypesOptions {
  /** How helpers are named. Left out: camelCase. */
  readonly helpers?: HelperStyle
}

/**
 * Writes the declarations of `virtual:routes`: one `declare module` that imports nothing, with one flat function per
 * helper. Its map leads from a helper's name to the declaration in the route file; whoever writes both files adds the
 * `sourceMappingURL` and makes the map's sources, which are relative to the project root, relative to the map.
 *
 * No type of a helper is generic and none depends on another route, so that the checker's work per helper used is constant.
 */
export function emitTypes(manifest: Manifest, options: TypesOptions = {}): EmittedText {
  const { helpers = 'camelCase' } = options
  const text = new MappedText()
  text.add("declare module 'virtual:routes' {")
  text.add(TYPES_OF_MODULE)
  emitAnswerTypes(text, manifest)
  const named = namedRoutes(manifest)
  for (const route of named) emitHelper(text, route, helpers)
  for (const direct of manifest.directs) emitDirect(text, direct, helpers)
  text.add('}')
  return { code: text.code, map: text.map }
}

function emitHelper(text: MappedText, route: ManifestRoute & { readonly name: string }, style: HelperStyle): void {
  const params = helperParams(route)
  const hasFormat = params.some(({ name }) => name === 'format')
  const documentation = describe(route)
  for (const kind of ['path', 'url'] as const) {
    const host = kind === 'url' && !hasDefaultHost(route)
    const options = `${hasFormat ? 'Format' : ''}${kind === 'path' ? 'Path' : host ? 'Url' : 'HostedUrl'}Options`
    for (const parameters of overloads(params, options, !host)) {
      declare(text, helperName(route.name, kind, style), parameters, documentation, route.location)
    }
  }
}

function declare(
  text: MappedText,
  name: string,
  parameters: string,
  documentation: string,
  location: Location | null,
): void {
  text.add(`  /** ${documentation} */`)
  text.add(`  export function ${name}(${parameters}): string`, location, name)
}

/** `GET /photos/:id(.:format)`, `photos#show`: what a request for the URL is answered by. */
function describe(route: ManifestRoute): string {
  const { verbs, pattern, controller, action, endpoint } = route
  const target =
    endpoint === null
      ? `${controller}#${action}`
      : endpoint.kind === 'callable'
        ? endpoint.export
        : `redirect (${endpoint.status})`
  return comment(`${verbs.join('|') || 'any verb'} ${pattern} → ${target}`)
}

/** Text that neither ends a comment nor starts a line or a directive in it. */
function comment(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll('sourceMappingURL', 'sourceMapping URL')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd')
}

/**
 * The parameter lists of a helper, as the runtime takes arguments: by position, then by name. Trailing optional
 * parameters may be left out. Where fewer values are given than there are parameters, those with a default get none.
 */
function overloads(params: readonly HelperParam[], optionsType: string, isOptional: boolean): string[] {
  const optionsName = params.some(({ name }) => name === 'options') ? 'urlOptions' : 'options'
  const end = `${optionsName}${isOptional ? '?' : ''}: ${optionsType}`
  const positional = params.filter(({ name, required }) => name !== 'format' || required)
  const lists = new Set<string>()
  const add = (list: readonly HelperParam[], last: string) => lists.add([...positionalParams(list), last].join(', '))

  add(positional, end)
  const withoutFormat = positional.filter(({ name }) => name !== 'format')
  const last = withoutFormat.length < positional.length ? `${optionsName}: ${optionsType} & { format: Param }` : end
  if (last !== end) add(withoutFormat, last)
  let fewer = withoutFormat.filter(({ hasDefault }) => !hasDefault)
  if (fewer.length < withoutFormat.length) add(fewer, last)
  for (; fewer.length > 0 && !fewer.at(-1)!.required; add(fewer, last)) fewer = fewer.slice(0, -1)

  if (positional.length > 0) {
    const named = positional.map(({ name, glob, required }) =>
      required ? `${quoteName(name)}: ${typeOf(glob)}` : `${quoteName(name)}?: ${typeOf(glob)} | undefined`,
    )
    lists.add(`params: { ${named.join('; ')} }, ${end}`)
  }
  return [...lists]
}

function positionalParams(params: readonly HelperParam[]): string[] {
  const lastRequired = params.findLastIndex(({ required }) => required)
  const taken = new Set<string>()
  return params.map(({ name, glob, required }, index) => {
    let identifier = /^\d/.test(name) ? `_${name}` : name
    while (RESERVED.has(identifier) || taken.has(identifier)) identifier += '_'
    taken.add(identifier)
    return `${identifier}: ${typeOf(glob)}${!required && index < lastRequired ? ' | undefined' : ''}`
  })
}

function typeOf(glob: boolean): string {
  return glob ? 'Param | readonly Param[]' : 'Param'
}

function quoteName(name: string): string {
  return /^\d/.test(name) ? `'${name}'` : name
}

function emitDirect(text: MappedText, { name, target, location }: ManifestDirect, style: HelperStyle): void {
  for (const kind of ['path', 'url'] as const) {
    const parameters =
      typeof target === 'string'
        ? ''
        : `options${kind === 'path' ? '?' : ''}: Open${kind === 'path' ? 'Path' : 'Url'}Options`
    const documentation = comment(typeof target === 'string' ? target : `→ ${helperName(target.route, kind, style)}`)
    declare(text, helperName(name, kind, style), parameters, documentation, location)
  }
}

/** Words that cannot name a parameter in a module. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
)
