import { describe, expect, it } from 'vitest'
import { makeTable, type Entry } from '../test/make-table.ts'
import { MAX_PATH_LENGTH } from './canonical-path.ts'
import { createMatcher } from './match.ts'
import { openTable, type FastTable } from './open-table.ts'
import { programs } from './programs.ts'
import type { MatchRequest, RunProgram } from './route-match.ts'
import { NEEDS_SEARCH } from './route-table.ts'

const route = (name: string): NonNullable<Entry['route']> => ['c', 'a', name]

/** `match`, with the paths for which it has asked the whole search. */
function watched(entries: readonly Entry[], verbs = 'GET POST', list: readonly RunProgram[] = []) {
  const table = openTable(verbs, ...makeTable(entries), undefined, programs(list))
  const asked: string[] = []
  const watching = [...table] as unknown as { -readonly [Index in keyof FastTable]: FastTable[Index] }
  watching[4] = (path, ...others) => {
    asked.push(path)
    return table[4](path, ...others)
  }
  const match = createMatcher(watching)
  /** The name and the values of the params, and whether the whole search was asked. */
  const ask = (method: string, path: string): readonly [string | null, readonly unknown[], 'walk' | 'search'] => {
    asked.length = 0
    const answer = match(method, path)
    if (answer !== null)
      expect([answer.controller, answer.action, answer.path.includes('//')]).toEqual(['c', 'a', false])
    return [answer?.name ?? null, Object.values(answer?.params ?? {}), asked.length > 0 ? 'search' : 'walk']
  }
  return { match, ask }
}

/** Asks twice: static paths are kept the first time. */
function expectAll(
  ask: ReturnType<typeof watched>['ask'],
  cases: readonly (readonly [request: string, name: string | null, values: readonly string[], by: 'walk' | 'search'])[],
): void {
  for (const [request, ...expected] of [...cases, ...cases]) {
    const [method, path] = request.split(' ') as [string, string]
    expect(ask(method, path), request).toEqual(expected)
  }
}

describe('the first walk', () => {
  it('matches plain paths, and rejects paths that no route matches', () => {
    const { ask } = watched([
      { steps: [], route: route('root') },
      { steps: ['photos'], format: 3, route: route('photos') },
      { steps: ['photos'], verb: 2, format: 3, route: route('create') },
      { steps: ['photos', ':id'], format: 3, route: route('photo') },
      { steps: ['photos', ':id', 'edit'], format: 3, route: route('edit') },
      { steps: [':a', ':b', ':c', ':d', ':e'], verb: 2, route: route('five') },
    ])
    expectAll(ask, [
      ['GET /', 'root', [], 'walk'],
      ['GET /photos', 'photos', [], 'walk'],
      ['POST /photos', 'create', [], 'walk'],
      ['GET /photos/7', 'photo', ['7'], 'walk'],
      ['GET /photos/7/edit', 'edit', ['7'], 'walk'],
      ['POST /1/2/3/4/5', 'five', ['1', '2', '3', '4', '5'], 'walk'],
      ['POST /', null, [], 'walk'],
      ['PUT /photos', null, [], 'walk'],
      ['POST /photos/7', null, [], 'walk'],
      ['GET /albums', null, [], 'walk'],
      ['GET /photos/7/other', null, [], 'walk'],
      ['GET /photos/7/edit/more', null, [], 'walk'],
      ['GET /1/2/3/4/5', null, [], 'walk'],
      ['POST /1/2/3/4', null, [], 'walk'],
    ])
  })

  it('calls the full search for all other paths', () => {
    const { ask, match } = watched([
      { steps: ['photos'], format: 3, route: route('photos') },
      { steps: ['photos', ':id'], format: 3, route: route('photo') },
      { steps: ['photos', ':id', 'edit'], format: 3, route: route('edit') },
      { steps: ['feed.xml'], format: 1 + NEEDS_SEARCH, route: route('feed') },
    ])
    expectAll(ask, [
      ['GET /photos.json', 'photos', ['json'], 'search'],
      ['GET /photos?page=2', 'photos', [], 'search'],
      ['GET /photos#top', 'photos', [], 'search'],
      ['GET /photos/', 'photos', [], 'search'],
      ['GET //photos', 'photos', [], 'search'],
      ['GET /photos//7', 'photo', ['7'], 'search'],
      ['GET /photos/a%20b', 'photo', ['a b'], 'search'],
      ['GET /photos/7.json', 'photo', ['7', 'json'], 'search'],
      ['GET /photos/7?x=/a', 'photo', ['7'], 'search'],
      ['GET /photos/7?x=/edit', 'photo', ['7'], 'search'],
      ['GET /photos/é/edit', 'edit', ['é'], 'search'],
      ['GET /photos/7/edit.json', 'edit', ['7', 'json'], 'search'],
      ['GET /photos/7.1/edit', null, [], 'search'],
      ['GET /feed.xml', 'feed', [], 'search'],
      ['GET /albums.json', null, [], 'search'],
    ])
    expect(match('GET', `/photos/${'x'.repeat(MAX_PATH_LENGTH)}`)).toBeNull()
    expect(match('GET', `/photos/${'x'.repeat(MAX_PATH_LENGTH - 8)}`)?.name).toBe('photo')
    expect(match('GET', 'photos')).toBeNull()
    expect(match('GET', '')).toBeNull()
  })

  it('finds a query or fragment that is a segment by itself, or follows a literal', () => {
    const root = [
      { steps: [], route: route('root') },
      { steps: ['photos'], route: route('photos') },
    ]
    expectAll(watched(root).ask, [
      ['GET /?page=2', 'root', [], 'search'],
      ['GET /#top', 'root', [], 'search'],
      ['GET /photos/?page=2', 'photos', [], 'search'],
      ['GET /photos/#top', 'photos', [], 'search'],
    ])
    const edit = [
      { steps: [':id'], route: route('photo') },
      { steps: [':id', 'edit'], verb: 2, route: route('edit') },
    ]
    expectAll(watched(edit).ask, [
      ['GET /7?x=/edit', 'photo', ['7'], 'search'],
      ['GET /7#x/edit', 'photo', ['7'], 'search'],
      ['GET /7/edit', null, [], 'walk'],
    ])
  })

  it('considers a dot only in the last segment, because only that may have a format', () => {
    const { ask } = watched([{ steps: ['photos', 'new'], format: 3, route: route('new') }])
    expectAll(ask, [
      ['GET /photos.v2/new', null, [], 'walk'],
      ['GET /photos/new.json', 'new', ['json'], 'search'],
    ])
  })

  it('returns to the last skipped parameter, and calls the full search if an earlier skipped branch could win', () => {
    const entries = [
      { steps: ['a', 'b', 'c'], route: route('literals') },
      { steps: ['a', ':x', 'd'], route: route('inner') },
      { steps: [':y', 'b', 'e'], route: route('outer') },
    ]
    expectAll(watched(entries).ask, [
      ['GET /a/b/c', 'literals', [], 'walk'],
      ['GET /a/b/d', 'inner', ['b'], 'walk'],
      ['GET /z/b/e', 'outer', ['z'], 'walk'],
      // The first `:y` was left out, then `:x`: only the whole search comes back to both.
      ['GET /a/b/e', 'outer', ['a'], 'search'],
      ['GET /a/b/f', null, [], 'search'],
    ])
    // Declared the other way round, each of those left out would win.
    expectAll(watched(entries.toReversed()).ask, [
      ['GET /a/b/c', 'literals', [], 'search'],
      ['GET /a/b/d', 'inner', ['b'], 'search'],
      ['GET /a/b/e', 'outer', ['a'], 'search'],
    ])
  })

  it('compares entries that end at the same depth, and returns to a greater skipped entry', () => {
    expectAll(
      watched([
        { steps: [':x', 'deep'], route: route('deep') },
        { steps: ['a'], route: route('a') },
        { steps: [':x'], route: route('x') },
      ]).ask,
      [
        ['GET /a', 'a', [], 'walk'],
        ['GET /a/deep', 'deep', ['a'], 'walk'],
      ],
    )
    expectAll(
      watched([
        { steps: ['a', 'b', 'c'], route: route('literals') },
        { steps: ['a', ':x', 'd'], route: route('inner') },
        { steps: [':y', ':z'], route: route('outer') },
      ]).ask,
      [['GET /a/b', 'outer', ['a', 'b'], 'search']],
    )
  })

  it('caches static paths for each verb, even if two verbs share a slot', () => {
    const { ask } = watched(
      [
        { steps: ['a'], route: route('first') },
        { steps: ['a'], verb: 14, route: route('last') },
      ],
      'A B C D E F G H I J K L M N',
    )
    expectAll(ask, [
      ['A /a', 'first', [], 'walk'],
      ['N /a', 'last', [], 'walk'],
      ['B /a', null, [], 'walk'],
    ])
  })

  it('does not skip a parameter that lacks the verb', () => {
    const { ask } = watched([
      { steps: ['photos', ':id'], verb: 2, route: route('update') },
      { steps: ['photos', 'new'], route: route('new') },
      { steps: [':other', 'new', 'x'], verb: 2, route: route('other') },
    ])
    expectAll(ask, [
      ['GET /photos/new', 'new', [], 'walk'],
      ['POST /photos/new', 'update', ['new'], 'walk'],
      ['POST /photos/7', 'update', ['7'], 'walk'],
      ['POST /other/new/x', 'other', ['other'], 'walk'],
      ['GET /photos/7', null, [], 'walk'],
    ])
  })

  it('calls the full search if a pattern or a tail may win', () => {
    const anything: RunProgram = (_path, start, end, captures, first) => {
      captures.set([start, end], 2 * first)
      return end > start
    }
    const tail = { program: 1, captures: 1, names: ['rest'] }
    const before: readonly Entry[] = [{ steps: ['a'], route: route('a') }]
    const after: readonly Entry[] = [{ steps: ['b'], route: route('b') }]
    const { ask } = watched([...before, { steps: [tail], route: route('tail') }, ...after], 'GET POST', [anything])
    expectAll(ask, [
      ['GET /a', 'a', [], 'walk'],
      ['GET /b', 'tail', ['b'], 'search'],
      ['GET /c', 'tail', ['c'], 'search'],
      ['GET /', null, [], 'search'],
    ])
  })

  it('matches all verbs of a table, in upper case only', () => {
    const verbs = 'GET POST PATCH PUT DELETE LINK UNLINK'
    const names = verbs.split(' ')
    const { ask } = watched(
      names.map((name, index) => ({ steps: [':id'], verb: index + 1, route: route(name.toLowerCase()) })),
      verbs,
    )
    for (const name of names) {
      expect(ask(name, '/7')).toEqual([name.toLowerCase(), ['7'], 'walk'])
      expect(ask(name.toLowerCase(), '/7')).toEqual([null, [], 'walk'])
    }
    expect(ask('HEAD', '/7')).toEqual(['get', ['7'], 'walk'])
    for (const name of ['head', 'Head', 'gET']) expect(ask(name, '/7')).toEqual([null, [], 'walk'])
    expect(ask('OPTIONS', '/7')).toEqual([null, [], 'walk'])
  })

  it('distinguishes the verbs of one static path', () => {
    const { ask } = watched([
      { steps: ['a'], route: route('get') },
      { steps: ['a'], verb: 2, route: route('post') },
      { steps: ['a'], verb: 0, route: route('any') },
    ])
    expectAll(ask, [
      ['GET /a', 'get', [], 'walk'],
      ['POST /a', 'post', [], 'walk'],
      ['PUT /a', 'any', [], 'walk'],
      ['DELETE /a', 'any', [], 'walk'],
    ])
  })

  it('matches many static paths', () => {
    const texts = Array.from({ length: 200 }, (_, index) => `s${index}`)
    const { ask } = watched(texts.map((text) => ({ steps: [text], route: route(text) })))
    for (const text of [...texts, ...texts]) expect(ask('GET', `/${text}`)).toEqual([text, [], 'walk'])
    expect(ask('GET', '/s200')).toEqual([null, [], 'walk'])
  })

  /** Asks for each of the requests, and returns those for which a literal was looked for. */
  function walkedOf(entries: readonly Entry[], verbs: string, rounds: readonly (readonly string[])[]): string[][] {
    const table = openTable(verbs, ...makeTable(entries))
    const tables = [...table[8]] as { -readonly [Index in keyof FastTable[8]]: FastTable[8][Index] }
    let looked = 0
    const { 3: find } = tables
    tables[3] = (...asked) => (looked++, find(...asked))
    const match = createMatcher(table.with(8, tables as never) as unknown as FastTable)
    return rounds.map((requests) =>
      requests.filter((request) => {
        looked = 0
        const [method, path] = request.split(':') as [string, string]
        expect(match(method, path), request).toMatchObject({ name: request, path })
        return looked > 0
      }),
    )
  }

  it('walks each static path once, and then finds it in the cache', () => {
    const texts = Array.from({ length: 200 }, (_, index) => `s${index}`)
    const entries = texts.flatMap((text) => [
      { steps: [text], route: route(`GET:/${text}`) },
      { steps: [text], verb: 2, route: route(`POST:/${text}`) },
    ])
    // Nodes are fewer than paths, so there is room for half of them.
    const some = texts.slice(0, 60)
    const gets = some.map((text) => `GET:/${text}`)
    const posts = some.map((text) => `POST:/${text}`)
    expect(walkedOf(entries, 'GET POST', [gets, posts, [...gets, ...posts]])).toEqual([gets, posts, []])
  })

  it('fills at most a quarter of the slots of the cache', () => {
    const verbs = Array.from('ABCDEFGHIJ')
    const requests = verbs.map((verb) => `${verb}:/a`)
    const entries = requests.map((request, index) => ({ steps: ['a'], verb: index + 1, route: route(request) }))
    // Two nodes have 16 places.
    expect(walkedOf(entries, verbs.join(' '), [requests, requests])).toEqual([requests, requests.slice(3)])
  })

  it('passes one value for each param to the emitted functions', () => {
    const steps = [':p', ':q', ':r', ':s']
    const entries = [1, 2, 3, 4].map((count) => ({ steps: steps.slice(0, count), route: route(`of ${count}`) }))
    const made = (shape: number, ...values: unknown[]) => ({ shape, values: values.slice(0, 4) })
    const [words, numbers] = makeTable(entries)
    const match = createMatcher(openTable('GET', words, numbers, [made]))
    const valuesOf = (path: string) => (match('GET', path)!.params as ReturnType<typeof made>).values
    expect(valuesOf('/1')).toEqual(['1', undefined, undefined, undefined])
    expect(valuesOf('/1/2')).toEqual(['1', '2', undefined, undefined])
    expect(valuesOf('/1/2/3')).toEqual(['1', '2', '3', undefined])
    expect(valuesOf('/1/2/3/4')).toEqual(['1', '2', '3', '4'])
  })

  it('returns frozen params for routes without params', () => {
    const { match } = watched([{ steps: ['a'], route: route('a') }])
    for (let i = 0; i < 2; i++) {
      const { params } = match('GET', '/a')!
      expect(Object.isFrozen(params)).toBe(true)
      expect(params).toStrictEqual({})
    }
  })

  it('returns null for values that are not methods', () => {
    const { match } = watched([{ steps: ['a'], verb: 0, route: route('a') }])
    expect(match('X', '/a')?.name).toBe('a')
    expect(match(undefined as never, '/a')).toBeNull()
    expect(match(7 as never, '/a')).toBeNull()
    expect(match({ method: 'X', url: '/a', headers: {} } as MatchRequest as Request)?.name).toBe('a')
  })
})
