// The types of commands, from which arguments are parsed and the help is written.
import type { Style } from '@turnout/compiler/internal/terminal/style'
import type { Project } from '../project/project.ts'
import type { Progress } from './progress.ts'

/** The exit code of a command: 0 means yes, 1 means no, 2 means failure. Each command documents its question. */
export type ExitCode = 0 | 1 | 2

/** Which project to look at. */
export interface ProjectRequest {
  readonly root?: string
  /** The Vite config file; left out, it is found as Vite does. */
  readonly config?: string
  readonly mode?: string
  /** The route file if the Vite config of the project has no `turnout()`, relative to the root. */
  readonly routes?: string
}

/** The parts of the process that a command needs: the output streams and the project. */
export interface Host {
  /** @throws CommandError if there is none */
  readonly loadProject: (request: ProjectRequest) => Promise<Project>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Columns of the terminal; undefined where `out` is not one. */
  readonly columns: number | undefined
  /** Shows the step of a command. `main` replaces it for JSON. */
  readonly progress: Progress
  readonly style: { readonly out: Style; readonly err: Style }
}

/** One option, as it is parsed and as `--help` has it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** The placeholder for the value in the help. */
  readonly value?: string
  readonly help: string
}

export type Options = Readonly<Record<string, Option>>

/** The values of the options of a command. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

/** The values of the options of any command. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

/** A command of `turnout`. The help is generated from this object, so every option has a description. */
export interface Command<O extends Options = Options, V = OptionValues> {
  readonly name: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** The arguments between the name and the options: `[METHOD] <path>`. */
  readonly usage?: string
  readonly description?: string
  /** The number of positional arguments. Default: none. */
  readonly positionals?: { readonly min: number; readonly max: number }
  readonly options: O
  readonly examples: readonly (readonly [command: string, meaning: string])[]
  /** The meaning of the exit codes 0 and 1. The exit code is 2 if the command fails. */
  readonly exitCodes: { readonly 0: string; readonly 1?: string; readonly 2?: string }
  /** @throws UsageError for arguments that are not valid */
  run(values: V, positionals: readonly string[], host: Host): Promise<ExitCode>
}

/** Infers the values that `run` receives from the options. */
export function defineCommand<const O extends Options>(command: Command<O, Values<O>>): Command {
  return command as unknown as Command
}

/** Thrown if a command cannot do what it was asked for. The message contains the reason. */
export class CommandError extends Error {}

/** Thrown for an invalid command line. The output refers to `--help` after the message. */
export class UsageError extends CommandError {}

/** The options by which a command finds its project. */
export const projectOptions = {
  root: { type: 'string', value: 'folder', help: "The project's root. Default: the current folder." },
  config: { type: 'string', value: 'file', help: 'The Vite config file. Default: the one that Vite finds.' },
  mode: { type: 'string', value: 'mode', help: 'The mode, as `vite build` has it. Default: production.' },
  routes: { type: 'string', value: 'file', help: 'The route file, where no Vite config has `turnout()`: Astro, Nuxt.' },
} as const satisfies Options
