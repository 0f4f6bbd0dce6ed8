/** The names under which a controller may export an action. The compiler looks for the same. */
export function exportNames(action: string): readonly string[] {
  const camel = action.replace(/[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
  return [action, camel, `${action}_`, `${camel}_`]
}

/**
 * Returns the names under which a module of pages may export the page of an action: the names for controllers, and the name
 * in PascalCase (`Show`, `SignIn`), which React's Fast Refresh and lint rules require for components.
 */
export function pageNames(action: string): readonly string[] {
  const names = exportNames(action)
  const camel = names[1]!
  return [...names, camel.charAt(0).toUpperCase() + camel.slice(1)]
}

/**
 * Returns a module's export under the first of the names that it exports; undefined if there is none. Inherited properties
 * do not count.
 */
export function exported(module: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(module, candidate))
  return name === undefined ? undefined : module[name]
}
