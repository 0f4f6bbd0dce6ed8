/**
 * Returns a field as it was typed, for a form that is shown again: `typedText({ photo: { title: 'a' } }, 'photo[title]')` is
 * `a`. Empty if the field is missing or not a scalar.
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
