import type { Manifest } from '@turnout/compiler'
import { expect, test } from 'vitest'
import { plain } from '@turnout/compiler/internal/terminal/style'
import type { Problem } from '../problems/problem.ts'
import { describeFix } from './terminal.ts'

const problems = (...severities: string[]) => severities.map((severity) => ({ severity })) as Problem[]
const tableOf = (count: number) => ({ routes: Array.from({ length: count }) }) as unknown as Manifest

test.each([
  ['an error is fixed', ['error'], [], 33, 'Routes fixed, 33 routes.'],
  ['the last warning is fixed', ['warning', 'hint'], ['hint'], 1, 'Routes fixed, 1 route.'],
  [
    'an error is fixed, and a warning is left',
    ['error', 'warning'],
    ['warning'],
    2,
    'Routes fixed, 2 routes, 1 warning.',
  ],
  [
    'an error is fixed, and warnings are left',
    ['error'],
    ['warning', 'warning'],
    2,
    'Routes fixed, 2 routes, 2 warnings.',
  ],
  ['one of two warnings is fixed', ['warning', 'warning'], ['warning'], 2, null],
  ['nothing was wrong', ['hint'], [], 2, null],
  ['there is still an error', ['error'], ['error'], null, null],
])('%s', (_reason, before, after, count, line) => {
  const outcome = { manifest: count === null ? null : tableOf(count), problems: problems(...after) }
  expect(describeFix(problems(...before), outcome)?.(plain) ?? null).toBe(line)
})
