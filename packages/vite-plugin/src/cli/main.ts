import { readFileSync } from 'node:fs'
import { formatProblem } from '../report.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { help } from './help.ts'
import { loadProject } from './load-project.ts'
import { printRoutes } from './print-routes.ts'

/** Where the command writes. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Columns of the terminal; undefined where there is none. */
  readonly columns: number | undefined
}

/**
 * Runs the `turnout` command.
 *
 * @param args what follows the name of the command
 * @returns the exit code: 0, 1 where the route files have errors, 2 where the command line makes no sense
 */
export async function main(args: readonly string[], output: Output): Promise<0 | 1 | 2> {
  try {
    const request = parseArguments(args)
    if (request.command === 'help') return print(output, help[request.topic])
    if (request.command === 'version') return print(output, version())
    const project = await loadProject(request.project)
    const { manifest, problems } = await project.outcome()
    for (const problem of problems) output.err(`${formatProblem(problem, (file) => project.readSource(file))}\n`)
    if (manifest === null) return 1
    return print(output, printRoutes(manifest, request, output.columns))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    output.err(`${error.message}\nRun \`turnout --help\` for what there is.`)
    return 2
  }
}

function print(output: Output, text: string): 0 {
  output.out(text)
  return 0
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
