/** How helpers are named: `editPhotoPath` or `edit_photo_path`. */
export type HelperStyle = 'camelCase' | 'snake_case'

/**
 * The name of a route's helper.
 *
 *     edit_photo, path -> editPhotoPath       v1_users -> v1UsersPath
 *     top_10, path     -> top10Path           (ActiveSupport's `camelize` has it so)
 *     __x, url         -> __xUrl
 *
 * In camelCase names meet that differ in their capitals (`user_post`, `userPost`) or in what stands before a digit
 * (`top_10`, `top10`): a diagnostic says so.
 * The suffix keeps helpers apart from reserved words and from `then`.
 */
export function helperName(name: string, kind: 'path' | 'url', style: HelperStyle): string {
  if (style === 'snake_case') return `${name}_${kind}`
  return camelCase(name) + (kind === 'path' ? 'Path' : 'Url')
}

/** `photo_id` -> `photoId`. Underscores at the begin stay. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[^_]_*)_([a-zA-Z\d])/g, (_, next: string) => next.toUpperCase())
}
