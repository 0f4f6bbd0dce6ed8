// Writes the helpers of `direct` URLs, and `pathFor` and `urlFor`, which use the mappings of `resolve`.
import type { Manifest, ManifestDirect, MappedCallable } from '../../manifest/manifest.ts'
import { helperName } from '../../names/helper-name.ts'
import { literal, object, quote } from './literal.ts'
import { callHere, PURE, type ModuleScope } from './module-scope.ts'
import type { MappedText } from './source-map.ts'

/** Writes the two helpers of a `direct` URL. */
export function emitDirect(text: MappedText, direct: ManifestDirect, manifest: Manifest, scope: ModuleScope): void {
  const { name, location } = direct
  const isEndless = isCircular(direct, manifest)
  for (const kind of ['path', 'url'] as const) {
    const helper = helperName(name, kind, scope.style)
    const expression = directExpression(direct, isEndless, kind, scope)
    text.add(scope.writeExport(helper, expression, callHere), location, helper)
  }
}

/**
 * True if the target of a `direct` has the name of the `direct`, directly or through other `direct` URLs. In Rails each
 * call of such a helper ends with a stack overflow. In Turnout it links to the route of that name.
 */
function isCircular({ name, target }: ManifestDirect, { directs }: Manifest): boolean {
  const visitedNames = new Set<string>()
  let next: ManifestDirect['target'] | undefined = target
  while (typeof next === 'object' && 'route' in next) {
    const targetName: string = next.route
    if (targetName === name) return true
    if (visitedNames.has(targetName)) return false
    visitedNames.add(targetName)
    next = directs.find((direct) => direct.name === targetName)?.target
  }
  return false
}

/**
 * Returns a helper of a `direct` URL:
 *
 *     direct('homepage', 'https://example.com/')           () => '/'
 *     direct('profile', { name: 'user' })                   (options) => userPath({}, options)
 *     direct('commentable', commentableUrl)                 directPath('commentablePath', callable0, () => namedRoutes)
 */
function directExpression(
  { name, target }: ManifestDirect,
  isEndless: boolean,
  kind: 'path' | 'url',
  { localNamesOfRoutes, style, callables, importRuntime, namedRoutes }: ModuleScope,
): string {
  const helper = helperName(name, kind, style)
  if (typeof target === 'string') return `() => ${quote(kind === 'url' ? target : pathOf(target))}`
  if ('callable' in target) {
    const make = importRuntime(kind === 'path' ? 'directPath' : 'directUrl')
    return `${PURE} ${make}(${quote(helper)}, ${callables.name(target.callable, 'url')}, () => ${namedRoutes})`
  }
  if (!localNamesOfRoutes.has(target.route)) {
    return `() => { throw new TypeError(${quote(`${helper}: no route is named ${target.route}`)}) }`
  }
  // With an empty map of parameters, the options may contain parameters and query parameters by name.
  const declared = Object.keys(target.options).length > 0 ? `${literal(target.options)}, ` : ''
  const targetHelper = helperName(target.route, kind, style)
  const link = isEndless
    ? `${importRuntime(kind)}(${quote(targetHelper)}, ${localNamesOfRoutes.get(target.route)!})`
    : targetHelper
  return `(options) => ${link}({}, ${declared}options)`
}

/**
 * Returns the part of a URL from its first slash that is not part of `//`, as Rails' `CustomUrlHelper` does:
 * `https://example.com/a?b` -> `/a?b`.
 */
export function pathOf(url: string): string {
  return `/${/(?<!\/)\/(?!\/)(.*)$/s.exec(url)?.[1] ?? ''}`
}

/** Writes the object in which `pathFor` and `urlFor` look up models and routes, and the two functions. */
export function emitModels(
  text: MappedText,
  manifest: Manifest,
  { writeExport, callables, importRuntime, namedRoutes, localNamesOfRoutes }: ModuleScope,
): void {
  const resolves = new Map<string, string>()
  for (const mapping of manifest.resolves) {
    const expression = isCallableMapping(mapping)
      ? `${PURE} ${importRuntime('urlBuilder')}(${callables.name(mapping.callable, 'url')})`
      : literal([mapping.route, mapping.options])
    resolves.set(mapping.model, expression)
  }
  text.add(`\nconst ${namedRoutes} = {`)
  text.add(`  routes: ${object([...localNamesOfRoutes])},`)
  text.add(`  resolves: ${object([...resolves])},`)
  text.add('}')
  text.add(writeExport('pathFor', `${PURE} ${importRuntime('pathForModel')}(${namedRoutes})`, null))
  text.add(writeExport('urlFor', `${PURE} ${importRuntime('urlForModel')}(${namedRoutes})`, null))
}

/** True if a function of the application returns the URL. */
export function isCallableMapping<Target>(target: Target | MappedCallable): target is MappedCallable {
  return typeof target === 'object' && target !== null && 'callable' in target
}
