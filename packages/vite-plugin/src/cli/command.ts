import type { ParseArgsConfig } from 'node:util'
import type { Project } from '../project/project.ts'
import type { Style } from '../print/style.ts'

/** 0: yes. 1: no. 2: the question was not answered. Each command says what its question is. */
export type ExitCode = 0 | 1 | 2

/** Which project to look at. */
export interface ProjectRequest {
  readonly root?: string
  /** The Vite config file; left out, it is found as Vite does. */
  readonly config?: string
  readonly mode?: string
  /** The route file of a project whose Vite config has no `turnout()`, relative to the root. */
  readonly routes?: string
}

/** What the command needs of the process: where to write, and the project. */
export interface Host {
  /** @throws UsageError if there is none */
  readonly loadProject: (request: ProjectRequest) => Promise<Project>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Columns of the terminal; undefined where `out` is not one. */
  readonly columns: number | undefined
  readonly style: { readonly out: Style; readonly err: Style }
}

/** One option, as it is parsed and as `--help` has it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands for the value in the help. */
  readonly value?: string
  readonly help: string
}

export type Options = Readonly<Record<string, Option>>

/** What was given of a command's options. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

/** The same, of any command. */
export type Given = Readonly<Record<string, string | boolean | undefined>>

/** A command of `turnout`. Its help is written from this, so that no option is without. */
export interface Command<O extends Options = Options, V = Given> {
  readonly name: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** What stands between the name and the options: `[METHOD] <path>`. */
  readonly usage?: string
  readonly description?: string
  /** What it takes besides options. Left out: nothing. */
  readonly positionals?: { readonly min: number; readonly max: number }
  readonly options: O
  readonly examples: readonly (readonly [command: string, meaning: string])[]
  /** When it ends with 0, and when with 1. Where the question cannot be answered it ends with 2. */
  readonly exitCodes: { readonly 0: string; readonly 1?: string; readonly 2?: string }
  /** @throws UsageError for arguments that are not valid */
  run(values: V, positionals: readonly string[], host: Host): Promise<ExitCode>
}

/** Types the values that `run` is given by the options. */
export function defineCommand<const O extends Options>(command: Command<O, Values<O>>): Command {
  return command as unknown as Command
}

/** Thrown for a command line or a configuration that is not valid; the message says why. */
export class UsageError extends Error {
  /** Whether reading `--help` may help. */
  readonly pointsToHelp: boolean

  constructor(message: string, pointsToHelp = true) {
    super(message)
    this.pointsToHelp = pointsToHelp
  }
}

/** The options in the form of `util.parseArgs`. */
export function parseOptions(options: Options): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short !== undefined && { short }) }]),
  )
}

/** The options by which a command finds its project. */
export const projectOptions = {
  root: { type: 'string', value: 'folder', help: "The project's root. Default: the current folder." },
  config: { type: 'string', value: 'file', help: 'The Vite config file. Default: the one that Vite finds.' },
  mode: { type: 'string', value: 'mode', help: 'The mode, as `vite build` has it. Default: production.' },
  routes: { type: 'string', value: 'file', help: 'The route file, where no Vite config has `turnout()`: Astro, Nuxt.' },
} as const satisfies Options
