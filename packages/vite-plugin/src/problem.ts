import type { Diagnostic } from '@turnout/compiler'

/**
 * One thing that is wrong: a diagnostic of the compiler, or a route file that could not be loaded at all.
 * Codes of the second kind are the plugin's own: `entry-not-found`, `module-not-loaded`, `module-threw`,
 * `module-never-ends`.
 */
export type Problem = Omit<Diagnostic, 'code'> & {
  readonly code: string
  /** The lines of the stack, in sources, where the user's code threw. */
  readonly stack?: readonly string[]
}

/** No entry route file. */
export function entryNotFound(searched: readonly string[]): Problem {
  return {
    code: 'entry-not-found',
    severity: 'error',
    message: 'There is no route file.',
    why: `Looked for ${searched.map((file) => `\`${file}\``).join(', ')}.`,
    fix: 'Create `config/routes.ts` with `export default defineRoutes((r) => { … })`, or set the option `routes`.',
    location: null,
    related: [],
  }
}
