import { expect, test } from 'vitest'
import { entryNotFound, inReadingOrder, typesNotWritten, type Problem } from './problem.ts'

function at(file: string, line: number, column: number): Problem {
  return { ...entryNotFound([], '.'), message: `${file}:${line}:${column}`, location: { file, line, column } }
}

test('problems are told in the order in which their files are read', () => {
  const problems = [
    at('config/routes/api.ts', 1, 1),
    at('config/routes.ts', 10, 3),
    at('config/routes.ts', 9, 5),
    entryNotFound(['routes.ts'], '.'),
    at('config/routes.ts', 9, 3),
  ]
  expect(inReadingOrder(problems).map(({ message }) => message)).toEqual([
    'There is no route file.',
    'config/routes.ts:9:3',
    'config/routes.ts:9:5',
    'config/routes.ts:10:3',
    'config/routes/api.ts:1:1',
  ])
})

test.each([
  [undefined, ['warning']],
  ['error', ['error']],
  ['off', []],
  ['no severity', ['warning']],
])('the severity of declarations that are not written, with %j', (severity, expected) => {
  const severities = { 'types-not-written': severity as 'error' }
  const problems = typesNotWritten('routes.d.ts', new Error('EROFS'), severities)
  expect(problems.map((problem) => problem.severity)).toEqual(expected)
})
