/** The names under which a controller, or a module of pages, may export an action. The compiler looks for the same. */
export function exportNames(action: string): readonly string[] {
  const camel = action.replace(/[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
  return [action, camel, `${action}_`, `${camel}_`]
}

/** What a module exports for an action; undefined where there is nothing. Nothing inherited counts. */
export function exported(module: Readonly<Record<string, unknown>>, action: string): unknown {
  const name = exportNames(action).find((each) => Object.hasOwn(module, each))
  return name === undefined ? undefined : module[name]
}
