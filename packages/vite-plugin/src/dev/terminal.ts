// Lines that a dev server prints in the style of the terminal.
import { styleOf, type Style } from '@turnout/compiler/internal/terminal/style'
import { logTo, type Log } from '../problems/log.ts'
import type { Problem } from '../problems/problem.ts'
import type { Outcome } from '../project/outcome.ts'

/** Logs a line in the colours of the terminal. */
export function logStyled(logger: Log, describe: (style: Style) => string): void {
  logTo(logger, 'info', describe(styleOf(process.stdout, process.env)), { timestamp: true })
}

/**
 * Returns a line for the terminal after an edit that fixed the routes: it removed all errors, or the last warning. Returns null
 * after other edits.
 *
 * @param before the problems of the previous compilation
 * @returns a function of the style, because the terminal decides on colours
 */
export function describeFix(
  before: readonly Problem[],
  { manifest, problems }: Pick<Outcome, 'manifest' | 'problems'>,
): ((style: Style) => string) | null {
  if (manifest === null) return null
  const wereErrors = countOf(before, 'error') > 0
  const warnings = countOf(problems, 'warning')
  const isFixed = wereErrors || (countOf(before, 'warning') > 0 && warnings === 0)
  if (!isFixed) return null
  const routes = `${manifest.routes.length} route${manifest.routes.length === 1 ? '' : 's'}`
  const rest = warnings === 0 ? '' : `, ${warnings} warning${warnings === 1 ? '' : 's'}`
  return (style) => `${style('green', 'Routes fixed')}, ${routes}${rest}.`
}

function countOf(problems: readonly Problem[], severity: Problem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length
}
