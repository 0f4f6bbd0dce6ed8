// The types that the declarations of `virtual:routes` have in common. They need no types of a platform.
export type {
  FormatHostedUrlOptions,
  FormatPathOptions,
  FormatUrlOptions,
  HostedUrlOptions,
  Link,
  OpenPathOptions,
  OpenUrlOptions,
  Param,
  PathFor,
  PathOptions,
  QueryValue,
  UrlFor,
  UrlOptions,
} from './types.ts'
export type {
  AllowedMethods,
  Endpoint,
  HeadersLike,
  Match,
  MatchAll,
  MatchRequest,
  Redirect,
  Refusal,
  RequestAttributes,
  RequestLike,
  WholeRequest,
} from './route-match.ts'
