import type { DiagnosticCode } from '../../diagnostics/catalog.ts'
import { escapePath } from '../../pattern/join.ts'
import { literalMarks } from '../../pattern/parse.ts'

type Remark = readonly [DiagnosticCode, string]

/** What Rails takes in a path, but hardly as it was meant: marks that name nothing, alternatives, doubled slashes. */
export function* pathRemarks(path: unknown): Generator<Remark> {
  if (typeof path !== 'string' || !/[:*|]|\/\//.test(path)) return
  const shown = `\`${path.length > 80 ? `${path.slice(0, 79)}…` : path}\``
  for (const mark of literalMarks(escapePath(path))) {
    const what = mark === ':' ? 'no parameter' : 'no glob'
    yield ['unusual-path', `The \`${mark}\` in ${shown} names ${what}, so it stands for itself.`]
  }
  if (path.includes('|'))
    yield ['unusual-path', `The \`|\` in ${shown} is no alternative: it stands for itself, as \`%7C\`.`]
  if (path.includes('//')) yield ['unusual-path', `Of the slashes next to each other in ${shown} one counts.`]
}

/**
 * What Rails takes as an endpoint, but hardly as it was meant.
 *
 * @param to as it was written
 * @param action as it was found
 */
export function* targetRemarks(to: unknown, action: string | null): Generator<Remark> {
  if (typeof to === 'string' && to.split('#').length > 2) {
    const counts = to.split('#', 2).join('#')
    yield ['unusual-target', `Of \`${to}\` only \`${counts}\` counts; what stands behind the second \`#\` does not.`]
  }
  if (action !== null && /[?!]$/.test(action)) {
    yield ['unusual-target', `The action \`${action}\` cannot be the name of a function in JavaScript.`]
  }
}
