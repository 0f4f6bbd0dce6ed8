import { expect, it, vi } from 'vitest'
import { compileRoutes, formatDiagnostic } from '../../src/index.ts'

vi.mock('../../src/phases/4-analyse/report-late-root.ts', () => ({
  reportLateRoot: () => {
    throw new TypeError('no such segment')
  },
}))

it('reports a check that throws as `analysis-failed`, makes the other checks, and keeps the table', () => {
  const { manifest, diagnostics } = compileRoutes((r) => {
    r.get('photos/:id', { to: 'photos#show' })
    r.get('photos/new', { to: 'photos#new' })
  })
  expect(manifest?.routes).toHaveLength(2)
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ['analysis-failed', 'warning'],
    ['unreachable-route', 'warning'],
  ])
  expect(diagnostics[0]!.message).toBe('The check for the place of the root failed: TypeError: no such segment.')
  // What a report of the mistake needs; in text it stands at the end.
  expect(diagnostics[0]!.trace![0]).toMatch(/^at .*\(?analysis-failed\.test\.ts:\d+:\d+\)?$/)
  expect(diagnostics[0]!.trace).toContainEqual(expect.stringMatching(/^at .*\(?analyse\.ts:\d+:\d+\)?$/))
  expect(formatDiagnostic(diagnostics[0]!)).toContain(`  trace:\n    ${diagnostics[0]!.trace!.join('\n    ')}`)
})
