// The types of helpers and links: their parameter lists. Functions with equal parameters share one type, which has a key.
import { getOrCreate } from '../../collections.ts'
import { hasDefaultHost, helperParams, isUrlOption, type HelperParam } from '../../manifest/helpers.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import { type Pattern, paramNames } from '../../patterns/pattern/pattern.ts'
import { quote } from './literal.ts'
import { UsedNames } from './module-scope.ts'
import type { ContractExports } from './module-types.ts'
import type { MappedText } from './source-map.ts'

/**
 * The function types of helpers and links: `Path` for paths and links, `Url` for URLs. The key of a type names its parameters:
 *
 *     photo_id, id?, *path       a required, an optional and a glob parameter
 *     locale?=                   a parameter with a default
 *     id, without format         see `keyOfNames`
 *     id, with host              a URL whose calls may omit the host
 */
export class FunctionTypes {
  readonly #omittable: readonly string[]
  readonly #contracts: ContractExports
  readonly #types = { path: new Map<string, string>(), url: new Map<string, string>() }
  /** The keys of routes without defaults. Routes of the same path share the segments object. */
  readonly #pathKeys = new Map<Pattern, string>()

  /** @param omittable the parameters and options that calls may omit, see `TypesOptions.urlDefaults` */
  constructor(omittable: readonly string[], contracts: ContractExports) {
    this.#omittable = omittable
    this.#contracts = contracts
  }

  /** Returns the type of a route's helper. */
  helperType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const query = this.#queryOf(route)
    const key = this.#addType(kind, route)
    if (query === null) return `${kind === 'path' ? 'Path' : 'Url'}[${key}]`
    return `${kind === 'path' ? 'Path<string, ' : 'Url<'}${query}>[${key}]`
  }

  /** Returns the type of the function that returns the link to an action. */
  linkType(route: ManifestRoute, method: string): string {
    const query = this.#queryOf(route)
    const key = this.#addType('path', route)
    if (query === null) return `Links<${quote(method)}>[${key}]`
    return `Path<LinkTo<${quote(method)}, ${quote(actionOf(route))}>, ${query}>[${key}]`
  }

  #queryOf(route: ManifestRoute): string | null {
    const action = actionOf(route)
    return this.#contracts.has(action) ? `QueryOf<Contracts[${quote(action)}]>` : null
  }

  /** Adds the function type of a route if it is new, and returns its key, quoted. */
  #addType(kind: 'path' | 'url', route: ManifestRoute): string {
    const hasNoDefaults = Object.keys(route.defaults).length === 0
    const pathKey = hasNoDefaults
      ? getOrCreate(this.#pathKeys, route.segments, () => this.#keyOf(route))
      : this.#keyOf(route)
    const key = kind === 'url' && canOmitHost(route, this.#omittable) ? `${pathKey}, with host` : pathKey
    getOrCreate(this.#types[kind], key, () => this.#functionType(route, kind))
    return quote(key)
  }

  #keyOf(route: ManifestRoute): string {
    const params = paramsWithOmittable(route, this.#omittable)
    const keys = params.map(({ name, glob, required, hasDefault }) => {
      return `${glob ? '*' : ''}${name}${required ? '' : '?'}${hasDefault ? '=' : ''}`
    })
    return keyOfNames(keys)
  }

  #functionType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const params = paramsWithOmittable(route, this.#omittable)
    const optionsAreOptional = kind === 'path' || canOmitHost(route, this.#omittable)
    const options = `{ readonly query?: Query | undefined } & ${optionsTypeOf(route, kind, this.#omittable)}`
    const lists = parameterLists(params, options, optionsAreOptional)
    const result = kind === 'path' ? 'Result' : 'string'
    const [list] = lists
    if (lists.length === 1) return `(${list}) => ${result}`
    const generic = genericList(params, `options${optionsAreOptional ? '?' : ''}: ${options}`)
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
 * Returns the key of a type by the names of parameters. Nearly every path has an optional format, so the key mentions only its
 * absence.
 *
 *     ['id', 'format?'] -> 'id'
 *     ['id']            -> 'id, without format'
 */
export function keyOfNames(names: readonly string[]): string {
  if (!names.some((name) => /^format(?!\w)/.test(name))) return [...names, 'without format'].join(', ')
  return names.filter((name) => name !== 'format?').join(', ')
}

/**
 * Returns the parameter lists of a helper, as the inspector shows them: `id: Param | { id: Param }, options?: FormatPathOptions`.
 */
export function helperOverloads(route: ManifestRoute, kind: 'path' | 'url'): readonly string[] {
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

function paramsWithOmittable(route: ManifestRoute, omittable: readonly string[]): readonly HelperParam[] {
  return helperParams(route).map((param) =>
    omittable.includes(param.name) ? { ...param, required: false, hasDefault: true } : param,
  )
}

/**
 * Returns the parameter lists of a helper in the forms that the runtime accepts: by position, then by name. For
 * `(/:locale)/archive/:year(/:month)`, where the locale has a default:
 *
 *     locale, year, month, options?     all values
 *     year, month, options?             with too few values, parameters with a default are skipped first
 *     year, options?                    and then optional ones at the end
 *     year, month, options              the options contain the skipped parameter
 *     params, options?                  an object with all values
 *
 * A single required parameter has one list for both forms: of two lists, TypeScript's message would mention only the last.
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

  // A required format may be in the options instead.
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

  // If values are missing, those given fill the required parameters. Optional ones before them have to be in the options.
  const lastRequired = withoutFormat.findLastIndex(({ required }) => required)
  const skipped = withoutFormat
    .slice(0, Math.max(0, lastRequired))
    .filter(({ name, required }) => !required && !isUrlOption(name))
  if (skipped.length > 0) {
    const list = withoutFormat.filter((param) => !skipped.includes(param) && (param.required || !param.hasDefault))
    const fields = skipped.map(({ name, glob }) => `readonly ${quoteIfNeeded(name)}: ${typeOfParam(glob)}`)
    lists.add([...positionalParams(list), `${requiredOptions} & { ${fields.join('; ')} }`].join(', '))
  }

  if (positional.length > 0) lists.add(`params: ${paramsObject(positional)}, ${optionsParam}`)
  return [...lists]
}

/**
 * Returns both forms of several required parameters as one generic list: the first argument determines the others. With an
 * overload for each form, TypeScript would put an error on a correct argument.
 *
 * @returns null if a parameter is optional, or is the format
 *
 *     <First extends Param | { album_id: Param; id: Param }>(album_id: First, ...rest: [First] extends [Param] ? [id: Param, options?: …] : [options?: …])
 */
function genericList(params: readonly HelperParam[], options: string): string | null {
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

/** A parameter of a helper, with its name in parameter lists. */
interface ListedParam extends HelperParam {
  readonly identifier: string
}

/**
 * Returns ` & { … }` with the optional parameters that calls may pass by name in the options, as in Rails; empty if there are none:
 * `productPath('chair', { locale: 'de' })`. A parameter with the name of a URL option is left out, because the option takes precedence.
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
    return `${identifier}: ${typeOfParam(glob)}${!required && index < lastRequired ? ' | undefined' : ''}`
  })
}

/** The type of the value of a parameter. */
export function typeOfParam(glob: boolean): string {
  return glob ? 'Param | readonly Param[]' : 'Param'
}

/** A parameter of Rails 8.1 may have no name (`/*`), or begin with a digit. */
function identifierOf(name: string): string {
  return name === '' ? 'param' : /^\d/.test(name) ? `_${name}` : name
}

function quoteIfNeeded(name: string): string {
  return /^\d|^$/.test(name) ? `'${name}'` : name
}
