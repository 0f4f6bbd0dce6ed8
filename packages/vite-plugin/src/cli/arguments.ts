import { parseArgs } from 'node:util'
import type { RouteFilter } from './format-routes.ts'

/** What the command was asked to do. */
export type Request =
  | { readonly command: 'help'; readonly topic: 'turnout' | 'routes' }
  | { readonly command: 'version' }
  | RoutesRequest

export interface RoutesRequest {
  readonly command: 'routes'
  readonly filter: RouteFilter
  readonly expanded: boolean
  readonly json: boolean
  readonly project: ProjectRequest
}

/** Which project to look at. */
export interface ProjectRequest {
  readonly root: string | undefined
  /** The Vite config file; undefined finds it as Vite does. */
  readonly config: string | undefined
  readonly mode: string | undefined
}

/** Thrown for a command line that makes no sense; the message says why. */
export class UsageError extends Error {}

/**
 * Reads the arguments of the command.
 *
 * @throws UsageError for an unknown command or option
 */
export function parseArguments(args: readonly string[]): Request {
  const [command, ...rest] = args
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    return { command: 'help', topic: rest[0] === 'routes' ? 'routes' : 'turnout' }
  }
  if (command === '--version' || command === '-v') return { command: 'version' }
  if (command === 'routes') return parseRoutes(rest)
  throw new UsageError(command.startsWith('-') ? `There is no option ${command}.` : `There is no command ${command}.`)
}

function parseRoutes(args: readonly string[]): Request {
  const { values } = strict(() =>
    parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        controller: { type: 'string', short: 'c' },
        grep: { type: 'string', short: 'g' },
        expanded: { type: 'boolean', short: 'E' },
        json: { type: 'boolean' },
        root: { type: 'string' },
        config: { type: 'string' },
        mode: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  )
  if (values.help) return { command: 'help', topic: 'routes' }
  return {
    command: 'routes',
    filter: {
      ...(values.controller !== undefined && { controller: values.controller }),
      ...(values.grep !== undefined && { grep: values.grep }),
    },
    expanded: values.expanded ?? false,
    json: values.json ?? false,
    project: { root: values.root, config: values.config, mode: values.mode },
  }
}

function strict<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    // Node explains at length how to pass a value that begins with a dash; the first sentence is enough.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split('. ')[0]!.replace(/\.$/, '')}.`)
    throw error
  }
}
