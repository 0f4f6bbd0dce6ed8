import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'

/** An error in the second line of a route file. */
export const sampleProblem: Diagnostic = {
  code: 'missing-via',
  severity: 'error',
  message: 'The route says no verb.',
  why: 'Because.',
  fix: 'Add one.',
  location: { file: 'config/routes.ts', line: 2, column: 3 },
  related: [],
}
