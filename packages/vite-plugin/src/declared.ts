// Types that all declarations of `virtual:routes` have in common. They import these, and add the types of their routes.
export type {
  CallableReference,
  Json,
  Location,
  Manifest,
  ManifestRoute,
  MappedCallable,
  MappedRoute,
  RedirectEndpoint,
  RegExpSource,
  Segment,
} from '@turnout/compiler/internal/manifest/manifest'
export type * from '@turnout/runtime/declared'
