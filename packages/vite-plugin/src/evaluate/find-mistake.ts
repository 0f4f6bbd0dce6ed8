// Finds the position of a syntax error, which the error of a failed import lacks.
import * as vite from 'vite'

/** A syntax error from a parser. */
interface Mistake {
  readonly reason: string
  readonly offset: number
}

/**
 * Returns the first syntax error of a source, if the parser reports a location.
 *
 * @param parsers the parsers of Vite. Vite 7 lacks `parseSync`; its own parser reads JavaScript only, and throws.
 */
export function findMistake(
  file: string,
  source: string,
  { parseSync }: Partial<Pick<typeof vite, 'parseSync'>> = vite,
): Mistake | null {
  if (parseSync !== undefined) {
    const [mistake] = parseSync(file, source).errors
    const [label] = mistake?.labels ?? []
    return mistake === undefined || label === undefined ? null : { reason: mistake.message, offset: label.start }
  }
  if (!/\.[cm]?js$/.test(file)) return null
  try {
    vite.parseAst(source)
    return null
  } catch (error) {
    const { pos, message } = error as { readonly pos?: number; readonly message: string }
    return pos === undefined ? null : { reason: message, offset: pos }
  }
}
