import { snakeCase } from './snake-case.ts'

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
