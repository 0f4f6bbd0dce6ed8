import { basePath } from '../../base.ts'
import { clientManifest, type ClientRoutes } from '../../client-routes.ts'
import type { Manifest } from '../../manifest.ts'
import { ACTIONS, actionLinks } from '../../names/action-links.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import { namedRouteExpression } from './emit-helpers.ts'
import type { EmittedText } from './emit-module.ts'
import { Scanners } from './emit-scanners.ts'
import { exportedName, quote } from './literal.ts'
import { MappedText } from './source-map.ts'
import { RuntimeImports, UsedNames } from './used-names.ts'

/** Settings of `emitActions`. */
export interface ActionsOptions {
  /** What stands before the paths of all routes. Left out: nothing. */
  readonly base?: string
  /** How the actions are named. Left out: camelCase. */
  readonly helpers?: HelperStyle
  /** Which routes the module has, if it is one for clients. Left out: all. */
  readonly clientRoutes?: ClientRoutes
  /** False leaves the routes' places in the route files out of the error messages. */
  readonly positions?: boolean
  /** For dev servers, see `ModuleOptions`. */
  readonly live?: boolean
}

/** An emitted module of actions. */
export interface EmittedActions extends EmittedText {
  /** What it exports, beside the default export. */
  readonly names: readonly string[]
}

/**
 * Writes the module `virtual:routes/actions/<controller>`: one export per action, a function that takes what a path helper
 * takes, and the default export, which is all of them. Each is a pure expression, so that a bundler keeps what is used.
 *
 * Locally actions are numbered, as they may be named `new`, or as what is imported.
 *
 * @returns null where no route leads to the controller
 */
export function emitActions(
  manifest: Manifest,
  controller: string,
  options: ActionsOptions = {},
): EmittedActions | null {
  const { base = '/', helpers = 'camelCase', clientRoutes, positions = true, live } = options
  const links = actionLinks(clientManifest(manifest, clientRoutes), helpers).get(controller)
  if (links === undefined) return null
  const text = new MappedText()
  const localNames = new UsedNames(['live', ...links.map((_, index) => `action${index}`)])
  const imports = new RuntimeImports(localNames)
  const link = imports.use('link')
  const scanners = new Scanners(localNames, imports.use)
  const routeOptions = { positions, base: basePath(base) ?? '', scanner: scanners.name }
  const constants = links.map(({ route }) => namedRouteExpression(route, routeOptions))
  text.add(`import { ${imports.specifiers} } from '@turnout/runtime'`)
  for (const line of scanners.lines) text.add(line)
  const names = links.map(({ name }) => name)
  // An action may be named so.
  if (!names.includes('default')) text.add(`\nexport * as default from ${quote(ACTIONS + controller)}\n`)
  for (const [index, { name, route, method }] of links.entries()) {
    const constant = `action${index}`
    const shown = quote(`${controller}#${route.action}`)
    const value = `/* @__PURE__ */ ${link}(${shown}, ${quote(method)}, ${constants[index]})`
    const line = live
      ? `let ${constant} = live(${quote(name)}, ${value}, function ${constant}(value, args) { return value(...args) })`
      : `const ${constant} = ${value}`
    text.add(line, route.location, constant)
  }
  text.add(`export { ${names.map((name, index) => `action${index} as ${exportedName(name)}`).join(', ')} }`)
  return { code: text.code, map: text.map, names }
}
