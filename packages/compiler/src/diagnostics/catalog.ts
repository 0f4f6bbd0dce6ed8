import { adapters } from './catalog/adapters.ts'
import { analyse } from './catalog/analyse.ts'
import { declarations } from './catalog/declarations.ts'
import type { CatalogEntry } from './catalog/entry.ts'
import { evaluate } from './catalog/evaluate.ts'
import { files } from './catalog/files.ts'
import { freeze } from './catalog/freeze.ts'
import { links } from './catalog/links.ts'
import { paths } from './catalog/paths.ts'
import { project } from './catalog/project.ts'
import { rails } from './catalog/rails.ts'
import { describeError } from './describe.ts'
import { didYouMean } from './nearest.ts'

export type { CatalogEntry, Severity } from './catalog/entry.ts'

/**
 * Every diagnostic, by its code. A code is permanent: it may be retired, but it never gets another meaning.
 *
 * `why` explains the mistake, `fix` how to correct it. Both describe the mistake in general; `message` describes the
 * specific call. `test/diagnostics/examples.ts` contains the examples. The pages of `docs/diagnostics/`, one for each
 * code, are generated from both files.
 */
export const catalog = {
  ...adapters,
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
export type MessageArgs<Code extends DiagnosticCode> = ArgsOf<(typeof catalog)[Code]['message']>

type ArgsOf<Message> = Message extends (...args: infer Args) => string
  ? Args[0]
  : Message extends string
    ? ArgsOfText<PlaceholderIn<Message>>
    : never

type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | PlaceholderIn<Rest>
  : never

type ArgsOfText<Placeholder extends string> = [Placeholder] extends [never]
  ? null
  : { readonly [Key in Placeholder as Key extends `?${infer Name}` ? Name : Key]: ValueOf<Key> }

/** The value of `{?suggestion}` may be null, and `{error}` is a thrown value. */
type ValueOf<Placeholder> = Placeholder extends `?${string}`
  ? string | null
  : Placeholder extends 'error'
    ? unknown
    : string | number

/** The message of a diagnostic. */
export function messageOf<Code extends DiagnosticCode>(code: Code, args: MessageArgs<Code>): string {
  const { message }: CatalogEntry = catalog[code]
  if (typeof message === 'function') return message(args as never)
  const values = args as Readonly<Record<string, unknown>>
  return message.replace(/\{(\??)(\w+)\}/g, (_, mark: string, name: string) => {
    if (mark === '?') return didYouMean(values[name] as string | null)
    return name === 'error' ? describeError(values[name]) : String(values[name])
  })
}
