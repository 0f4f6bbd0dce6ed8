import { describe, expect, it } from 'vitest'
import { createAllowedMethods } from './allowed-methods.ts'
import { MAX_PATH_LENGTH } from './canonical-path.ts'
import { createSmallMatcher } from './match-by-search.ts'
import { requirementTest } from './conditions.ts'
import { searchAfterRejection, constraints } from './constraints.ts'
import { routeFunctions } from './route-functions.ts'
import { createMatchAll } from './match-all.ts'
import { openSmallTable } from './small-table.ts'

/** The name and the parameters of the match for each request: `GET /photos/7` -> `['photo', { id: '7' }]`. */
function matchesOf(table: ReturnType<typeof openSmallTable>, requests: readonly string[]) {
  const match = createSmallMatcher(table)
  return requests.map((request) => {
    const [method, path] = request.split(' ') as [string, string]
    const found = match(method, path)
    return found && [found.name, { ...found.params }]
  })
}

const photos = openSmallTable(
  'GET POST PATCH PUT',
  '1/|>pages>home>root 1/photos>photos>index>photos 2/photos>photos>create> 1/photos/{id>photos>show>photo ' +
    '34/photos/{id>photos>update> 1/photos/{photo_id/comments/{id|>comments>show>photo_comment ' +
    '1/feed^>feeds>show>feed 1/a.b(c)>odd>show>odd',
)

describe('a small table', () => {
  it('matches literals, parameters and formats, and decodes parameters', () => {
    const requests = [
      'GET /',
      'GET /photos',
      'POST /photos.json',
      'GET /photos/caf%C3%A9.xml',
      'PUT /photos/7',
      'PATCH /photos/7',
      'GET /photos/7/comments/8',
      'GET /a.b(c).json',
      'HEAD //photos/7/?page=2',
    ]
    expect(matchesOf(photos, requests)).toEqual([
      ['root', {}],
      ['photos', {}],
      [null, { format: 'json' }],
      ['photo', { id: 'café', format: 'xml' }],
      [null, { id: '7' }],
      [null, { id: '7' }],
      ['photo_comment', { photo_id: '7', id: '8' }],
      ['odd', { format: 'json' }],
      ['photo', { id: '7' }],
    ])
  })

  it('requires a format, or refuses it, if the route does', () => {
    const requests = ['GET /feed', 'GET /feed.atom', 'GET /photos/7/comments/8.json', 'GET /.json', 'GET /photos/.7']
    expect(matchesOf(photos, requests)).toEqual([null, ['feed', { format: 'atom' }], null, null, null])
  })

  it('matches no other verb, no malformed path and no path that is too long', () => {
    const requests = [
      'DELETE /photos',
      'GET /photos/..',
      'GET /axb(c)',
      `GET /photos/${'7'.repeat(MAX_PATH_LENGTH)}`,
      'GET photos',
    ]
    expect(matchesOf(photos, requests)).toEqual([null, null, null, null, null])
    const match = createSmallMatcher(photos) as (...args: unknown[]) => unknown
    expect([match(), match(null), match('GET', 7), match(7, '/photos'), match({ method: 'GET' })]).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })

  it('matches a request as the only argument, and a target in absolute form', () => {
    const match = createSmallMatcher(photos)
    expect(match({ method: 'GET', url: 'https://h.test/photos/7', headers: {} })?.name).toBe('photo')
    expect(match('GET', 'https://h.test/photos/7')?.path).toBe('/photos/7')
  })

  it('creates params without a prototype if a name is that of an inherited property', () => {
    const match = createSmallMatcher(openSmallTable('GET', '1/{constructor>c>a>odd'))
    expect(Object.getPrototypeOf(match('GET', '/7')!.params)).toBeNull()
  })

  it('runs tests and constraints, and tries the next route after a rejection', () => {
    const asked: string[] = []
    const table = openSmallTable(
      'GET',
      '1.1/{id>c>a>digits 1.2/{name>c>a>asked 1/{other>c>a>last',
      routeFunctions(
        [
          { tests: [requirementTest(0, /^\d+$/)] },
          {
            accepts: constraints((_params: { name: string }, _request: unknown) => {
              asked.push(_params.name)
              return _params.name === 'yes'
            }),
          },
        ],
        searchAfterRejection,
      ),
    )
    expect(matchesOf(table, ['GET /7', 'GET /yes', 'GET /no'])).toEqual([
      ['digits', { id: '7' }],
      ['asked', { name: 'yes' }],
      ['last', { other: 'no' }],
    ])
    expect(asked).toEqual(['yes', 'no'])
    expect(Array.from(createMatchAll(table)('GET', '/7'), ({ name }) => name)).toEqual(['digits', 'last'])
  })

  it('lists the methods of a path, including those that no route names', () => {
    expect(createAllowedMethods(photos)('/photos/7')).toEqual(['GET', 'HEAD', 'PUT', 'PATCH'])
    const any = openSmallTable('GET', '01/any>c>a>any')
    expect(createAllowedMethods(any)('/any')).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
  })

  it('takes linear time for a long path', () => {
    // 400 routes that each read the whole segment. Quadratic time would take minutes.
    const lines = Array.from({ length: 400 }, (_, index) => `1/{id/end${index}>c>a>r${index}`).join(' ')
    expect(createSmallMatcher(openSmallTable('GET', lines))('GET', `/${'x'.repeat(60_000)}/y`)).toBeNull()
  })
})
