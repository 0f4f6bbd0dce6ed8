import { describe, expect, it } from 'vitest'
import { makeTable, type Entry } from '../test/make-table.ts'
import { routeFunctions } from './route-functions.ts'
import { createMatcher } from './match.ts'
import { openTable } from './open-table.ts'
import { programs } from './programs.ts'
import type { RouteFunctions, Candidates, RunProgram } from './route-match.ts'
import { NEEDS_SEARCH, ENTRY_SIZE, readTable } from './route-table.ts'
import { createSearch } from './search.ts'

const route = (name: string): NonNullable<Entry['route']> => ['c', 'a', name]

interface Options {
  readonly routeFunctions?: readonly RouteFunctions[]
  readonly programs?: readonly RunProgram[]
}

/** Returns the number of the matching entry, from 1, and its captures; null if none matches. */
function search(entries: readonly Entry[], path: string, options: Options = {}): readonly [number, ...string[]] | null {
  const [words, table] = makeTable(entries)
  const tables = readTable(1, words, table)
  const find = createSearch(tables, routeFunctions(options.routeFunctions ?? []), programs(options.programs ?? []))
  const winning = new Int32Array(2 * tables[4] + 5).fill(-1)
  const best = find(path, 1, winning, undefined, path)
  if (best === 0) return null
  const captured: string[] = []
  // The last of them is the format.
  const { steps } = entries[entries.length - best / ENTRY_SIZE]!
  const count = steps.reduce(
    (sum, step) => sum + (typeof step === 'string' ? Number(step[0] === ':') : step.captures),
    0,
  )
  for (let at = 0; at <= 2 * count; at += 2) {
    if (winning[at]! >= 0) captured.push(path.slice(winning[at], winning[at + 1]))
  }
  return [entries.length + 1 - best / ENTRY_SIZE, ...captured]
}

describe('the full search', () => {
  const literalLast: readonly Entry[] = [
    { steps: ['photos', ':id'], route: route('photo') },
    { steps: ['photos', 'new'], route: route('new_photo') },
  ]

  it('returns the first declared entry, whichever branch it finds first', () => {
    expect(search(literalLast, '/photos/new')).toEqual([1, 'new'])
    expect(search([literalLast[1]!, literalLast[0]!], '/photos/new')).toEqual([1])
    expect(search([literalLast[1]!, literalLast[0]!], '/photos/7')).toEqual([2, '7'])
  })

  it('returns to a parameter if the branch of the literal has no match', () => {
    const entries = [
      { steps: ['photos', 'new', 'x'], route: route('x') },
      { steps: [':a', ':b', 'y'], route: route('y') },
    ]
    expect(search(entries, '/photos/new/y')).toEqual([2, 'photos', 'new'])
    expect(search(entries, '/photos/new/z')).toBeNull()
    expect(search(entries, '/photos/new')).toBeNull()
  })

  it('collects all entries that may match, if it receives a list', () => {
    const [words, table] = makeTable(literalLast)
    const tables = readTable(1, words, table)
    const find = createSearch(tables, undefined, undefined)
    const winning = new Int32Array(2 * tables[4] + 5)
    const all: Candidates = []
    expect(find('/photos/new', 1, winning, undefined, '/photos/new', all)).toBe(0)
    expect(all.map(([entry]) => 3 - entry / ENTRY_SIZE).sort()).toEqual([1, 2])
    expect(all.find(([entry]) => entry === 2 * ENTRY_SIZE)![1].slice(0, 2)).toEqual(new Int32Array([8, 11]))
    // Not the next time.
    expect(find('/photos/new', 1, winning, undefined, '/photos/new')).toBe(2 * ENTRY_SIZE)
    expect(all).toHaveLength(2)
  })

  it.each([
    ['without a format', 1, '/a', [1]],
    ['without a format', 1, '/a.json', null],
    ['with one', 2, '/a', null],
    ['with one', 2, '/a.json', [1, 'json']],
    ['with or without', 3, '/a', [1]],
    ['with or without', 3, '/a.json', [1, 'json']],
    ['with or without, never an empty one', 3, '/a.', null],
    ['with or without, never before it', 3, '/.json', null],
    ['with or without, never two', 3, '/a.b.json', null],
  ] as const)('takes a literal %s (%i): %s', (_, format, path, expected) => {
    expect(search([{ steps: ['a'], format, route: route('a') }], path)).toEqual(expected)
  })

  it('matches a parameter with a format, but not with two dots or before another segment', () => {
    const entries = [
      { steps: [':id'], format: 3, route: route('a') },
      { steps: [':id', 'edit'], format: 3, route: route('b') },
    ]
    expect(search(entries, '/7.json')).toEqual([1, '7', 'json'])
    expect(search(entries, '/7.tar.gz')).toBeNull()
    expect(search(entries, '/7.json/edit')).toBeNull()
    expect(search(entries, '/7/edit.json')).toEqual([2, '7', 'json'])
  })

  it('matches the root, and nothing below it', () => {
    const entries = [{ steps: [], route: route('root') }]
    expect(search(entries, '/')).toEqual([1])
    expect(search(entries, '/a')).toBeNull()
  })

  it('does not match the root with an empty parameter', () => {
    expect(search([{ steps: [':id'], format: 3, route: route('a') }], '/')).toBeNull()
  })

  it('tries the root entries only for the root', () => {
    expect(search([{ steps: ['photos'], format: 3, route: route('photos') }], '/x/photos')).toBeNull()
  })

  it.each([
    ['/.a/edit', null],
    ['/.json', null],
    ['/.a.b', null],
    ['/.known', [3]],
    ['/.known.json', [3, 'json']],
  ] as const)('takes no param that begins with a dot, but literals: %s', (path, expected) => {
    const entries = [
      { steps: [':id'], format: 3, route: route('a') },
      { steps: [':id', 'edit'], format: 3, route: route('b') },
      { steps: ['.known'], format: 3, route: route('c') },
    ]
    expect(search(entries, path)).toEqual(expected)
  })

  it('runs the tests of an entry, and keeps the captures of the best entry', () => {
    const isDigits: RouteFunctions = { tests: [(path, captures) => /^\d+$/.test(path.slice(captures[0], captures[1]))] }
    const entries = [
      { steps: [':id', ':x'], functionsNumber: 0, route: route('digits') },
      { steps: ['a', ':b'], route: route('literal') },
      { steps: [':any', 'new'], route: route('any') },
    ]
    expect(search(entries, '/7/x', { routeFunctions: [isDigits] })).toEqual([1, '7', 'x'])
    // The param way is walked after the literal one, and must not spoil what that has found.
    expect(search(entries, '/a/new', { routeFunctions: [isDigits] })).toEqual([2, 'new'])
    expect(search(entries, '/b/new', { routeFunctions: [isDigits] })).toEqual([3, 'b'])
  })

  it('runs patterns on one segment and tails on all remaining segments', () => {
    const seen: string[] = []
    const takes =
      (text: RegExp): RunProgram =>
      (path, start, end, captures, first) => {
        seen.push(path.slice(start, end))
        captures.set([start, end], 2 * first)
        return text.test(path.slice(start, end))
      }
    const entries = [
      { steps: ['x', { program: 0, captures: 1, names: ['a'] }, 'y'], route: route('pattern') },
      { steps: ['x', { program: 3, captures: 1, names: ['b'] }], route: route('tail') },
    ]
    const list = [takes(/^a/), takes(/./)]
    expect(search(entries, '/x/ab/y', { programs: list })).toEqual([1, 'ab'])
    expect(search(entries, '/x/cd/y', { programs: list })).toEqual([2, 'cd/y'])
    expect(seen).toEqual(['ab', 'cd', 'cd/y'])
  })
})

describe('the first walk', () => {
  const matcher = (entries: readonly Entry[]) => createMatcher(openTable('GET POST', ...makeTable(entries)))

  it('has the result of the full search, in any order of requests', () => {
    const match = matcher([
      { steps: ['photos', ':id'], format: 3, route: route('photo') },
      { steps: ['photos', 'new'], format: 3, route: route('new_photo') },
      { steps: ['photos'], format: 3, route: route('photos') },
      { steps: ['photos'], verb: 2, format: 1, route: route('create') },
      { steps: [':a', ':b', ':c', ':d', ':e'], format: 1 + NEEDS_SEARCH, route: route('five') },
      { steps: [], route: route('root') },
    ])
    const asked = [
      ['GET', '/photos', 'photos', {}],
      ['POST', '/photos', 'create', {}],
      ['GET', '/photos', 'photos', {}],
      ['GET', '/photos/', 'photos', {}],
      ['GET', '/photos.json', 'photos', { format: 'json' }],
      ['POST', '/photos.json', null, {}],
      ['GET', '/photos/new', 'photo', { id: 'new' }],
      ['GET', '/photos/7', 'photo', { id: '7' }],
      ['GET', '/photos/a%20b', 'photo', { id: 'a b' }],
      ['GET', '/photos/7.json', 'photo', { id: '7', format: 'json' }],
      ['HEAD', '/photos/7', 'photo', { id: '7' }],
      ['PUT', '/photos/7', null, {}],
      ['GET', '/1/2/3/4/5', 'five', { a: '1', b: '2', c: '3', d: '4', e: '5' }],
      ['GET', '/', 'root', {}],
      ['GET', '//', 'root', {}],
      ['GET', 'photos', null, {}],
      ['GET', '/%', null, {}],
    ] as const
    for (const [method, path, name, params] of [...asked, ...asked]) {
      const answer = match(method, path)
      expect(answer?.name ?? null, `${method} ${path}`).toBe(name)
      if (answer !== null) expect({ ...answer.params }).toEqual(params)
    }
  })

  it('matches HEAD with a HEAD route, otherwise as GET, even if HEAD is the most frequent verb', () => {
    const entries: readonly Entry[] = [
      { steps: ['a'], verb: 0, route: route('any') },
      { steps: ['b'], verb: 1, route: route('head') },
      { steps: ['b'], verb: 0, route: route('any_b') },
    ]
    const match = createMatcher(openTable('HEAD', ...makeTable(entries)))
    expect(match('HEAD', '/a')?.name).toBe('any')
    expect(match('HEAD', '/b')?.name).toBe('head')
    expect(match('GET', '/b')?.name).toBe('any_b')
    expect(match('POST', '/a')?.name).toBe('any')
    expect(match('HEAD', '/c')).toBeNull()
  })

  it('matches a parameter declared before a literal, and a literal declared before a parameter', () => {
    const param = { steps: ['a', ':b'], route: route('param') }
    const literal = { steps: ['a', 'b'], route: route('literal') }
    expect(matcher([param, literal])('GET', '/a/b')!.name).toBe('param')
    expect(matcher([literal, param])('GET', '/a/b')!.name).toBe('literal')
  })
})
