// Values for the parameters of a route, and the calls and commands with these values that people copy.
import type { HelperParam } from '@turnout/compiler/internal/manifest/helpers'
import type { Json, ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { sampleString } from '@turnout/compiler/internal/patterns/routes/sample'
import { literal } from '@turnout/compiler/internal/phases/5-emit/literal'

/** Values for the parameters of a path, by their names. Empty values count as missing. */
export type ParamValues = Readonly<Record<string, string>>

/** Returns an example value for each parameter: a string that its requirement allows, as the analysis tries it. */
export function sampleParams({ requirements }: ManifestRoute, params: readonly HelperParam[]): ParamValues {
  const samples = params.map(({ name, glob }) => {
    const sample = glob ? 'a/b' : /(?:^|_)id$/.test(name) ? '1' : name
    return [name, Object.hasOwn(requirements, name) ? (sampleString(requirements[name], glob) ?? '') : sample]
  })
  return Object.fromEntries(samples) as ParamValues
}

/** Returns the values as a helper takes them, without the empty ones. A glob becomes a list: `a/b` -> `['a', 'b']`. */
export function paramsFrom(params: readonly HelperParam[], values: ParamValues): Record<string, string | string[]> {
  const filled = params.flatMap(({ name, glob }) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [[name, glob && value.includes('/') ? value.split('/') : value] as const]
  })
  return Object.fromEntries(filled)
}

/**
 * Returns the arguments of a helper's call: `'7', { query: { page: '2' } }`.
 *
 * @param size the number of parameters that the helper has; the only value of a short list needs no name
 */
export function argumentsOf(
  params: Readonly<Record<string, Json>>,
  options: Readonly<Record<string, Json>>,
  size: number,
): string {
  const entries = Object.entries(params)
  const isPositional = entries.length === 1 && size <= 2 && entries[0]![0] !== 'format'
  const parts = isPositional ? [literal(entries[0]![1])] : entries.length > 0 ? [literal(params)] : []
  if (Object.keys(options).length > 0) parts.push(literal(options))
  return parts.join(', ')
}

/**
 * Returns a `curl` command for a request. Methods other than GET and HEAD get an example of a JSON body.
 *
 * @param headers names in lower case, with their values
 */
export function curlOf(method: string, url: string, headers: readonly Header[] = []): string {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const hasType = headers.some(([name]) => name === 'content-type')
  const sentHeaders = hasBody && !hasType ? [...headers, ['content-type', 'application/json']] : headers
  return [
    'curl',
    method === 'HEAD' ? '--head' : '--include',
    ...(hasBody ? ['--request', shellWord(method)] : []),
    ...sentHeaders.flatMap(([name, value]) => ['--header', shellWord(`${name}: ${value}`)]),
    ...(hasBody ? ['--data', shellWord('{}')] : []),
    shellWord(url),
  ].join(' ')
}

type Header = readonly [name: string, value: string]

/** Parses `name: value` lines. Names are in lower case. Lines without a valid name are left out: curl reads `@file` as a file. */
export function headerLines(text: string): Header[] {
  return text.split('\n').flatMap((line): Header[] => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]]
  })
}

/** Returns one word of a POSIX shell. In single quotes only the quote itself has a meaning. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
