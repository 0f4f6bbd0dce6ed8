import { catalog, type Diagnostic } from '@turnout/compiler'

/** One thing that is wrong: a diagnostic of the compiler, or a route file that could not be loaded at all. */
export interface Problem extends Diagnostic {
  /** The lines of the stack, in sources, where the user's code threw. */
  readonly stack?: readonly string[]
}

/** No entry route file. */
export function entryNotFound(searched: readonly string[]): Problem {
  return {
    code: 'entry-not-found',
    ...catalog['entry-not-found'],
    message: 'There is no route file.',
    why: `Looked for ${searched.map((file) => `\`${file}\``).join(', ')}.`,
    location: null,
    related: [],
  }
}

/**
 * Problems in the order of the route files and their lines, whichever phase found them. What has no place comes first;
 * a file stands before those that it draws (`config/routes.ts`, `config/routes/api.ts`).
 */
export function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ location: a }, { location: b }) => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null)
    if (a.file !== b.file) return a.file < b.file ? -1 : 1
    return a.line - b.line || a.column - b.column
  })
}
