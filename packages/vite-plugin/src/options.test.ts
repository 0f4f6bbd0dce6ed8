import { expect, test } from 'vitest'
import { resolveOptions, type TurnoutOptions } from './options.ts'

test('options that are left out have their defaults', () => {
  expect(resolveOptions({ helpers: 'snake_case', drawPaths: 'a' })).toEqual({
    routes: null,
    drawPaths: ['a'],
    controllers: null,
    types: 'virtual-routes.d.ts',
    printRoutes: false,
    compile: { helpers: 'snake_case' },
  })
})

test.each([
  ['contorllers', '`turnout()` has no option `contorllers`. Did you mean `controllers`?'],
  ['drawPath', '`turnout()` has no option `drawPath`. Did you mean `drawPaths`?'],
  ['__proto__', '`turnout()` has no option `__proto__`.'],
  ['somethingElse', '`turnout()` has no option `somethingElse`.'],
])('%s is none', (name, message) => {
  expect(() => resolveOptions(JSON.parse(`{ "${name}": 1 }`) as TurnoutOptions)).toThrow(new TypeError(message))
})
