import { describe, expect, it } from 'vitest'
import { conditionalStep, defaultsStep, endpointStep, restStep } from './match-steps.ts'
import type { RouteMatch } from './route-match.ts'

const captures = new Int32Array([4, 5, 6, 9])
const answer = (params: object, path = '/app/x/abc'): RouteMatch => ({
  name: 'app',
  controller: 'c',
  action: 'a',
  params: params as RouteMatch['params'],
  path,
})

describe('default parameters', () => {
  it('stand behind those of the path', () => {
    const given = answer({ id: '7' })
    const found = defaultsStep({ id: '1', format: 'json' })(given, captures, undefined, '')
    expect(found).toStrictEqual({ ...given, params: { id: '7', format: 'json' } })
  })

  it('have no prototype where one of them, or of the path, has the name of what is inherited', () => {
    const prototype = (values: object, params: object) =>
      Object.getPrototypeOf(defaultsStep(values as never)(answer(params), captures, undefined, '').params)
    expect(prototype({ a: 1 }, {})).toBe(Object.prototype)
    expect(prototype({ a: 1, valueOf: 2 }, {})).toBeNull()
    expect(prototype({ a: 1 }, Object.create(null))).toBeNull()
  })
})

it('an endpoint stands in place of controller and action', () => {
  const app = () => {}
  const found = endpointStep(app)(answer({ id: '7' }), captures, undefined, '')
  expect(found).toStrictEqual({ name: 'app', endpoint: app, params: { id: '7' }, path: '/app/x/abc' })
})

describe('the rest of a path', () => {
  const given = answer({})

  it('begins where its capture does, with a slash', () => {
    expect(restStep(0)(given, captures, undefined, '')).toStrictEqual({ ...given, rest: '/x/abc' })
    expect(restStep(1)(given, captures, undefined, '')).toStrictEqual({ ...given, rest: '/abc' })
  })

  it('is a slash where nothing is left', () => {
    expect(restStep(0)(answer({}, '/app'), captures, undefined, '').rest).toBe('/')
    expect(restStep(0)(answer({}, '/appx/'), captures, undefined, '').rest).toBe('/x/')
  })
})

it('a route that hangs on what is not known here says so, and nothing else changes', () => {
  const given = answer({ id: '7' })
  expect(conditionalStep()(given, captures, undefined, '')).toStrictEqual({ ...given, conditional: true })
})
