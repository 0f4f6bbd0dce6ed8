// The types of helpers and links: their parameter lists, and one function type for all that have the same parameters.
import { getOrCreate } from '../../collections.ts'
import { hasDefaultHost, helperParams, isUrlOption, type HelperParam } from '../../manifest/helpers.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import { type Pattern, paramNames } from '../../patterns/pattern/pattern.ts'
import { quote } from './literal.ts'
import { UsedNames } from './module-scope.ts'
import type { ContractExports } from './module-types.ts'
import type { MappedText } from './source-map.ts'

/**
 * The function types of helpers and links, each once, by their parameters: `Path` for paths and links, `Url` for URLs. The
 * key of a type names the parameters: `photo_id, id?, *path`. A parameter with a default ends with `=`.
 */
export class FunctionTypes {
  readonly #filled: readonly string[]
  readonly #contracts: ContractExports
  readonly #types = { path: new Map<string, string>(), url: new Map<string, string>() }
  /** The keys of paths without defaults, by segments. Routes of the same path share the segments object. */
  readonly #keys = new Map<Pattern, string>()

  /** @param filled the parameters and options that calls may omit, see `TypesOptions.urlDefaults` */
  constructor(filled: readonly string[], contracts: ContractExports) {
    this.#filled = filled
    this.#contracts = contracts
  }

  /** Returns the type of a route's helper. */
  helperType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const query = this.#queryOf(route)
    const key = this.#keyIn(kind, route)
    if (query === null) return `${kind === 'path' ? 'Path' : 'Url'}[${key}]`
    return `${kind === 'path' ? 'Path<string, ' : 'Url<'}${query}>[${key}]`
  }

  /** Returns the type of the function that returns the link to an action. */
  linkType(route: ManifestRoute, method: string): string {
    const query = this.#queryOf(route)
    const key = this.#keyIn('path', route)
    if (query === null) return `Links<${quote(method)}>[${key}]`
    return `Path<LinkTo<${quote(method)}, ${quote(actionOf(route))}>, ${query}>[${key}]`
  }

  #queryOf(route: ManifestRoute): string | null {
    const action = actionOf(route)
    return this.#contracts.has(action) ? `QueryOf<Contracts[${quote(action)}]>` : null
  }

  /** Returns the key of a route's function type, quoted, and adds the type. */
  #keyIn(kind: 'path' | 'url', route: ManifestRoute): string {
    const isPlain = Object.keys(route.defaults).length === 0
    const pathKey = isPlain ? getOrCreate(this.#keys, route.segments, () => this.#keyOf(route)) : this.#keyOf(route)
    const key = kind === 'url' && hasHost(route, this.#filled) ? `${pathKey}, with host` : pathKey
    getOrCreate(this.#types[kind], key, () => this.#functionType(route, kind))
    return quote(key)
  }

  #keyOf(route: ManifestRoute): string {
    const params = paramsWithout(route, this.#filled)
    const keys = params.map(({ name, glob, required, hasDefault }) => {
      return `${glob ? '*' : ''}${name}${required ? '' : '?'}${hasDefault ? '=' : ''}`
    })
    return keyOfNames(keys)
  }

  #functionType(route: ManifestRoute, kind: 'path' | 'url'): string {
    const params = paramsWithout(route, this.#filled)
    const isOptional = kind === 'path' || hasHost(route, this.#filled)
    const options = `{ readonly query?: Query | undefined } & ${optionsOf(route, kind, this.#filled)}`
    const lists = parameterLists(params, options, isOptional)
    const result = kind === 'path' ? 'Result' : 'string'
    const [list] = lists
    if (lists.length === 1) return `(${list}) => ${result}`
    const byFirst = listByFirst(params, `options${isOptional ? '?' : ''}: ${options}`)
    if (byFirst !== null) return `${byFirst} => ${result}`
    return `{ ${lists.map((parameters) => `(${parameters}): ${result}`).join('; ')} }`
  }

  /** Writes the types, inside the declarations of `virtual:routes`. Call it last, when all types are known. */
  emit(text: MappedText): void {
    const interfaces = [
      ['Path<Result = string, Query = QueryValues>', 'The functions of paths and links', this.#types.path],
      ['Url<Query = QueryValues>', 'The functions of URLs', this.#types.url],
    ] as const
    for (const [name, documentation, types] of interfaces) {
      if (types.size === 0) continue
      text.add(`  /** ${documentation}, by their parameters. */\n  export interface ${name} {`)
      for (const [key, type] of types) text.add(`${quote(key)}: ${type}`)
      text.add('  }')
    }
    if (this.#types.path.size > 0) text.add('  export type Links<Method extends string> = Path<Link<Method>>')
  }
}

const actionOf = ({ controller, action }: ManifestRoute) => `${controller}#${action}`

/**
 * Returns the key of a type by the names of parameters. Nearly every path has an optional format, so the key says instead
 * if there is none.
 *
 *     ['id', 'format?'] -> 'id'
 *     ['id']            -> 'id, without format'
 */
export function keyOfNames(names: readonly string[]): string {
  if (!names.some((name) => /^format(?!\w)/.test(name))) return [...names, 'without format'].join(', ')
  return names.filter((name) => name !== 'format?').join(', ')
}

/**
 * Returns the parameter lists of a helper, for people: `id: Param | { id: Param }, options?: FormatPathOptions`.
 */
export function helperOverloads(route: ManifestRoute, kind: 'path' | 'url'): readonly string[] {
  const isOptional = kind === 'path' || hasHost(route, [])
  return parameterLists(helperParams(route), optionsOf(route, kind, []), isOptional)
}

/** True if the calls of a route's URL helper may omit the host. */
function hasHost(route: ManifestRoute, filled: readonly string[]): boolean {
  return hasDefaultHost(route) || filled.includes('host')
}

function optionsOf(route: ManifestRoute, kind: 'path' | 'url', filled: readonly string[]): string {
  const hasFormat = paramNames(route.segments).includes('format')
  return `${hasFormat ? 'Format' : ''}${kind === 'path' ? 'Path' : hasHost(route, filled) ? 'HostedUrl' : 'Url'}Options`
}

function paramsWithout(route: ManifestRoute, filled: readonly string[]): readonly HelperParam[] {
  return helperParams(route).map((param) =>
    filled.includes(param.name) ? { ...param, required: false, hasDefault: true } : param,
  )
}

/**
 * Returns the parameter lists of a helper in the forms that the runtime accepts: by position, then by name. Trailing
 * optional parameters may be omitted. If a call passes fewer values than parameters, parameters with a default receive
 * none. A single required parameter has one list for both forms, because of two lists TypeScript would report the last one.
 */
function parameterLists(params: readonly HelperParam[], optionsType: string, isOptional: boolean): string[] {
  const usedNames = new UsedNames()
  const positional = positionalOf(params, usedNames)
  const optionsName = usedNames.take('options')
  const end = `${optionsName}${isOptional ? '?' : ''}: ${optionsType}`
  const lists = new Set<string>()
  const add = (list: readonly ListedParam[], lastParam: string) => {
    const omitted = positional.filter((param) => !list.includes(param))
    lists.add([...positionalParams(list), lastParam + namedInOptions(omitted)].join(', '))
  }

  if (positional.length === 1 && positional[0]!.required && positional[0]!.name !== 'format') {
    const [param] = positional as [ListedParam]
    return [`${param.identifier}: ${typeOfParam(param.glob)} | ${byName(positional)}, ${end}`]
  }
  add(positional, end)
  const withoutFormat = positional.filter(({ name }) => name !== 'format')
  const formatParam =
    withoutFormat.length < positional.length ? `${optionsName}: ${optionsType} & { format: Param }` : end
  if (formatParam !== end) add(withoutFormat, formatParam)
  let fewer = withoutFormat.filter(({ hasDefault }) => !hasDefault)
  if (fewer.length < withoutFormat.length) add(fewer, formatParam)
  for (; fewer.length > 0 && !fewer.at(-1)!.required; add(fewer, formatParam)) fewer = fewer.slice(0, -1)

  // Without all values, a positional value goes to the first required parameter. Optional parameters before it can only
  // be passed in the options.
  const lastRequired = withoutFormat.findLastIndex(({ required }) => required)
  const skipped = withoutFormat
    .slice(0, Math.max(0, lastRequired))
    .filter(({ name, required }) => !required && !isUrlOption(name))
  if (skipped.length > 0) {
    const list = withoutFormat.filter((param) => !skipped.includes(param) && (param.required || !param.hasDefault))
    const fields = skipped.map(({ name, glob }) => `readonly ${quoteName(name)}: ${typeOfParam(glob)}`)
    const optional = formatParam.replace(`${optionsName}?: `, `${optionsName}: `)
    lists.add([...positionalParams(list), `${optional} & { ${fields.join('; ')} }`].join(', '))
  }

  if (positional.length > 0) lists.add(`params: ${byName(positional)}, ${end}`)
  return [...lists]
}

/**
 * Returns both forms of several required parameters as one generic list: the first argument determines the others. Null if
 * a parameter is optional. With an overload for each form, TypeScript would report an argument that is right.
 *
 *     <First extends Param | { album_id: Param; id: Param }>(album_id: First, ...rest: [First] extends [Param] ? [id: Param, options?: …] : [options?: …])
 */
function listByFirst(params: readonly HelperParam[], options: string): string | null {
  const positional = positionalOf(params, new UsedNames(['options', 'rest']))
  if (positional.some(({ required, name }) => !required || name === 'format')) return null
  const [first, ...others] = positional as [ListedParam, ...ListedParam[]]
  const firstType = typeOfParam(first.glob)
  const rest = `[${[...positionalParams(others), options].join(', ')}]`
  return `<First extends ${firstType} | ${byName(positional)}>(${first.identifier}: First, ...rest: [First] extends [${firstType}] ? ${rest} : [${options}])`
}

function positionalOf(params: readonly HelperParam[], usedNames: UsedNames): ListedParam[] {
  return params
    .filter(({ name, required }) => name !== 'format' || required)
    .map((param): ListedParam => ({ ...param, identifier: usedNames.take(identifierOf(param.name)) }))
}

/** Returns the type of an object of parameters: `{ id: Param; page?: Param | undefined }`. */
function byName(params: readonly ListedParam[]): string {
  const members = params.map(({ name, glob, required }) =>
    required ? `${quoteName(name)}: ${typeOfParam(glob)}` : `${quoteName(name)}?: ${typeOfParam(glob)} | undefined`,
  )
  return `{ ${members.join('; ')} }`
}

/** A parameter of a helper, with its name in parameter lists. */
interface ListedParam extends HelperParam {
  readonly identifier: string
}

/**
 * Returns the type of optional parameters that calls may pass by name in the options, as in Rails:
 * `productPath('chair', { locale: 'de' })`. A parameter with the name of a URL option is omitted, because the option wins.
 */
function namedInOptions(params: readonly HelperParam[]): string {
  const fields = params
    .filter(({ name, required }) => !required && !isUrlOption(name))
    .map(({ name, glob }) => `readonly ${quoteName(name)}?: ${typeOfParam(glob)} | undefined`)
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

/** A parameter of Rails 8.1 may have no name: `/*`. */
function identifierOf(name: string): string {
  return name === '' ? 'param' : /^\d/.test(name) ? `_${name}` : name
}

function quoteName(name: string): string {
  return /^\d|^$/.test(name) ? `'${name}'` : name
}
