import { canonicalPath } from '@turnout/runtime'
import { paramNames } from '../../patterns/pattern/parse.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import type { HelperRoute } from './helper-route.ts'

/**
 * Returns the parts of a route for its helpers (`NamedRoute` of the runtime): literals and names of parameters in turn, and
 * the name of an optional format. Null if the route needs the rules of `patternRoute`.
 *
 *     /photos                  -> ['/photos']
 *     /photos/{id}             -> ['/photos/', 'id', '']
 *     /photos/{id}(.{format})  -> ['/photos/', 'id', '', 'format']
 *     /files/{*path}           -> null
 *
 * @param helperRoute the result of `helperRoute` for the route and the base
 */
export function helperParts(route: ManifestRoute, helperRoute: HelperRoute, base: string): readonly string[] | null {
  const [, required, format] = REQUIRED_AND_FORMAT.exec(helperRoute.pattern) ?? []
  if (required === undefined || hasRules(helperRoute, base)) return null
  if (hasRepeatedName(route) || mayBeUnsafe(helperRoute.pattern, required)) return null
  const parts = required.split(/[{}]/)
  return format === undefined ? parts : [...parts, 'format']
}

/** A pattern with required parameters, and an optional format at its end: no globs, and no other groups. */
const REQUIRED_AND_FORMAT = /^((?:[^(){}*]|\{\w+\})*)(\(\.\{format\}\))?$/

/** True if the route has default parameters, or options that change more than the base. */
function hasRules({ defaults, options }: HelperRoute, base: string): boolean {
  const { scriptName = '', query, anchor, trailingSlash } = options
  const changesUrl = [query, anchor, trailingSlash].some((option) => option !== undefined)
  return Object.keys(defaults).length > 0 || scriptName !== base || changesUrl
}

function hasRepeatedName({ segments }: ManifestRoute): boolean {
  const names = paramNames(segments)
  return new Set(names).size < names.length
}

/** True if a word as the value of a parameter could make a path that the builder has to encode or refuse. */
function mayBeUnsafe(pattern: string, required: string): boolean {
  if (INCOMPLETE_ESCAPE.test(pattern) || ESCAPED_DOT.test(pattern)) return true
  const sample = required.replace(/\{\w+\}/g, 'x')
  return canonicalPath(sample) !== sample
}

/** A value may end an escape that a literal begins: `/%4{id}`. */
const INCOMPLETE_ESCAPE = /%[\da-f]?\{/i

/** `UNSAFE` of the runtime's builder refuses any other escaped dot. */
const ESCAPED_DOT = /%2e/i
