import { describe, expect, test } from 'vitest'
import { sampleProblem } from '../../test/sample-problem.ts'
import type { Problem } from './problem.ts'
import { logProblems, reportedError, type ReportedProject } from './report.ts'

const source = "import { x } from './x'\n\nexport default defineRoutes((r) => {\n  r.match('x')\n})\n"
const read = (file: string) => (file === 'config/routes.ts' ? source : null)
const project: ReportedProject = {
  root: '/app',
  readSource: read,
  readAllowedSource: read,
  pageOf: (code) => `docs/diagnostics/${code}.md`,
}
const problem: Problem = { ...sampleProblem, location: { file: 'config/routes.ts', line: 4, column: 5 } }

describe('reportedError', () => {
  test('points at the first problem, in the form that Vite shows', () => {
    const error = reportedError([problem], project, 'terminal')
    expect(error.message).toBe(
      'The route says no verb. [missing-via]\n\n  why: Because.\n  fix: Add one.\n' +
        '  see: docs/diagnostics/missing-via.md',
    )
    expect(error).toMatchObject({
      plugin: 'turnout',
      code: 'missing-via',
      id: '/app/config/routes.ts',
      loc: { file: '/app/config/routes.ts', line: 4, column: 5 },
    })
    expect(error.frame).toContain("> 4 |   r.match('x')\n    |     ^")
    expect(error.stack).toMatch(/\n {4}at \/app\/config\/routes\.ts:4:5$/)
  })

  test('holds the others in full or in short', () => {
    const other: Problem = {
      ...problem,
      code: 'unknown-verb',
      message: 'Wrong.',
      location: { ...problem.location!, line: 1, column: 1 },
    }
    const full = reportedError([problem, other], project, 'terminal')
    expect(full.message).toMatch(/^The route files have 2 errors\.\n\nerror\[missing-via\] The route says no verb\.\n/)
    expect(full.message).toContain(
      "error[unknown-verb] Wrong.\n  at config/routes.ts:1:1\n\n> 1 | import { x } from './x'",
    )
    expect(full).not.toHaveProperty('frame')
    expect(full).toMatchObject({ loc: { line: 4, column: 5 } })
    const short = reportedError([problem, other], project, 'overlay')
    expect(short.message).toMatch(/^The route says no verb\./)
    expect(short.message).toMatch(/1 more error:\nconfig\/routes\.ts:1:1 Wrong\. \[unknown-verb\]$/)
    // The overlay trims it.
    expect(short.frame).toMatch(/^2 \|\n3 \| export/)
    expect(short.frame).toContain("4 |   r.match('x')\n  |     ^^^^^\n")
  })

  test('does without a place', () => {
    const error = reportedError([{ ...problem, location: null }], project, 'terminal')
    expect(error).not.toHaveProperty('loc')
    expect(error.stack).not.toMatch(/^\s+at/m)
  })

  test('has the frames of the code that threw', () => {
    const error = reportedError(
      [{ ...problem, stack: ['at boom (src/x.ts:1:2)', 'at src/y.ts:3:4'] }],
      project,
      'terminal',
    )
    expect(error.stack).toMatch(/\n {4}at boom \(\/app\/src\/x\.ts:1:2\)\n {4}at \/app\/src\/y\.ts:3:4$/)
  })
})

test('logProblems prints what is worst last, and of very many of a kind says how many there are', () => {
  const lines: string[] = []
  const log = (text: string) => void lines.push(text.split('\n')[0]!)
  const many = Array.from({ length: 8 }, (_, number) => ({
    ...problem,
    severity: 'warning' as const,
    message: `${number}`,
  }))
  logProblems({ error: log, warn: log, info: log }, [problem, ...many, { ...problem, severity: 'hint' }], project)
  expect(lines).toEqual([
    'hint[missing-via] The route says no verb.',
    ...['0', '1', '2', '3', '4'].map((number) => `warning[missing-via] ${number}`),
    'And more warnings: 3 missing-via; `turnout check` lists more.',
    'error[missing-via] The route says no verb.',
  ])
})
