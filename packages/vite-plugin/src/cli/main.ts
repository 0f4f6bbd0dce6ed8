import { formatDiagnostic } from '@turnout/compiler'
import { fileErrorReason, FileFailure, isFileError } from '../files/file-failure.ts'
import { turnoutVersion } from '../files/turnout-version.ts'
import { terminalText } from '@turnout/compiler/internal/terminal/style'
import { wrapReport } from '@turnout/compiler/internal/terminal/lines'
import { parseArguments } from './arguments.ts'
import { compilationFailed } from '../problems/problem.ts'
import { pagesFor } from '../problems/pages.ts'
import { check } from './check.ts'
import { CommandError, UsageError, type Command, type ExitCode, type Host } from './command.ts'
import { exportRoutes } from './export.ts'
import { diff } from './diff.ts'
import { explain } from './explain.ts'
import { generate } from './generate.ts'
import { inspect } from './inspect.ts'
import { commandHelp, generalHelp } from './help.ts'
import { importRoutes } from './import.ts'
import { links } from './links.ts'
import { silentProgress } from './progress.ts'
import { routes } from './routes.ts'
import { types } from './types.ts'

const commands: readonly Command[] = [
  routes,
  explain,
  check,
  links,
  types,
  generate,
  exportRoutes,
  importRoutes,
  diff,
  inspect,
]

/**
 * Runs the `turnout` command.
 *
 * @param args what follows the name of the command
 * @returns the exit code
 */
export async function main(args: readonly string[], { out, err, ...environment }: Host): Promise<ExitCode> {
  const { progress } = environment
  // The one place where commands print. The progress line makes room for each output.
  const printTo = (stream: (text: string) => void) => (text: string) => {
    progress.erase()
    stream(terminalText(text))
  }
  const host: Host = { ...environment, out: printTo(out), err: printTo(err) }
  try {
    const request = parseArguments(args, commands)
    switch (request.kind) {
      case 'help':
        host.out(
          request.command === null
            ? generalHelp(commands, host.columns, host.style.out)
            : commandHelp(request.command, host.columns, host.style.out),
        )
        return 0
      case 'version':
        host.out(turnoutVersion())
        return 0
      case 'run':
        return await request.command.run(
          request.values,
          request.positionals,
          request.values['json'] === true ? { ...host, progress: silentProgress } : host,
        )
    }
  } catch (error) {
    if (error instanceof FileFailure || isFileError(error)) {
      host.err(error instanceof FileFailure ? error.message : `${fileErrorReason(error)}.`)
      return 2
    }
    if (!(error instanceof CommandError)) {
      const failed = compilationFailed(`\`turnout ${args[0] ?? ''}\``, error)
      host.err(formatDiagnostic(failed, () => null, pagesFor(process.cwd())))
      return 2
    }
    const command = commands.find(({ name }) => name === args[0])
    const help = `Run \`turnout ${command === undefined ? '' : `${command.name} `}--help\` for what there is.`
    host.err(wrapReport(error instanceof UsageError ? `${error.message}\n${help}` : error.message, host.columns))
    return 2
  } finally {
    progress.erase()
  }
}
