import { defineCommand, projectOptions, UsageError } from './command.ts'
import { CHECK } from '../problems/digest.ts'
import { countProblems, printMode, problemsJson, showProblems } from './problems.ts'

/** `turnout check`: every diagnostic. */
export const check = defineCommand({
  name: 'check',
  summary: 'Check the route files for errors.',
  description:
    'Compiles the route files as a build does, but writes no files. Prints up to 200 problems, and counts the others.',
  options: {
    'max-warnings': { type: 'string', value: 'n', help: 'Exit with 1 if there are more warnings than this number.' },
    quiet: { type: 'boolean', short: 'q', help: 'Print only errors.' },
    json: {
      type: 'boolean',
      help: 'Print the diagnostics as JSON: code, severity, message, why, fix, see, location, related, occurrences.',
    },
    ...projectOptions,
  },
  examples: [
    ['turnout check', 'Problems, with the lines of the route files.'],
    ['turnout check --max-warnings 0', 'For CI: fail on errors and warnings.'],
  ],
  exitCodes: {
    0: 'There are no errors.',
    1: 'There are errors, or more warnings than `--max-warnings`.',
    2: 'The command line or the Vite config is invalid, or the command failed.',
  },
  async run(values, _positionals, host) {
    const limit = warningLimit(values['max-warnings'])
    host.progress.start('Loading the project')
    const project = await host.loadProject(values)
    host.progress.start('Checking the routes')
    const outcome = await project.outcome()
    const { problems, manifest } = outcome
    printMode(project, outcome, host)
    const warningCount = problems.filter(({ severity }) => severity === 'warning').length
    const exceedsLimit = warningCount > limit
    const shownProblems = values.quiet === true ? problems.filter(({ severity }) => severity === 'error') : problems
    if (values.json === true) {
      host.out(problemsJson(problems, project.pageOf, shownProblems))
    } else {
      for (const text of showProblems(shownProblems, project, host.style.out, { limits: CHECK, width: host.columns }))
        host.out(`${text}\n`)
      const counted = countProblems(problems)
      const total =
        manifest === null ? '' : `${manifest.routes.length} route${manifest.routes.length === 1 ? '' : 's'}, `
      host.out(`${total}${counted === '' ? 'no errors, no warnings' : counted}.`)
      if (exceedsLimit) host.err(`More than ${limit} warnings.`)
    }
    // The manifest is null if there is an error.
    return manifest === null || exceedsLimit ? 1 : 0
  },
})

function warningLimit(value: string | undefined): number {
  if (value === undefined) return Infinity
  if (!/^\d+$/.test(value)) throw new UsageError(`\`--max-warnings\` takes a number, not \`${value}\`.`)
  return Number(value)
}
