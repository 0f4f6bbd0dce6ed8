import { isRegExpSource, type ManifestRoute, type Requirement } from '../manifest.ts'
import { countVariants } from '../pattern/parse.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { MAX_VARIANTS } from './plan-route.ts'
import { isOneToken, requiredExpression } from './required-expression.ts'
import { formatOf, isToken, requirementOn } from './route-pattern.ts'
import { UnsupportedRegExp } from './tagged-automaton.ts'

/** Placeholder for a param, and for an optional group that begins with a slash. */
const PARAM = '\0'
const GROUP = '\u0001'

/**
 * True only if the matcher finds the route by looking up complete segments, each a literal or one param, so that its
 * plan contains no automaton. False does not prove the opposite. Most routes are lookups, and this function takes a
 * tenth of the time of planning.
 */
export function isLookup(route: ManifestRoute): boolean {
  if (!route.anchored || countVariants(route.segments, MAX_VARIANTS) > MAX_VARIANTS) return false
  const format = formatOf(route.segments.at(-1))
  if (format === null) return isWhole(route.segments, route)
  if (format.name !== 'format' || !takesTokens(requirementOn('format', route))) return false
  return isWhole(route.segments.slice(0, -1), route)
}

/** One group without inner groups may be first. All other groups must be last: in the middle they need an automaton. */
function isWhole(items: Pattern, route: ManifestRoute): boolean {
  let path = ''
  let isEnd = false
  for (const [index, item] of items.entries()) {
    if (item.kind === 'optional') {
      if (!isWhole(item.segments, route)) return false
      const isLeadingGroup = index === 0 && items.length > 1
      if (isLeadingGroup && item.segments.some(({ kind }) => kind === 'optional')) return false
      isEnd = !isLeadingGroup
      path += `/${GROUP}`
      continue
    }
    if (isEnd) return false
    if (item.kind === 'static') path += item.text
    else if (item.kind === 'param' && takesTokens(requirementOn(item.name, route))) path += PARAM
    else return false
  }
  const [textBeforeSlash, ...segments] = path.split('/')
  if (textBeforeSlash !== '' || segments.length === 0) return false
  return segments.every((segment) => segment === PARAM || segment === GROUP || isText(segment))
}

function isText(segment: string): boolean {
  return segment !== '' && !segment.includes(PARAM) && !segment.includes(GROUP)
}

const tokens = new Map<string, boolean>()

/** True if a param of this requirement is always one whole token: not empty, without slashes and dots. */
function takesTokens(requirement: Requirement | undefined): boolean {
  if (requirement === undefined) return true
  if (!isRegExpSource(requirement)) return [requirement].flat().every(isToken)
  const key = `${requirement.flags}/${requirement.source}`
  let takesToken = tokens.get(key)
  if (takesToken === undefined) {
    try {
      takesToken = isOneToken(requiredExpression(requirement).loose)
    } catch (error) {
      if (!(error instanceof UnsupportedRegExp)) throw error
      takesToken = false
    }
    tokens.set(key, takesToken)
  }
  return takesToken
}
