import { analyse } from './catalog/analyse.ts'
import { declarations } from './catalog/declarations.ts'
import { evaluate } from './catalog/evaluate.ts'
import { files } from './catalog/files.ts'
import { freeze } from './catalog/freeze.ts'
import { links } from './catalog/links.ts'
import { paths } from './catalog/paths.ts'
import { project } from './catalog/project.ts'
import { rails } from './catalog/rails.ts'

export type { CatalogEntry, Severity } from './catalog/entry.ts'

/**
 * Every diagnostic, by its code. A code is permanent: it may be retired, but it never gets another meaning.
 *
 * `why` explains the mistake, `fix` how to correct it. Both describe the mistake in general; `message` describes the
 * specific call. `test/diagnostics/examples.ts` contains the examples. The pages of `docs/diagnostics/`, one for each
 * code, are generated from both files.
 */
export const catalog = {
  ...analyse,
  ...declarations,
  ...evaluate,
  ...files,
  ...freeze,
  ...links,
  ...paths,
  ...project,
  ...rails,
}

export type DiagnosticCode = keyof typeof catalog

/** The arguments of a code's message; null if the message is always the same. */
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
