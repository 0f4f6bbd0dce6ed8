import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { action } from '../../dsl.ts'
import { checkWrittenPath } from './check-writing.ts'

describe('a path whose marks name nothing', () => {
  it('is told, even if it is nothing but one mark', () => {
    expect([...checkWrittenPath(':')]).toEqual([['unusual-path', { path: ':', holds: ':' }]])
    expect([...checkWrittenPath('*')]).toEqual([['unusual-path', { path: '*', holds: '*' }]])
    expect([...checkWrittenPath('|')]).toEqual([['unusual-path', { path: '|', holds: '|' }]])
  })

  it('is shown up to 80 characters', () => {
    const path = `|${'x'.repeat(79)}`
    expect([...checkWrittenPath(path)]).toEqual([['unusual-path', { path, holds: '|' }]])
    const shown = `|${'x'.repeat(78)}…`
    expect([...checkWrittenPath(`${path}x`)]).toEqual([['unusual-path', { path: shown, holds: '|' }]])
  })

  it('may be a symbol, which names a resource', () => {
    expect(outcome((r) => r.resources('photos', { path: action('fotos'), only: 'index' }))).toEqual([
      'photos GET /fotos(.:format) photos#index',
    ])
  })
})
