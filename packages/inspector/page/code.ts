// Writes values and requests as code that people copy.

/** Returns a value as JavaScript source: a string, an array, or an object of these. */
function codeOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, member]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${codeOf(member)}`
  })
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
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

/** Returns a `curl` command for a request. */
export function curlOf(method: string, url: string): string {
  const json = ['--header', `'content-type: application/json'`, '--data', `'{}'`]
  const options = { GET: ['--include'], HEAD: ['--head'] }[method] ?? [
    '--include',
    '--request',
    shellWord(method),
    ...json,
  ]
  return ['curl', ...options, shellWord(url)].join(' ')
}

/** Returns one word of a POSIX shell. In single quotes only the quote itself has a meaning. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
