/**
 * A parsed path pattern: segments in order, as they stand in the path.
 *
 * `static` text is in the form in which it is matched: slashes and dots included,
 * unsafe characters percent-encoded (`/caf%C3%A9`). The text of neighbouring static
 * segments is always merged.
 */
export type Pattern = readonly Segment[]

export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'optional'; readonly segments: Pattern }
