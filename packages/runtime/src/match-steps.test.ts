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
  it('are overridden by parameters of the path', () => {
    const given = answer({ id: '7' })
    const found = defaultsStep({ id: '1', format: 'json' })(given, captures, undefined, '')
    expect(found).toStrictEqual({ ...given, params: { id: '7', format: 'json' } })
  })

  it('have no prototype if one of them, or a parameter of the path, is named like an inherited property', () => {
    const prototype = (values: object, params: object) =>
      Object.getPrototypeOf(defaultsStep(values as never)(answer(params), captures, undefined, '').params)
    expect(prototype({ a: 1 }, {})).toBe(Object.prototype)
    expect(prototype({ a: 1, valueOf: 2 }, {})).toBeNull()
    expect(prototype({ a: 1 }, Object.create(null))).toBeNull()
  })
})

it('an endpoint replaces the controller and the action', () => {
  const app = () => {}
  const found = endpointStep(app)(answer({ id: '7' }), captures, undefined, '')
  expect(found).toStrictEqual({ name: 'app', endpoint: app, params: { id: '7' }, path: '/app/x/abc' })
})

describe('the rest of a path', () => {
  const given = answer({})

  it('begins at its capture, with a slash', () => {
    expect(restStep(0)(given, captures, undefined, '')).toStrictEqual({ ...given, rest: '/x/abc' })
    expect(restStep(1)(given, captures, undefined, '')).toStrictEqual({ ...given, rest: '/abc' })
  })

  it('is a slash if nothing remains', () => {
    expect(restStep(0)(answer({}, '/app'), captures, undefined, '').rest).toBe('/')
    expect(restStep(0)(answer({}, '/appx/'), captures, undefined, '').rest).toBe('/x/')
  })
})

it('a route with conditions that the table lacks is marked as conditional, and keeps its other properties', () => {
  const given = answer({ id: '7' })
  expect(conditionalStep()(given, captures, undefined, '')).toStrictEqual({ ...given, conditional: true })
})
