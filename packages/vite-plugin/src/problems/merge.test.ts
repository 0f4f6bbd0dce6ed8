import { expect, test } from 'vitest'
import { mergeProblems } from './merge.ts'
import type { Problem } from './problem.ts'

const problem = (code: string, severity: string, line: number | null, message = code): Problem =>
  ({
    code,
    severity,
    message,
    why: 'Why.',
    fix: '',
    related: [],
    location: line === null ? null : { file: 'config/routes.ts', line, column: 5 },
  }) as unknown as Problem

test('names the missing actions of a call in the report of its misspelt option', () => {
  const problems = [
    problem('unknown-option', 'warning', 4),
    problem('unknown-action', 'warning', 4, '`new` is missing.'),
    problem('unknown-action', 'warning', 9, 'another call'),
  ]
  expect(mergeProblems(problems)).toEqual([
    {
      ...problems[0],
      why: 'Why. The routes of this call also cause `unknown-action`:\n`new` is missing.',
      occurrences: [{ message: '`new` is missing.', location: problems[1]!.location }],
    },
    problems[2],
  ])
})

test('keeps an error next to a warning, and problems without a location', () => {
  const problems = [
    problem('unknown-option', 'warning', 4),
    problem('unknown-action', 'error', 4),
    problem('unknown-option', 'warning', null),
    problem('unknown-action', 'warning', null, 'elsewhere'),
  ]
  expect(mergeProblems(problems)).toEqual(problems)
})
