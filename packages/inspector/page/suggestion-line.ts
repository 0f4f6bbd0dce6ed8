import type { Suggestion } from '@turnout/compiler/internal/manifest/explain/suggest'
import { addressOf } from './address.ts'
import { h } from './dom.ts'

/**
 * Returns links to similar requests that routes match; null if there are none.
 *
 * @param base the prefix of all route paths, which the suggestions do not contain
 */
export function suggestionLine(suggestions: readonly Suggestion[], base: string): HTMLElement | null {
  if (suggestions.length === 0) return null
  const links = suggestions.flatMap(({ method, path }, index) => [
    index === 0 ? ' ' : ', ',
    h('a.mono', { href: addressOf('who', { verb: method, path: `${base}${path}` }) }, `${method} ${base}${path}`),
  ])
  return h('p.suggestion', {}, 'Did you mean', ...links, '?')
}
