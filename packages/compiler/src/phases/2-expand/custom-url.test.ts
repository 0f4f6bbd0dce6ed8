import { expect, it } from 'vitest'
import { directTarget, resolveTarget } from './custom-url.ts'

it('options of a mapping are those of the call, and those of its target, which count more', () => {
  const options = { a: 1, b: 1 }
  const target = { route: 'home', options: { a: 1, b: 2, c: 2 } }
  expect(directTarget(['start', ['home', { b: 2, c: 2 }]], options, null).target).toEqual(target)
  expect(resolveTarget(['User', 'Admin', ['home', { b: 2, c: 2 }]], options, null)).toEqual([
    { model: 'User', target, site: null },
    { model: 'Admin', target, site: null },
  ])
})

it('a function is called at build time if it takes no parameters', () => {
  const direct = (callable: object) => directTarget(['start', callable], {}, null).target
  const none = () => '/'
  const one = (model: unknown) => String(model)
  expect(direct(none)).toMatchObject({ callable: none, atBuild: expect.any(Function) })
  expect(direct(one)).toEqual({ callable: one, atBuild: null })
})

it('a `direct` with more than a name and a target is refused', () => {
  expect(() => directTarget(['start', '/a', '/b'], {}, null)).toThrow()
})
