/**
 * A parsed path pattern: its segments in order.
 *
 *     /photos/:id(.:format)   static `/photos/`, param `id`, optional (static `.`, param `format`)
 *
 * `text` of a static segment is in the form that is matched: it includes slashes and dots, and unsafe characters are
 * percent-encoded (`/caf%C3%A9`). Adjacent static segments are always merged.
 */
export type Pattern = readonly Segment[]

export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'optional'; readonly segments: Pattern }

/** A param or a glob. */
export type Param = Extract<Segment, { name: string }>

/**
 * Returns the params and globs of a pattern in order. Repeated names are repeated.
 *
 * @param isOptional true for the pattern of an optional group, whose params are all optional
 */
export function paramsOf(pattern: Pattern, isOptional = false): (Param & { readonly isOptional: boolean })[] {
  return pattern.flatMap((segment) => {
    if (segment.kind === 'static') return []
    return segment.kind === 'optional' ? paramsOf(segment.segments, true) : { ...segment, isOptional }
  })
}

/**
 * Returns the params and globs of a pattern in order: the objects in the pattern, because two params may have the same name. This is
 * a loop, because each phase of a compilation calls the function for each route, and `flatMap` takes ten times as long.
 *
 * @param items the list to which the function adds the params
 */
export function paramItems(pattern: Pattern, items: Param[] = []): Param[] {
  for (const segment of pattern) {
    if (segment.kind === 'optional') paramItems(segment.segments, items)
    else if (segment.kind !== 'static') items.push(segment)
  }
  return items
}

/** Returns the names of a pattern's params and globs. */
export function paramNames(pattern: Pattern): string[] {
  return paramItems(pattern).map(({ name }) => name)
}

/** Returns the names of a pattern's globs. */
export function globNames(pattern: Pattern): string[] {
  return paramItems(pattern).flatMap(({ kind, name }) => (kind === 'glob' ? name : []))
}

/** Returns a pattern in the syntax of Rails: `/photos/:id(.:format)`. */
export function printPattern(pattern: Pattern): string {
  return pattern
    .map((segment) => {
      switch (segment.kind) {
        case 'static':
          return segment.text
        case 'param':
          return `:${segment.name}`
        case 'glob':
          return `*${segment.name}`
        case 'optional':
          return `(${printPattern(segment.segments)})`
      }
    })
    .join('')
}
