import { expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'

it.each([
  [undefined, ':photo_id', ':photo_slug'],
  ['snake_case', ':photo_id', ':photo_slug'],
  ['camelCase', ':photoId', ':photoSlug'],
] as const)('`paramNames: %s` names what a resource implies: %s, %s', (paramNames, id, slug) => {
  const nested = (options: object) =>
    outcome(
      (r) => r.resources('photos', { only: [], ...options }, () => r.resources('likes', { only: 'show' })),
      paramNames === undefined ? {} : { paramNames },
    )
  expect(nested({})).toEqual([`photo_like GET /photos/${id}/likes/:id(.:format) likes#show`])
  expect(nested({ param: 'slug' })).toEqual([`photo_like GET /photos/${slug}/likes/:id(.:format) likes#show`])
})
