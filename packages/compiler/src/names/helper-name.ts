/** How helpers are named: `editPhotoPath` or `edit_photo_path`. */
export type HelperStyle = 'camelCase' | 'snake_case'

/**
 * Returns the name of a route's helper.
 *
 *     edit_photo, path -> editPhotoPath       v1_users -> v1UsersPath
 *     top_10, path     -> top10Path           (as ActiveSupport's `camelize`)
 *     __x, url         -> __xUrl
 *
 * In camelCase, names collide that differ only in their capitals (`user_post`, `userPost`) or in an underscore before a
 * digit (`top_10`, `top10`). A diagnostic reports such collisions. The suffix keeps helpers distinct from reserved
 * words and from `then`.
 */
export function helperName(name: string, kind: 'path' | 'url', style: HelperStyle): string {
  if (style === 'snake_case') return `${name}_${kind}`
  return camelCase(name) + (kind === 'path' ? 'Path' : 'Url')
}

/** `photo_id` -> `photoId`. Underscores at the begin stay. */
export function camelCase(name: string): string {
  const start = name.search(/[^_]|$/)
  return name.replace(/_([a-zA-Z\d])/g, (text, next: string, index: number) =>
    index < start ? text : next.toUpperCase(),
  )
}

/** The exports of `virtual:routes` that are not helpers. */
export const MODULE_EXPORTS = [
  'allowedMethods',
  'default',
  'match',
  'matchAll',
  'pathFor',
  'refusal',
  'urlDefaults',
  'urlFor',
] as const
