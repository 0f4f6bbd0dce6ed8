import { parseArgs } from 'node:util'
import { KINDS, kindNamed, type Kind } from './kinds.ts'

export const DEFAULT_FOLDER = 'turnout-app'

/** The project to create, and its folder. */
export interface Choice {
  /** As the user wrote it: relative to the working directory, or absolute. */
  readonly folder: string
  readonly kind: Kind
  readonly isTypeScript: boolean
  readonly hasDatabase: boolean
  /** The project uses the router of its kind instead of Turnout's navigation. */
  readonly hasRouter: boolean
  /** The dependencies are installed after the files are written. */
  readonly isInstalled: boolean
}

/** The parsed command line. Choices that it does not contain are undefined. */
export interface Flags {
  readonly folder: string | undefined
  readonly kind: Kind | undefined
  readonly isTypeScript: boolean | undefined
  readonly hasDatabase: boolean | undefined
  readonly hasRouter: boolean | undefined
  readonly isInstalled: boolean | undefined
  /** The user may be asked for the missing choices. */
  readonly isInteractive: boolean
  readonly isHelp: boolean
}

/** A mistake in the command line. The message is shown to the user. */
export class UsageError extends Error {}

const OPTIONS = {
  kind: { type: 'string', short: 'k' },
  javascript: { type: 'boolean' },
  typescript: { type: 'boolean' },
  database: { type: 'boolean' },
  router: { type: 'string' },
  'no-install': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Reads a command line.
 *
 * @throws UsageError if it has an unknown flag, or two flags that contradict each other
 */
export function readArguments(args: readonly string[]): Flags {
  const { values, positionals } = parsed(args)
  const [folder, ...surplus] = positionals
  if (surplus.length > 0) throw new UsageError(`Name only one folder: \`${surplus[0]}\` is the second.`)
  const kind = values.kind === undefined ? undefined : kindNamed(values.kind)
  if (values.kind !== undefined && kind === undefined) {
    const names = KINDS.map(({ name }) => name).join(', ')
    throw new UsageError(`There is no kind \`${values.kind}\`. Use one of ${names}.`)
  }
  if (values.javascript && values.typescript)
    throw new UsageError('`--javascript` and `--typescript` contradict each other.')
  if (values.typescript && kind?.isJavaScript) throw new UsageError(`The kind \`${kind.name}\` is JavaScript.`)
  if (values.database && kind !== undefined && !kind.hasDatabase) {
    throw new UsageError(`The kind \`${kind.name}\` has no database: \`--database\` goes with \`node\`.`)
  }
  const kindOfRouter = KINDS.find(({ router }) => router !== undefined && router.name === values.router)
  const chosenKind = kind ?? (values.database ? kindNamed('node') : kindOfRouter)
  if (values.router !== undefined && (kindOfRouter === undefined || chosenKind !== kindOfRouter)) {
    throw new UsageError('`--router react-router` goes with `react`, and `--router vue-router` with `vue`.')
  }
  return {
    folder,
    kind: chosenKind,
    isTypeScript: values.javascript ? false : values.typescript ? true : undefined,
    hasDatabase: values.database,
    hasRouter: values.router === undefined ? undefined : true,
    isInstalled: values['no-install'] ? false : undefined,
    isInteractive: !values.yes,
    isHelp: values.help ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Completes the choices of the command line with defaults, without asking. */
export function withDefaults({
  folder = DEFAULT_FOLDER,
  kind = kindNamed('react')!,
  isTypeScript = true,
  hasDatabase = false,
  hasRouter = false,
  isInstalled = true,
}: Flags): Choice {
  return { folder, kind, isTypeScript: isTypeScript && !kind.isJavaScript, hasDatabase, hasRouter, isInstalled }
}
