// Rewrites the pattern of a route for routers whose paths consist of whole segments.
import type { ManifestRoute } from '@turnout/compiler'
import type { Param, Pattern } from '@turnout/compiler/internal/patterns/pattern/pattern'
import { has } from '@turnout/compiler/internal/patterns/regexp/char-set'
import { charsOf } from '@turnout/compiler/internal/patterns/regexp/syntax'
import { formatOf, treeOfParam, type RoutePattern } from '@turnout/compiler/internal/patterns/routes/route-pattern'

/** A segment of a path. A `rest` matches any number of segments, and is the last. */
export interface RouterSegment {
  readonly kind: 'static' | 'param' | 'rest'
  /** The text in the form of canonical paths (`caf%C3%A9`), or the name of the parameter. */
  readonly text: string
  readonly isOptional: boolean
}

/** More optional segments than this become a rest: React Router has a path for each combination of them. */
const MAX_OPTIONAL = 6

/**
 * Returns the pattern of a route's pages. A path with a format (`/photos.json`) is not the path of a page, and the prefix that
 * an unanchored route matches ends with a segment.
 */
export function patternOfPages(route: ManifestRoute): RoutePattern {
  const { segments, anchored, requirements } = route
  const withoutFormat = formatOf(segments.at(-1)) === null ? segments : segments.slice(0, -1)
  if (anchored) return { ...route, segments: withoutFormat }
  // The prefix of a route that consists of groups may be empty. The rest is then the whole path, which may be `/`.
  const mayBeEmpty = withoutFormat.every(({ kind }) => kind === 'optional')
  const restOrNone: Pattern = mayBeEmpty ? [{ kind: 'optional', segments: [REST] }] : [REST]
  const rest: Pattern = route.pattern === '/' ? [REST] : [{ kind: 'static', text: '/' }, ...restOrNone]
  return {
    ...route,
    segments: [...withoutFormat, { kind: 'optional', segments: rest }],
    requirements: { ...requirements, [REST.name]: ANY },
    anchored: true,
  }
}

/** The name is not the name of a parameter of a route, because it has a space. */
const REST: Param = { kind: 'glob', name: 'the rest' }
const ANY = { source: '.+', flags: '' }

/**
 * Returns segments that match every path of the route's pages, and perhaps more. `match` rejects the others.
 *
 *     /photos/:id(.:format)     -> photos, :id
 *     /archive(/:year)          -> archive, :year?
 *     /:from-:to                -> :segment_1
 *     /files/*path/edit         -> files, *path
 */
export function routerSegments(route: ManifestRoute): readonly RouterSegment[] {
  const segments: RouterSegment[] = []
  const names = new Set<string>()
  const add = (kind: RouterSegment['kind'], text: string | null, isOptional = false): void => {
    const name = text === null || (kind !== 'static' && names.has(text)) ? `segment_${segments.length + 1}` : text
    names.add(name)
    segments.push({ kind, text: name, isOptional })
  }
  const rest = (text: string | null = null): readonly RouterSegment[] => {
    add('rest', text)
    return segments
  }
  for (const { group, parts } of splitAtSlashes(patternOfPages(route).segments)) {
    const [first] = parts
    if (first === undefined) continue
    if (!parts.every((part) => isInside(part.group, group))) {
      // Without its slash, this segment is a part of the one before: `/a(/)b`.
      segments.pop()
      return rest()
    }
    if (parts.some(({ param }) => param !== null && mayMatchSlash(param, route))) {
      return rest(parts.length === 1 && first.param !== REST ? first.param!.name : null)
    }
    const isOptional = group !== null || parts.every((part) => part.group !== group)
    if (isOptional && segments.filter((segment) => segment.isOptional).length >= MAX_OPTIONAL) return rest()
    if (parts.length > 1 || (first.param === null && first.group !== group)) add('param', null, isOptional)
    else if (first.param === null) add('static', first.text, isOptional)
    else add('param', first.param.name, isOptional)
  }
  return segments
}

/** An optional group, in the group around it. */
interface Group {
  readonly outer: Group | null
}

interface Part {
  readonly text: string
  readonly param: Param | null
  /** The innermost optional group; null outside of groups. */
  readonly group: Group | null
}

/** The parts after a slash, with the group of the slash. */
interface SplitSegment {
  readonly group: Group | null
  readonly parts: Part[]
}

function splitAtSlashes(pattern: Pattern): readonly SplitSegment[] {
  const split: SplitSegment[] = []
  const visit = (items: Pattern, group: Group | null): void => {
    for (const item of items) {
      if (item.kind === 'optional') visit(item.segments, { outer: group })
      else if (item.kind !== 'static') split.at(-1)?.parts.push({ text: '', param: item, group })
      else {
        for (const [index, text] of item.text.split('/').entries()) {
          if (index > 0) split.push({ group, parts: [] })
          if (text !== '') split.at(-1)?.parts.push({ text, param: null, group })
        }
      }
    }
  }
  visit(pattern, null)
  return split
}

function isInside(group: Group | null, outer: Group | null): boolean {
  for (let current = group; current !== outer; current = current.outer) if (current === null) return false
  return true
}

function mayMatchSlash(param: Param, route: ManifestRoute): boolean {
  return param === REST || has(charsOf(treeOfParam(param, route)), '/')
}
