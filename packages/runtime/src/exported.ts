/** The names under which a controller may export an action. The compiler looks for the same. */
export function exportNames(action: string): readonly string[] {
  const camel = action.replace(/[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
  return [action, camel, `${action}_`, `${camel}_`]
}

/**
 * The names under which a module of pages may export the page of an action: those of a controller, and in PascalCase
 * (`Show`, `SignIn`), as React's Fast Refresh and lint rules want the names of components.
 */
export function pageNames(action: string): readonly string[] {
  const names = exportNames(action)
  const camel = names[1]!
  return [...names, camel.charAt(0).toUpperCase() + camel.slice(1)]
}

/**
 * What a module exports under the first of the names that it has; undefined where it has none. Nothing inherited counts.
 */
export function exported(module: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(module, candidate))
  return name === undefined ? undefined : module[name]
}
