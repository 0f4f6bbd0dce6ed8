/**
 * Returns the key of a page in a file of its own: `photos#sign_in`, for an action `sign_in`, `signIn` or `sign-in` and
 * a file with any of these names.
 */
export function pageKey(controller: string, action: string): string {
  const snakeCase = action
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replaceAll('-', '_')
    .toLowerCase()
  return `${controller}#${snakeCase}`
}
