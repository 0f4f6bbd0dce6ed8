// Values for the parameters of a route, and the path with these values.
import type { ManifestRoute, Pattern } from '@turnout/compiler/internal/manifest/manifest'
import { sampleText } from '@turnout/compiler/internal/patterns/routes/sample'

/** Values for the parameters of a path, by their names. A missing or empty value leaves out an optional group. */
export type ParamValues = Readonly<Record<string, string>>

/**
 * Returns an example value for each parameter outside optional groups: its default, or a string that its requirement
 * allows. For a requirement, that is the string which the analysis tries.
 */
export function sampleParams(route: ManifestRoute): ParamValues {
  const values = route.segments.flatMap((segment) => {
    if (segment.kind !== 'param' && segment.kind !== 'glob') return []
    const { kind, name } = segment
    const fallback = Object.hasOwn(route.defaults, name) ? route.defaults[name] : null
    const isUsable = typeof fallback === 'string' || typeof fallback === 'number'
    return [[name, isUsable ? String(fallback) : sampleParam(route, name, kind === 'glob')] as const]
  })
  return Object.fromEntries(values)
}

function sampleParam({ requirements }: ManifestRoute, name: string, isGlob: boolean): string {
  if (Object.hasOwn(requirements, name)) return sampleText(requirements[name], isGlob) ?? ''
  if (isGlob) return 'a/b'
  return /(?:^|_)id$/.test(name) ? '1' : name
}

/**
 * Returns the path of a route with these values, percent-encoded; null if a value outside optional groups is missing. It
 * does not check requirements.
 *
 * @param base the prefix of all route paths; may be empty
 */
export function pathWith({ segments }: ManifestRoute, values: ParamValues, base: string): string | null {
  const path = writePath(segments, values)
  return path === null ? null : `${base}${path}` || '/'
}

/** Returns null if a value is missing: then the group that contains the parameter is left out. */
function writePath(segments: Pattern, values: ParamValues): string | null {
  let path = ''
  for (const segment of segments) {
    if (segment.kind === 'static') path += encodeStatic(segment.text)
    else if (segment.kind === 'optional')
      path += hasParam(segment.segments) ? (writePath(segment.segments, values) ?? '') : ''
    else {
      const value = Object.hasOwn(values, segment.name) ? values[segment.name]! : ''
      if (value === '') return null
      path += segment.kind === 'glob' ? value.split('/').map(encodeValue).join('/') : encodeValue(value)
    }
  }
  return path
}

function hasParam(segments: Pattern): boolean {
  return segments.some((segment) =>
    segment.kind === 'optional' ? hasParam(segment.segments) : segment.kind !== 'static',
  )
}

/** Characters that a path segment may contain unescaped stay readable. */
function encodeValue(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent)
}

function encodeStatic(text: string): string {
  return encodeURI(wellFormed(text))
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%25(?=[\dA-F]{2})/gi, '%')
}

/** Replaces lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
