/**
 * Returns a field as the user typed it, so that an invalid form can be shown again with its values:
 *
 *     typedText({ photo: { title: 'a' } }, 'photo[title]') // 'a'
 *
 * Returns `''` if the field is missing or not a scalar.
 */
export function typedText(values: unknown, name: string): string {
  let value = values
  for (const key of name.split(/\]\[|\[|\]$/)) {
    if (key === '' && value !== values) continue
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  }
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
}
