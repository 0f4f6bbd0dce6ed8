// Values for the parameters of a route: examples, and those of the fields of a form.
import type { HelperParam } from '@turnout/compiler/internal/manifest/helper-params'
import type { ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { sampleText } from '@turnout/compiler/internal/patterns/routes/sample'

/** Values for the parameters of a path, by their names. Empty values count as missing. */
export type ParamValues = Readonly<Record<string, string>>

/** Returns an example value for each parameter: a string that its requirement allows, as the analysis tries it. */
export function sampleParams({ requirements }: ManifestRoute, params: readonly HelperParam[]): ParamValues {
  const samples = params.map(({ name, glob }) => {
    const sample = glob ? 'a/b' : /(?:^|_)id$/.test(name) ? '1' : name
    return [name, Object.hasOwn(requirements, name) ? (sampleText(requirements[name], glob) ?? '') : sample]
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
