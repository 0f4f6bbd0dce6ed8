import type { Finding } from '../../diagnostics/collector.ts'
import { escapePath } from '../../pattern/join.ts'
import { literalMarks } from '../../pattern/parse.ts'

/** What Rails takes in a path, but hardly as it was meant: marks that name nothing, alternatives, doubled slashes. */
export function* checkWrittenPath(path: unknown): Generator<Finding> {
  if (typeof path !== 'string' || !/[:*|]|\/\//.test(path)) return
  const shown = path.length > 80 ? `${path.slice(0, 79)}…` : path
  for (const mark of literalMarks(escapePath(path))) {
    yield ['unusual-path', { path: shown, holds: mark }]
  }
  if (path.includes('|')) yield ['unusual-path', { path: shown, holds: '|' }]
  if (path.includes('//')) yield ['unusual-path', { path: shown, holds: '//' }]
}

/**
 * What Rails takes as an endpoint, but hardly as it was meant.
 *
 * @param to as it was written
 * @param action as it was found
 */
export function* checkWrittenTarget(to: unknown, action: string | null): Generator<Finding> {
  if (typeof to === 'string' && to.split('#').length > 2) {
    const counts = to.split('#', 2).join('#')
    yield ['unusual-target', { to, counts }]
  }
  if (action !== null && /[?!]/.test(action)) {
    yield ['unusual-target', { action }]
  }
}
