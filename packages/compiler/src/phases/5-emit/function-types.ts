// The types of helpers and links. Functions with equal parameters share one type: a member of an emitted interface, whose key names
// the parameters. The text uses types of `module-types.ts`: `Param`, `Query`, `QueryOf`, `Contracts`, `Link`, `LinkTo`.
import { getOrCreate } from '../../collections.ts'
import { hasDefaultHost, helperParams, isUrlOption, type HelperParam } from '../../manifest/helpers.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import { type Pattern, paramNames } from '../../patterns/pattern/pattern.ts'
import { quote } from './literal.ts'
import { UsedNames } from './module-scope.ts'
import type { ContractExports } from './module-types.ts'
import type { MappedText } from './source-map.ts'

/**
 * Collects the function types of an emitted module in two interfaces: `Path` for path helpers and links, `Url` for URL helpers. The
 * key of a type names its parameters:
 *
 *     photo_id, id?, *path       a required, an optional and a glob parameter
 *     locale?=                   a parameter with a default
 *     id, without format         see `keyOfParams`
 *     id, with host              a URL helper whose calls may omit the host, because there is a default
 */
export class FunctionTypes {
  readonly #urlDefaults: readonly string[]
  readonly #contracts: ContractExports
  readonly #types = { path: new Map<string, string>(), url: new Map<string, string>() }
  /**
   * A cache of keys by the segments, which routes of the same path share. Only for routes without defaults, because defaults change
   * the key.
   */
  readonly #keysBySegments = new Map<Pattern, string>()

  /** @param urlDefaults the names of parameters and options with a default, see `TypesOptions.urlDefaults` */
  constructor(urlDefaults: readonly string[], contracts: ContractExports) {
    this.#urlDefaults = urlDefaults
    this.#contracts = contracts
  }

  /** Returns the type of a route's helper as a reference to a member of the interfaces: `Path['id']`. */
  helperType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const query = this.#queryTypeOf(route)
    const key = this.#addType(kind, route)
    if (query === null) return `${kind === 'path' ? 'Path' : 'Url'}[${key}]`
    return `${kind === 'path' ? 'Path<string, ' : 'Url<'}${query}>[${key}]`
  }

  /** Returns the type of the function that returns the link to an action, as such a reference. */
  linkType(route: ManifestRoute, httpMethod: string): string {
    const query = this.#queryTypeOf(route)
    const key = this.#addType('path', route)
    if (query === null) return `Links<${quote(httpMethod)}>[${key}]`
    return `Path<LinkTo<${quote(httpMethod)}, ${quote(actionOf(route))}>, ${query}>[${key}]`
  }

  #queryTypeOf(route: ManifestRoute): string | null {
    const action = actionOf(route)
    return this.#contracts.has(action) ? `QueryOf<Contracts[${quote(action)}]>` : null
  }

  /** Adds the function type of a route if it is new, and returns its key as a string literal. */
  #addType(kind: 'path' | 'url', route: ManifestRoute): string {
    const hasDefaults = Object.keys(route.defaults).length > 0
    const paramsKey = hasDefaults
      ? this.#keyOf(route)
      : getOrCreate(this.#keysBySegments, route.segments, () => this.#keyOf(route))
    const key = kind === 'url' && canOmitHost(route, this.#urlDefaults) ? `${paramsKey}, with host` : paramsKey
    getOrCreate(this.#types[kind], key, () => this.#functionType(route, kind))
    return quote(key)
  }

  #keyOf(route: ManifestRoute): string {
    const params = paramsWithDefaults(route, this.#urlDefaults)
    const notations = params.map(({ name, glob, required, hasDefault }) => {
      return `${glob ? '*' : ''}${name}${required ? '' : '?'}${hasDefault ? '=' : ''}`
    })
    return keyOfParams(notations)
  }

  #functionType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const params = paramsWithDefaults(route, this.#urlDefaults)
    const optionsAreOptional = kind === 'path' || canOmitHost(route, this.#urlDefaults)
    const options = `{ readonly query?: Query | undefined } & ${optionsTypeOf(route, kind, this.#urlDefaults)}`
    const lists = parameterLists(params, options, optionsAreOptional)
    const result = kind === 'path' ? 'Result' : 'string'
    const [list] = lists
    if (lists.length === 1) return `(${list}) => ${result}`
    const generic = genericSignature(params, `options${optionsAreOptional ? '?' : ''}: ${options}`)
    if (generic !== null) return `${generic} => ${result}`
    return `{ ${lists.map((parameters) => `(${parameters}): ${result}`).join('; ')} }`
  }

  /** Writes the types, inside the declarations of `virtual:routes`. Call it last, when all types are known. */
  emit(text: MappedText): void {
    const interfaces = [
      ['Path<Result = string, Query = QueryValues>', 'The functions of paths and links', this.#types.path],
      ['Url<Query = QueryValues>', 'The functions of URLs', this.#types.url],
    ] as const
    for (const [header, documentation, types] of interfaces) {
      if (types.size === 0) continue
      text.add(`  /** ${documentation}, by their parameters. */\n  export interface ${header} {`)
      for (const [key, type] of types) text.add(`${quote(key)}: ${type}`)
      text.add('  }')
    }
    if (this.#types.path.size > 0) text.add('  export type Links<Method extends string> = Path<Link<Method>>')
  }
}

const actionOf = ({ controller, action }: ManifestRoute) => `${controller}#${action}`

/**
 * Returns the key of functions with these parameters. Nearly every path has an optional format, so the key leaves it out, and
 * mentions its absence.
 *
 *     ['id', 'format?'] -> 'id'
 *     ['id', 'format']  -> 'id, format'
 *     ['id']            -> 'id, without format'
 */
export function keyOfParams(notations: readonly string[]): string {
  // Without `format_id`.
  const hasFormat = notations.some((notation) => /^format(?!\w)/.test(notation))
  if (!hasFormat) return [...notations, 'without format'].join(', ')
  return notations.filter((notation) => notation !== 'format?').join(', ')
}

/**
 * Returns the parameter lists of a helper for the inspector, without `urlDefaults`. For one required parameter, there is one list:
 * `id: Param | { id: Param }, options?: FormatPathOptions`.
 */
export function helperParameterLists(route: ManifestRoute, kind: 'path' | 'url'): readonly string[] {
  const optionsAreOptional = kind === 'path' || canOmitHost(route, [])
  return parameterLists(helperParams(route), optionsTypeOf(route, kind, []), optionsAreOptional)
}

/** True if the calls of a route's URL helper may omit the host. */
function canOmitHost(route: ManifestRoute, omittable: readonly string[]): boolean {
  return hasDefaultHost(route) || omittable.includes('host')
}

function optionsTypeOf(route: ManifestRoute, kind: 'path' | 'url', omittable: readonly string[]): string {
  const hasFormat = paramNames(route.segments).includes('format')
  return `${hasFormat ? 'Format' : ''}${kind === 'path' ? 'Path' : canOmitHost(route, omittable) ? 'HostedUrl' : 'Url'}Options`
}

/** Returns the params of a route's helper. Those with a default in `urlDefaults` are optional. */
function paramsWithDefaults(route: ManifestRoute, omittable: readonly string[]): readonly HelperParam[] {
  return helperParams(route).map((param) =>
    omittable.includes(param.name) ? { ...param, required: false, hasDefault: true } : param,
  )
}

/**
 * Returns all parameter lists that the runtime accepts: first those by position, then the one by name. For
 * `(/:locale)/archive/:year(/:month)`, where the locale has a default:
 *
 *     locale, year, month, options?     all values
 *     year, month, options?             without the parameters that have a default
 *     year, options?                    also without optional parameters at the end
 *     year, month, options              the options contain the locale, which precedes a required parameter
 *     params, options?                  an object of parameters by name
 *
 * A single required parameter has one list for both forms, because TypeScript's error mentions only the last of two lists.
 */
function parameterLists(
  params: readonly HelperParam[],
  optionsType: string,
  optionsAreOptional: boolean,
): readonly string[] {
  const usedNames = new UsedNames()
  const positional = positionalOf(params, usedNames)
  const optionsName = usedNames.take('options')
  const optionsParam = `${optionsName}${optionsAreOptional ? '?' : ''}: ${optionsType}`
  if (positional.length === 1 && positional[0]!.required && positional[0]!.name !== 'format') {
    const [param] = positional as [ListedParam]
    return [`${param.identifier}: ${typeOfParam(param.glob)} | ${paramsObject(positional)}, ${optionsParam}`]
  }
  const lists = new Set<string>()
  const add = (list: readonly ListedParam[], lastParam: string) => {
    const omitted = positional.filter((param) => !list.includes(param))
    lists.add([...positionalParams(list), lastParam + optionalFields(omitted)].join(', '))
  }
  add(positional, optionsParam)

  // A call may pass a required format in the options instead of by position.
  const withoutFormat = positional.filter(({ name }) => name !== 'format')
  const requiresFormat = withoutFormat.length < positional.length
  const requiredOptions = `${optionsName}: ${optionsType}${requiresFormat ? ' & { format: Param }' : ''}`
  const lastParam = requiresFormat ? requiredOptions : optionsParam
  if (requiresFormat) add(withoutFormat, lastParam)

  let remaining = withoutFormat.filter(({ hasDefault }) => !hasDefault)
  if (remaining.length < withoutFormat.length) add(remaining, lastParam)
  while (remaining.length > 0 && !remaining.at(-1)!.required) {
    remaining = remaining.slice(0, -1)
    add(remaining, lastParam)
  }

  // With fewer values than parameters, the runtime assigns the values to the required parameters. An optional parameter that
  // precedes a required one must then be in the options.
  const lastRequired = withoutFormat.findLastIndex(({ required }) => required)
  const optionalBeforeRequired = withoutFormat
    .slice(0, Math.max(0, lastRequired))
    .filter(({ name, required }) => !required && !isUrlOption(name))
  if (optionalBeforeRequired.length > 0) {
    const list = withoutFormat.filter(
      (param) => !optionalBeforeRequired.includes(param) && (param.required || !param.hasDefault),
    )
    const fields = optionalBeforeRequired.map(
      ({ name, glob }) => `readonly ${quoteIfNeeded(name)}: ${typeOfParam(glob)}`,
    )
    lists.add([...positionalParams(list), `${requiredOptions} & { ${fields.join('; ')} }`].join(', '))
  }

  if (positional.length > 0) lists.add(`params: ${paramsObject(positional)}, ${optionsParam}`)
  return [...lists]
}

/**
 * Returns one generic signature that accepts several required parameters by position or as an object. The type of the first argument
 * determines which. With an overload for each form, TypeScript would report a mistake in one argument at another, which is correct.
 *
 *     <First extends Param | { album_id: Param; id: Param }>(album_id: First, ...rest: [First] extends [Param] ? [id: Param, options?: …] : [options?: …])
 *
 * @returns null if a parameter is optional, or is the format
 */
function genericSignature(params: readonly HelperParam[], options: string): string | null {
  const positional = positionalOf(params, new UsedNames(['options', 'rest']))
  if (positional.some(({ required, name }) => !required || name === 'format')) return null
  const [first, ...others] = positional as [ListedParam, ...ListedParam[]]
  const firstType = typeOfParam(first.glob)
  const rest = `[${[...positionalParams(others), options].join(', ')}]`
  return `<First extends ${firstType} | ${paramsObject(positional)}>(${first.identifier}: First, ...rest: [First] extends [${firstType}] ? ${rest} : [${options}])`
}

function positionalOf(params: readonly HelperParam[], usedNames: UsedNames): ListedParam[] {
  return params
    .filter(({ name, required }) => name !== 'format' || required)
    .map((param): ListedParam => ({ ...param, identifier: usedNames.take(identifierOf(param.name)) }))
}

/** Returns the type of an object of parameters: `{ id: Param; page?: Param | undefined }`. */
function paramsObject(params: readonly ListedParam[]): string {
  const members = params.map(({ name, glob, required }) =>
    required
      ? `${quoteIfNeeded(name)}: ${typeOfParam(glob)}`
      : `${quoteIfNeeded(name)}?: ${typeOfParam(glob)} | undefined`,
  )
  return `{ ${members.join('; ')} }`
}

/** A parameter of a helper, with the identifier that stands for it in parameter lists. */
interface ListedParam extends HelperParam {
  readonly identifier: string
}

/**
 * Returns ` & { … }` with the optional parameters that a call may pass in the options, as in Rails:
 * `productPath('chair', { locale: 'de' })`. Returns an empty string if there are none. A parameter with the name of a URL option,
 * such as `host`, is left out, because the option takes precedence.
 */
function optionalFields(params: readonly HelperParam[]): string {
  const fields = params
    .filter(({ name, required }) => !required && !isUrlOption(name))
    .map(({ name, glob }) => `readonly ${quoteIfNeeded(name)}?: ${typeOfParam(glob)} | undefined`)
  return fields.length === 0 ? '' : ` & { ${fields.join('; ')} }`
}

function positionalParams(params: readonly ListedParam[]): string[] {
  const lastRequired = params.findLastIndex(({ required }) => required)
  return params.map(({ identifier, glob, required }, index) => {
    // TypeScript does not allow `?` before a required parameter.
    return `${identifier}: ${typeOfParam(glob)}${!required && index < lastRequired ? ' | undefined' : ''}`
  })
}

/** The type of the value of a parameter. */
export function typeOfParam(glob: boolean): string {
  return glob ? 'Param | readonly Param[]' : 'Param'
}

/** Returns an identifier for a parameter, whose name in Rails 8.1 may be empty (`/*`) or begin with a digit. */
function identifierOf(name: string): string {
  return name === '' ? 'param' : /^\d/.test(name) ? `_${name}` : name
}

function quoteIfNeeded(name: string): string {
  return /^\d|^$/.test(name) ? `'${name}'` : name
}
