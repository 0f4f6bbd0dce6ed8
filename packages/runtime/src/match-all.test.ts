import { describe, expect, it } from 'vitest'
import { makeTable, type Entry } from '../test/make-table.ts'
import { createAllowedMethods } from './allowed-methods.ts'
import { endpointStep, restStep } from './match-steps.ts'
import { conditionTest } from './conditions.ts'
import { constraints, type Constraint } from './constraints.ts'
import { searchAfterRejection } from './constraints.ts'
import { routeFunctions } from './route-functions.ts'
import { createMatchAll } from './match-all.ts'
import { createMatcher } from './match.ts'
import { openTable } from './open-table.ts'
import type { RouteFunctions } from './route-match.ts'

const [GET, POST, HEAD, PURGE] = [1, 2, 3, 4]
const NEEDS_SEARCH = 4

/** Creates the matching functions for entries. Each route is named after its position. */
function answers(entries: readonly Entry[], list: readonly RouteFunctions[] = [], verbs = 'GET POST HEAD PURGE') {
  const named = entries.map((entry, index): Entry => ({ route: ['c', 'a', `r${index}`], ...entry }))
  const table = openTable(verbs, ...makeTable(named), routeFunctions(list, searchAfterRejection))
  const [match, matchAll, allowedMethods] = [createMatcher(table), createMatchAll(table), createAllowedMethods(table)]
  const names = (method: string, path: string, request = {}) =>
    Array.from(matchAll(method, path, request), ({ name }) => name)
  return { match, matchAll, allowedMethods, names }
}

const photo = (more: Partial<Entry> = {}): Entry => ({ steps: ['photos', ':id'], ...more })
const asks = (constraint: Constraint): RouteFunctions => ({ accepts: constraints(constraint) })

describe('matchAll', () => {
  it('yields all matches in the order of declaration, whatever the form of the tree', () => {
    const { matchAll } = answers([
      photo(),
      { steps: ['photos', 'new'] },
      { steps: [':a', ':b'] },
      { steps: ['photos', ':id'], verb: POST },
      { steps: ['photos', ':slug'] },
    ])
    expect([...matchAll('GET', '/photos/new')]).toEqual([
      { name: 'r0', controller: 'c', action: 'a', params: { id: 'new' }, path: '/photos/new' },
      { name: 'r1', controller: 'c', action: 'a', params: {}, path: '/photos/new' },
      { name: 'r2', controller: 'c', action: 'a', params: { a: 'photos', b: 'new' }, path: '/photos/new' },
      { name: 'r4', controller: 'c', action: 'a', params: { slug: 'new' }, path: '/photos/new' },
    ])
  })

  it('yields nothing if no route matches or the path is rejected', () => {
    const { matchAll, allowedMethods } = answers([photo()])
    for (const path of ['/', '/photos', '/photos/%', '/photos/..', 'photos/7', '', `/${'x'.repeat(70_000)}`]) {
      expect([...matchAll('GET', path)]).toEqual([])
      expect(allowedMethods(path)).toEqual([])
    }
    for (const odd of [undefined, null, 7, {}, []]) {
      expect([...matchAll(odd as never, '/photos/7')]).toEqual([])
      expect([...matchAll('GET', odd as never)]).toEqual([])
      expect(allowedMethods(odd as never)).toEqual([])
    }
    expect([...matchAll('GET', '/photos/7', null as never)]).toHaveLength(1)
    expect(allowedMethods('/photos/7', null as never)).toEqual(['GET', 'HEAD'])
  })

  it('yields a route once, by the first matching variant of its pattern', () => {
    const { names } = answers(
      [
        photo({ functionsNumber: 0, format: NEEDS_SEARCH + 1 }),
        { steps: [':all', ':b'], functionsNumber: 0, format: NEEDS_SEARCH + 1, route: undefined as never },
        photo({ route: ['c', 'a', 'last'] }),
      ],
      [asks(() => true)],
    )
    expect(names('GET', '/photos/7')).toEqual(['r0', 'last'])
  })

  it('calls constraint functions once, when the iteration reaches their route', () => {
    const asked: string[] = []
    const asking = (name: string, says: boolean) =>
      asks((params: object, _request: unknown) => {
        asked.push(`${name} ${JSON.stringify(params)}`)
        return says
      })
    const { matchAll } = answers(
      [
        photo({ functionsNumber: 0, format: NEEDS_SEARCH + 1 }),
        photo({ functionsNumber: 1, format: NEEDS_SEARCH + 1 }),
        photo(),
        photo({ functionsNumber: 2, format: NEEDS_SEARCH + 1 }),
      ],
      [asking('no', false), asking('yes', true), asking('late', true)],
    )
    const all = matchAll('GET', '/photos/7')
    expect(asked).toEqual([])
    expect(all.next().value).toMatchObject({ name: 'r1' })
    expect(asked).toEqual(['no {"id":"7"}', 'yes {"id":"7"}'])
    expect(all.next().value).toMatchObject({ name: 'r2' })
    expect(asked).toHaveLength(2)
    expect(all.next().value).toMatchObject({ name: 'r3' })
    expect(all.next()).toEqual({ value: undefined, done: true })
    expect(asked).toEqual(['no {"id":"7"}', 'yes {"id":"7"}', 'late {"id":"7"}'])
  })

  it('is not affected by calls of `match` between two results or inside constraints', () => {
    // The constraint would ask itself for ever.
    let depth = 0
    const nested = answers(
      [photo({ functionsNumber: 0, format: NEEDS_SEARCH + 1 }), { steps: ['photos', ':slug'] }],
      [asks(() => depth++ > 0 || [...nested.matchAll('GET', '/photos/of-the-constraint')].length === 2)],
    )
    expect(Array.from(nested.matchAll('GET', '/photos/7'), ({ params }) => params)).toEqual([
      { id: '7' },
      { slug: '7' },
    ])
    const plain = answers([photo(), photo({ steps: ['photos', ':slug'] })])
    const [first, second] = [plain.matchAll('GET', '/photos/1.x'), plain.matchAll('GET', '/photos/2')]
    expect([...first]).toEqual([])
    expect(second.next().value).toMatchObject({ params: { id: '2' } })
    plain.match('GET', '/photos/%33')
    expect(second.next().value).toMatchObject({ params: { slug: '2' } })
  })

  it('tests conditions, and returns the remaining path of mounts', () => {
    const app = () => {}
    const { matchAll, names } = answers(
      [
        photo({ functionsNumber: 0, format: NEEDS_SEARCH + 1 }),
        { steps: [':name', ':rest'], functionsNumber: 1, format: NEEDS_SEARCH + 1 },
      ],
      [{ tests: [conditionTest('subdomain', 'api')] }, { finish: [endpointStep(app), restStep(1)] }],
    )
    expect(names('GET', '/photos/7')).toEqual(['r1'])
    expect(names('GET', '/photos/7', { host: 'api.h.test' })).toEqual(['r0', 'r1'])
    expect([...matchAll('GET', '/photos/7')]).toEqual([
      { name: 'r1', endpoint: app, params: { name: 'photos', rest: '7' }, path: '/photos/7', rest: '/7' },
    ])
  })

  it('matches HEAD with the routes that name it, otherwise as GET', () => {
    const { names } = answers([photo(), photo({ verb: HEAD }), photo({ verb: 0 }), { steps: ['only'] }])
    expect(names('HEAD', '/photos/7')).toEqual(['r1'])
    expect(names('HEAD', '/only')).toEqual(['r3'])
    const without = answers([photo(), photo({ verb: 0 })], [], 'GET')
    expect(without.names('HEAD', '/photos/7')).toEqual(['r0'])
    expect(without.names('PURGE', '/photos/7')).toEqual(['r1'])
  })

  it('does not match verbs in lower case, as `match` does not', () => {
    const { names, match } = answers([photo(), photo({ verb: POST }), photo({ verb: HEAD })])
    const any = answers([photo(), photo({ verb: 0 })])
    for (const verb of ['get', 'Post', 'head', 'gets']) {
      expect(names(verb, '/photos/7')).toEqual([])
      expect(match(verb, '/photos/7')).toBeNull()
      expect(any.names(verb, '/photos/7')).toEqual(['r1'])
      expect(any.match(verb, '/photos/7')?.name).toBe('r1')
    }
  })
})

describe('allowedMethods', () => {
  it('lists verbs in a fixed order, and HEAD if GET is listed', () => {
    const { allowedMethods } = answers([
      { steps: ['a'], verb: PURGE },
      { steps: ['a'], verb: POST },
      { steps: ['a'], verb: GET },
      { steps: ['b'], verb: HEAD },
      { steps: ['c'], verb: POST },
    ])
    expect(allowedMethods('/a')).toEqual(['GET', 'HEAD', 'POST', 'PURGE'])
    expect(allowedMethods('/a?b=c')).toEqual(['GET', 'HEAD', 'POST', 'PURGE'])
    expect(allowedMethods('/b')).toEqual(['HEAD'])
    expect(allowedMethods('/c')).toEqual(['POST'])
    expect(allowedMethods('/d')).toEqual([])
  })

  it('lists the common verbs and those of the table for a route of any verb', () => {
    const any = [0, 1, 2].map((verb): Entry => ({ steps: ['a'], verb, route: ['c', 'a', 'any'] }))
    const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    expect(answers(any, [], 'GET TRACE').allowedMethods('/a')).toEqual([...common, 'TRACE'])
    expect(answers([any[0]!], [], '').allowedMethods('/a')).toEqual(common)
  })

  it('calls the constraint functions of each route once', () => {
    let count = 0
    const counting = asks((request: { host?: string }) => {
      count++
      return request.host === 'yes.test'
    })
    const table = [GET, POST].map((verb): Entry => ({
      steps: ['a'],
      verb,
      functionsNumber: 0,
      format: NEEDS_SEARCH + 1,
      route: undefined as never,
    }))
    const { allowedMethods } = answers([{ ...table[0]!, route: ['c', 'a', 'one'] }, table[1]!], [counting])
    expect(allowedMethods('/a', { host: 'yes.test' })).toEqual(['GET', 'HEAD', 'POST'])
    expect(count).toBe(1)
    expect(allowedMethods('/a', { host: 'no.test' })).toEqual([])
    expect(count).toBe(2)
  })
})

describe('a table without functions of routes', () => {
  const table = openTable('GET POST', ...makeTable([photo({ route: ['c', 'a', 'r0'] })]))

  it('needs no runner for functions', () => {
    expect(Array.from(createMatchAll(table)('GET', '/photos/7'), ({ name }) => name)).toEqual(['r0'])
    expect(createAllowedMethods(table)('/photos/7')).toEqual(['GET', 'HEAD'])
  })

  it('matches HEAD as GET, and no verb with a similar name', () => {
    const names = (verb: string) => Array.from(createMatchAll(table)(verb, '/photos/7'), ({ name }) => name)
    expect([names('HEAD'), names('head')]).toEqual([['r0'], []])
    expect([names('AHEAD'), names('HEADS')]).toEqual([[], []])
  })
})

describe('a route that declines', () => {
  it('yields nothing if it is the only one', () => {
    const { matchAll, match } = answers([photo({ functionsNumber: 0, format: NEEDS_SEARCH + 1 })], [asks(() => false)])
    expect([...matchAll('GET', '/photos/7')]).toEqual([])
    expect(match('GET', '/photos/7')).toBeNull()
  })

  it('is asked once although two of its variants match, and then the next route is asked', () => {
    let asked = 0
    const declines = asks(() => {
      asked++
      return false
    })
    const { match } = answers(
      [
        { steps: ['a', 'b'], functionsNumber: 0, format: NEEDS_SEARCH + 1, route: ['c', 'a', 'r0'] },
        { steps: [':x', 'b'], functionsNumber: 0, format: NEEDS_SEARCH + 1, route: undefined as never },
        { steps: ['a', ':y'], route: ['c', 'a', 'r1'] },
        { steps: [':x', ':y'], route: ['c', 'a', 'r2'] },
      ],
      [declines],
    )
    expect(match('GET', '/a/b')?.name).toBe('r1')
    expect(asked).toBe(1)
  })

  it('receives a request made from the target if the caller passed none', () => {
    const urls: unknown[] = []
    const notes = asks((request: { url: string }) => urls.push(request.url) > 0)
    const { match } = answers([{ steps: [':a'], functionsNumber: 0, format: NEEDS_SEARCH + 1 }], [notes])
    match('GET', 'HTTP://h.test/x')
    match('GET', '/http')
    match('GET', '/x', { url: '/y', headers: {}, method: 'GET' } as never)
    expect(urls).toEqual(['HTTP://h.test/x', 'http://example.org/', '/y'])
  })
})
