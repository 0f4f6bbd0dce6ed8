/** Returns a value as JavaScript source: a string, an array, or an object of these. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, member]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${codeOf(member)}`
  })
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** Returns a string literal that stays on one line: line breaks and control characters are escapes. */
function quoted(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const escaped = text.replace(/['\\]|[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cs}/gu, (character) =>
    /['\\]/.test(character) ? `\\${character}` : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `'${escaped}'`
}

/**
 * Returns the arguments of a helper's call: `'7', { query: { page: '2' } }`.
 *
 * @param size the number of parameters that the helper has; the only value of a short list needs no name
 */
export function argumentsOf(
  params: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
  size: number,
): string {
  const entries = Object.entries(params)
  const isPositional = entries.length === 1 && size <= 2 && entries[0]![0] !== 'format'
  const parts = isPositional ? [codeOf(entries[0]![1])] : entries.length > 0 ? [codeOf(params)] : []
  if (Object.keys(options).length > 0) parts.push(codeOf(options))
  return parts.join(', ')
}
