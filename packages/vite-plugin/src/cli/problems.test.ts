import { expect, test, vi } from 'vitest'
import { plain } from '@turnout/compiler/internal/terminal/style'
import { CHECK } from '../problems/digest.ts'
import type { Problem } from '../problems/problem.ts'
import { showProblems } from './problems.ts'

test('a file of many problems is read and split once, so that reports of large tables take no longer than small ones', () => {
  const line = `{"name":"photo","verbs":["GET"],"path":"/${'photos/'.repeat(80)}"}`
  const source = `${line},\n`.repeat(8000)
  expect(source.length).toBeGreaterThan(4_500_000)
  const problems = Array.from({ length: 5000 }, (_, index): Problem => ({
    code: 'unknown-in-rails',
    severity: 'hint',
    message: `route ${index}`,
    why: '',
    fix: '',
    location: { file: 'config/routes.json', line: index + 1, column: 2 },
    related: [],
  }))
  let reads = 0
  const readSource = () => {
    reads += 1
    return source
  }
  const split = vi.spyOn(String.prototype, 'matchAll')
  const texts = showProblems(problems, { readSource, pageOf: String }, plain, { limits: CHECK })
  expect(reads).toBe(1)
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.at(-1)).toContain('And more')
  expect(split.mock.contexts.filter((text) => String(text) === source)).toHaveLength(1)
  split.mockRestore()
})
