// Writes the modules of links with their method.
import { basePath } from '../../manifest/base.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { clientManifest, type ClientRoutes } from '../../client-routes.ts'
import { ACTIONS, actionLinks } from '../../names/action-links.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import { namedRouteExpression } from './emit-helpers.ts'
import type { EmittedModule } from './emit-module.ts'
import { Scanners } from './emit-scanners.ts'
import { exportedName, quote } from './literal.ts'
import { PURE, RuntimeImports, UsedNames } from './module-scope.ts'
import { MappedText } from './source-map.ts'

/** Settings of `emitActions`. */
export interface ActionsOptions {
  /** The prefix of the paths of all routes. Defaults to none. */
  readonly base?: string
  /** How the actions are named. Defaults to camelCase. */
  readonly helpers?: HelperStyle
  /** The routes that the module contains, if it is for clients. Defaults to all. */
  readonly clientRoutes?: ClientRoutes
  /** False omits the routes' places in the route files from the error messages. */
  readonly positions?: boolean
  /** For dev servers, see `ModuleOptions`. They append the default export. */
  readonly live?: boolean
}

/**
 * Writes the module `virtual:routes/actions/<controller>`: one export per action, a function with the parameters of a path
 * helper, and a default export with all of them. Each export is a pure expression, so that a bundler keeps only the used
 * exports.
 *
 * The local names of actions are numbered, because an action may be named `new` or like an import.
 *
 * @returns null if no route has the controller
 */
export function emitActions(
  manifest: Manifest,
  controller: string,
  options: ActionsOptions = {},
): EmittedModule | null {
  const { base = '/', helpers = 'camelCase', clientRoutes, positions = true, live } = options
  const links = actionLinks(clientManifest(manifest, clientRoutes), helpers).get(controller)
  if (links === undefined) return null
  const text = new MappedText()
  const localNames = new UsedNames(['live', ...links.map((_, index) => localName(index))])
  const imports = new RuntimeImports(localNames)
  const link = imports.add('link')
  const scanners = new Scanners(localNames, imports.add)
  const routeContext = {
    hasPositions: positions,
    base: basePath(base) ?? '',
    testExpression: scanners.test,
    importRuntime: imports.add,
  }
  // First, because it collects the imports and scanners that the next lines print.
  const routeExpressions = links.map(({ route }) => namedRouteExpression(route, routeContext))
  text.add(`import { ${imports.specifiers} } from '@turnout/runtime'`)
  for (const line of scanners.lines) text.add(line)
  const names = links.map(({ name }) => name)
  // The default export is the module's own namespace. An action may be named `default`: then it is the default export.
  if (!names.includes('default') && !live) text.add(`\nexport * as default from ${quote(ACTIONS + controller)}\n`)
  for (const [index, { name, route, method }] of links.entries()) {
    const constant = localName(index)
    const actionName = quote(`${controller}#${route.action}`)
    const value = `${PURE} ${link}(${actionName}, ${quote(method)}, ${routeExpressions[index]})`
    // The dev server appends the function `live` to this code.
    const line = live
      ? `let ${constant} = live(${quote(name)}, ${value}, function ${constant}(value, args) { return value(...args) })`
      : `const ${constant} = ${value}`
    text.add(line, route.location, constant)
  }
  text.add(`export { ${names.map((name, index) => `${localName(index)} as ${exportedName(name)}`).join(', ')} }`)
  return { code: text.code, map: text.map, names }
}

const localName = (index: number) => `action${index}`
