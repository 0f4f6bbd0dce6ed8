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
