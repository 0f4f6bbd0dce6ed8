/** The names under which a controller, or a module of pages, may export an action. The runtime looks for the same. */
export function exportNames(action: string): readonly string[] {
  const camel = action.replace(/[_-]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase())
  return [action, camel, `${action}_`, `${camel}_`]
}
