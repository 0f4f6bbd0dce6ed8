// The names under which modules export actions and pages. The compiler checks the same names.

/** Returns the names under which a controller may export an action: `sign-in` -> `sign-in`, `signIn`, `sign-in_`, `signIn_`. */
export function actionExportNames(action: string): readonly string[] {
  const camel = action.replace(/[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
  return [action, camel, `${action}_`, `${camel}_`]
}

/**
 * Returns the names under which a module of pages may export the page of an action: the names for controllers, and the name
 * in PascalCase (`Show`, `SignIn`), which React's Fast Refresh and lint rules require for components.
 */
export function pageExportNames(action: string): readonly string[] {
  const names = actionExportNames(action)
  const camel = names[1]!
  return [...names, camel.charAt(0).toUpperCase() + camel.slice(1)]
}

/**
 * Returns a module's export under the first of the names that the module has; undefined if it has none of them. Inherited
 * properties do not count.
 */
export function findExport(module: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const exportName = names.find((candidate) => Object.hasOwn(module, candidate))
  return exportName === undefined ? undefined : module[exportName]
}
