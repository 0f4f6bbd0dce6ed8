import type { ManifestRoute, Pattern, RegExpSource, Requirement } from '@turnout/compiler'

/**
 * The paths that a route's pattern matches, as one regular expression. The command uses it to find the routes of a
 * path that someone typed; applications use the emitted matcher.
 *
 * A parameter matches `[^./?]+`, a glob `.+?`, unless it has a requirement; an unanchored pattern matches a prefix
 * that ends at a word boundary or a slash (Rails, `journey/path/pattern.rb`).
 */
export function pathRegExp({ segments, requirements, anchored }: ManifestRoute): RegExp {
  const source = patternSource(segments, requirements)
  // A flag of one requirement would hold for the whole path; `i` is the only one that widens what is found.
  const flags = Object.values(requirements).some((each) => isRegExpSource(each) && each.flags.includes('i'))
    ? 'is'
    : 's'
  return new RegExp(anchored ? `^${source}$` : `^${source}(?:\\b|/|$)`, flags)
}

function patternSource(segments: Pattern, requirements: ManifestRoute['requirements']): string {
  return segments
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          return escape(segment.text)
        case 'param':
          return `(?:${requirementSource(requirements[segment.name]) ?? '[^./?]+'})`
        case 'glob':
          return `(?:${requirementSource(requirements[segment.name]) ?? '.+?'})`
        case 'optional':
          return `(?:${patternSource(segment.segments, requirements)})?`
      }
    })
    .join('')
}

function requirementSource(requirement: Requirement | undefined): string | undefined {
  if (requirement === undefined) return undefined
  if (isRegExpSource(requirement)) return requirement.source
  return [requirement].flat().map(escape).join('|')
}

function isRegExpSource(requirement: Requirement): requirement is RegExpSource {
  return typeof requirement === 'object' && 'source' in requirement
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
