import { expect, it } from 'vitest'
import { traceOf } from './describe.ts'

const withStack = (stack: unknown) => Object.defineProperty(new Error(), 'stack', { value: stack })

it('keeps the function, file and position of each frame, and no folder of the machine', () => {
  const stack = [
    'TypeError: at /home/me/secret:1:2 it went wrong',
    '    at analyse (file:///home/me/app/node_modules/.pnpm/a/node_modules/@turnout/compiler/dist/index.js:10:5)',
    '    at C:\\Users\\me\\app\\config\\routes.ts:3:4',
    '    at async Promise.all (index 0)',
    '    at \u001B[31mred (/home/me/app/vite.config.ts?t=1:5:6)',
  ].join('\n')
  expect(traceOf(withStack(stack))).toEqual([
    'at analyse (@turnout/compiler/dist/index.js:10:5)',
    'at routes.ts:3:4',
    'at [31mred (vite.config.ts:5:6)',
  ])
})

it.each([
  ['no error', 'text'],
  ['null', null],
  ['a stack that is not a text', withStack(1)],
  [
    'a stack that throws',
    Object.defineProperty(new Error(), 'stack', {
      get() {
        throw new Error('never read')
      },
    }),
  ],
])('is empty for %s', (_, error) => {
  expect(traceOf(error)).toEqual([])
})

it('is limited to a few frames', () => {
  expect(traceOf(withStack('    at f (a.js:1:2)\n'.repeat(50)))).toHaveLength(12)
})
