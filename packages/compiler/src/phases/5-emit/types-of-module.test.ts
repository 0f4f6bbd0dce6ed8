import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { typeCheck } from '../../../test/type-check.ts'
import { compileRoutes } from '../../compile-routes.ts'
import { redirect } from '../../dsl.ts'
import type { Routes } from '../../dsl/blocks.ts'

/** A source as a file beside the declarations. */
const source = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** The declarations of a table with an answer of each kind. */
const types = compileRoutes(
  (r: Routes) => {
    r.resources('photos')
    r.get('old', { to: redirect('/photos') })
    r.mount(() => null, { at: '/app' })
  },
  { callables: 'by-name' },
).types!

it('declares what the runtime and the manifest have', () => {
  const compare = `
    import type * as routes from 'virtual:routes'
    import type { CallableReference, Json, Manifest, ManifestRoute, RegExpSource } from './manifest.ts'
    import type { Location } from './location.ts'
    import type { Segment } from './pattern/pattern.ts'
    import type { Param, PathOptions, QueryValue, UrlOptions } from './types.ts'

    type Mutual<A, B> = [A, B] extends [B, A] ? true : never
    export const same: true[] = [
      true satisfies Mutual<routes.Param, Param>,
      true satisfies Mutual<routes.QueryValue, QueryValue>,
      true satisfies Mutual<routes.PathOptions, PathOptions>,
      true satisfies Mutual<keyof routes.PathOptions, keyof PathOptions>,
      true satisfies Mutual<routes.UrlOptions, UrlOptions>,
      true satisfies Mutual<keyof routes.UrlOptions, keyof UrlOptions>,
      true satisfies Mutual<routes.Json, Json>,
      true satisfies Mutual<routes.Location, Location>,
      true satisfies Mutual<routes.Segment, Segment>,
      true satisfies Mutual<routes.RegExpSource, RegExpSource>,
      true satisfies Mutual<routes.CallableReference, CallableReference>,
      true satisfies Mutual<routes.ManifestRoute, ManifestRoute>,
      true satisfies Mutual<keyof routes.ManifestRoute, keyof ManifestRoute>,
      true satisfies Mutual<routes.Manifest, Manifest>,
      true satisfies Mutual<keyof routes.Manifest, keyof Manifest>,
    ]
  `
  expect(
    typeCheck(
      {
        'routes.d.ts': types,
        'manifest.ts': source('../../manifest.ts'),
        'location.ts': source('../../location.ts'),
        'pattern/pattern.ts': source('../../pattern/pattern.ts'),
        'types.ts': source('../../../../runtime/src/types.ts'),
        'compare.ts': compare,
      },
      '--allowImportingTsExtensions',
    ),
  ).toBe('')
})

it('declares the answer of `match` as the runtime has it', () => {
  const compare = `
    import type * as routes from 'virtual:routes'
    import type { AllowedMethods, Match, MatchAll, MatchRequest, RequestAttributes, RouteMatch } from './route-match.ts'

    type Mutual<A, B> = [A, B] extends [B, A] ? true : never
    type Keys<Each> = Each extends unknown ? keyof Each : never
    declare const request: MatchRequest
    declare const emitted: typeof routes.match
    export const same: true[] = [
      // Only tables of Rails servers have answers that are conditional.
      true satisfies Mutual<Keys<routes.RouteMatch> | 'conditional', keyof RouteMatch>,
      true satisfies Mutual<keyof routes.RequestAttributes, keyof RequestAttributes>,
    ]
    export const match: Match = emitted
    declare const all: typeof routes.matchAll
    export const matchAll: MatchAll = all
    declare const allowed: typeof routes.allowedMethods
    export const allowedMethods: AllowedMethods = allowed
    emitted('GET', '/', request)
    // What Node's requests have may be undefined.
    declare const node: { host: string | undefined; ip: string | undefined; headers: Record<string, string | string[] | undefined> }
    emitted('GET', '/', node)
  `
  expect(
    typeCheck(
      {
        'routes.d.ts': types,
        'route-match.ts': source('../../../../runtime/src/route-match.ts'),
        'canonical-path.ts': source('../../../../runtime/src/canonical-path.ts'),
        'parts-of.ts': source('../../../../runtime/src/parts-of.ts'),
        'compare.ts': compare,
      },
      '--allowImportingTsExtensions',
      '--lib',
      'ES2023,DOM',
    ),
  ).toBe('')
})
