/** How helpers are named: `editPhotoPath` or `edit_photo_path`. */
export type HelperStyle = 'camelCase' | 'snake_case'

/**
 * The name of a route's helper.
 *
 *     edit_photo, path -> editPhotoPath       v1_users -> v1UsersPath
 *     top_10, path     -> top_10Path          (a digit has no capital: `top10` is another name)
 *     __x, url         -> __xUrl
 *
 * In camelCase only names that differ in nothing but their capitals meet (`user_post`, `userPost`).
 * The suffix keeps helpers apart from reserved words and from `then`.
 */
export function helperName(name: string, kind: 'path' | 'url', style: HelperStyle): string {
  if (style === 'snake_case') return `${name}_${kind}`
  const camel = name.replace(/(?<=[^_]_*)_([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())
  return camel + (kind === 'path' ? 'Path' : 'Url')
}
