import { analyse } from './catalog/analyse.ts'
import { declarations } from './catalog/declarations.ts'
import { evaluate } from './catalog/evaluate.ts'
import { files } from './catalog/files.ts'
import { freeze } from './catalog/freeze.ts'
import { paths } from './catalog/paths.ts'
import { project } from './catalog/project.ts'
import { rails } from './catalog/rails.ts'

export type { CatalogEntry, Severity } from './catalog/entry.ts'

/**
 * Every diagnostic, by its code. A code is permanent: it may be retired, but never given another meaning.
 *
 * `why` says what makes it wrong, `fix` what to do about it. Both are about the mistake in general; `message` speaks of
 * the one call at hand. Examples stand in `test/diagnostics/examples.ts`; from both the pages of `docs/diagnostics/` are
 * written, one for each code.
 */
export const catalog = {
  ...analyse,
  ...declarations,
  ...evaluate,
  ...files,
  ...freeze,
  ...paths,
  ...project,
  ...rails,
}

export type DiagnosticCode = keyof typeof catalog

/** What the message of a code is made from; null where it says the same of every call. */
export type MessageArgs<Code extends DiagnosticCode> = (typeof catalog)[Code] extends {
  readonly message: (...args: infer Args) => string
}
  ? Args extends [infer Arg]
    ? Arg
    : null
  : never

/** The message of a diagnostic. */
export function messageOf<Code extends DiagnosticCode>(code: Code, args: MessageArgs<Code>): string {
  const { message } = catalog[code] as { readonly message: (args: MessageArgs<Code>) => string }
  return message(args)
}
