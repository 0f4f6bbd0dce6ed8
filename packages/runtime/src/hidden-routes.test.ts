import { expect, it } from 'vitest'
import { allowedMethodsWithoutHidden, matchAllWithoutHidden, hiddenStep, matchWithoutHidden } from './hidden-routes.ts'
import type { AllowedMethods, Match, MatchAll, RouteMatch } from './route-match.ts'

const answer = (name: string): RouteMatch => ({ name, controller: 'c', action: 'a', params: {}, path: '/' })
const [one, two] = [answer('one'), answer('two')]
const left = hiddenStep(one, new Int32Array(0), undefined, '/')
/** Returns the match of a table for each path. */
const table: Readonly<Record<string, RouteMatch>> = { '/one': one, '/left': left }
const match = matchWithoutHidden(((_method: string, path: string) => table[path] ?? null) as Match)

it('the match of an excluded route contains no data', () => {
  expect(left).toStrictEqual({ name: null, params: {}, path: '' })
})

it('`match` returns null if an excluded route would match', () => {
  expect(match('GET', '/one')).toBe(one)
  expect(match('GET', '/left')).toBeNull()
  expect(match('GET', '/none')).toBeNull()
})

it('`matchAll` ends at the first excluded route', () => {
  const request = { host: 'h.test' }
  const seen: unknown[] = []
  const matchAll = matchAllWithoutHidden(function* (...args: readonly unknown[]) {
    seen.push(...args)
    yield one
    yield left
    yield two
  } as MatchAll)
  expect([...matchAll('GET', '/one', request)]).toEqual([one])
  expect(seen).toEqual(['GET', '/one', request])
})

it('`allowedMethods` lists the verbs for which `match` finds a visible route', () => {
  const request = { host: 'h.test' }
  const verbs = allowedMethodsWithoutHidden(
    ((path: string, given: unknown) =>
      path === '/x' && given === request ? ['GET', 'POST', 'PUT'] : []) as AllowedMethods,
    ((verb: string, path: string, given: unknown) =>
      path === '/x' && given === request && verb !== 'POST' ? one : null) as Match,
  )
  expect(verbs('/x', request)).toEqual(['GET', 'PUT'])
})

it('`allowedMethods` accepts a request', () => {
  const request = { method: 'GET', url: '/x', headers: {} }
  const asked: unknown[] = []
  const verbs = allowedMethodsWithoutHidden(
    ((...args: unknown[]) => {
      asked.push(args)
      return ['GET']
    }) as AllowedMethods,
    ((...args: unknown[]) => {
      asked.push(args)
      return one
    }) as Match,
  )
  expect(verbs(request)).toEqual(['GET'])
  expect(asked).toEqual([
    ['/x', request],
    ['GET', '/x', request],
  ])
})
