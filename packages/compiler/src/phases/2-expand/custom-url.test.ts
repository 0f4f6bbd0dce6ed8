import { expect, it } from 'vitest'
import { directTarget, resolveTarget } from './custom-url.ts'

it('the options of the target override those of the call', () => {
  const options = { a: 1, b: 1 }
  const target = { route: 'home', options: { a: 1, b: 2, c: 2 } }
  expect(directTarget(['start', ['home', { b: 2, c: 2 }]], options, null).target).toEqual(target)
  expect(resolveTarget(['User', 'Admin', ['home', { b: 2, c: 2 }]], options, null)).toEqual([
    { model: 'User', target, site: null },
    { model: 'Admin', target, site: null },
  ])
})

it('a function without parameters is called at build time', () => {
  const direct = (callable: object) => directTarget(['start', callable], {}, null).target
  const none = () => '/'
  const one = (model: unknown) => String(model)
  expect(direct(none)).toMatchObject({ callable: none, atBuild: expect.any(Function) })
  expect(direct(one)).toEqual({ callable: one, atBuild: null })
})

it('a `direct` with more arguments than a name and a target is refused', () => {
  expect(() => directTarget(['start', '/a', '/b'], {}, null)).toThrow()
})
