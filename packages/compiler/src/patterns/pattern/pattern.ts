/**
 * A parsed path pattern: its segments in order.
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
