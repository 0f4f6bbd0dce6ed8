// What the compiler says of hostile or broken input is bounded.
import { expect, test } from 'vitest'
import { Diagnostics } from '../../src/diagnostics/collector.ts'

test('of very many problems the first are kept, and the others counted', () => {
  const diagnostics = new Diagnostics()
  const place = () => ({ file: 'config/routes.ts', line: 1, column: 1 })
  for (let count = 0; count < 10_250; count += 1) {
    diagnostics.report('unknown-in-rails', { what: `field ${count}`, path: '/', entry: 'routes[0]' }, place)
  }
  expect(diagnostics.hasErrors).toBe(false)
  diagnostics.report('missing-via', null, place)
  expect(diagnostics.hasErrors).toBe(true)
  expect(diagnostics.all).toHaveLength(10_002)
  expect(diagnostics.all.at(-1)).toMatchObject({
    code: 'too-many-problems',
    severity: 'hint',
    message: 'There are more problems, which are not listed: 250 hints.',
  })
})
