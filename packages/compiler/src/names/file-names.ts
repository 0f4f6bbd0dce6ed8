/**
 * Returns the key of a page in a file of its own: `photos#sign_in`, for an action `sign_in`, `signIn` or `sign-in` and
 * a file with any of these names.
 */
export function pageKey(controller: string, action: string): string {
  return `${controller}#${snakeCase(action)}`
}

/** The end of a load key. The names of controllers and actions contain no dot. */
const LOAD = '.load'

/** Returns the key of the file that loads the data of a page: of the controller or `pageKey` that the file belongs to. */
export const loadKey = (page: string): string => page + LOAD

export const isLoadKey = (key: string): boolean => key.endsWith(LOAD)

/** True for the name of a module that applies to all controllers in its folder: `application`, `admin/application`. */
export const isApplication = (controller: string): boolean => /(?:^|\/)application$/.test(controller)

/** Returns a part of a file name as routes write it: `LineItems`, `lineItems` and `line-items` are `line_items`. */
export const snakeCase = (part: string): string =>
  part
    .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
    .replace(/[-.]/g, '_')
    .toLowerCase()
