import { defineCommand, projectOptions, UsageError } from './command.ts'
import { CHECK } from '../problems/limits.ts'
import { countProblems, printMode, problemsJson, showProblems } from './problems.ts'

/** `turnout check`: every diagnostic. */
export const check = defineCommand({
  name: 'check',
  summary: 'Print every error, warning and hint of the route files.',
  description:
    'Compiles the route files as a build does, and writes nothing. Of very many problems it prints up to 200, and counts the others.',
  options: {
    'max-warnings': { type: 'string', value: 'n', help: 'End with 1 if there are more warnings than this.' },
    quiet: { type: 'boolean', short: 'q', help: 'Only errors.' },
    json: {
      type: 'boolean',
      help: 'The diagnostics as JSON: code, severity, message, why, fix, see, location, related, occurrences.',
    },
    ...projectOptions,
  },
  examples: [
    ['turnout check', 'What is wrong, with the lines of the route files.'],
    ['turnout check --max-warnings 0', 'For CI: no errors and no warnings.'],
  ],
  exitCodes: {
    0: 'There are no errors.',
    1: 'There are errors, or more warnings than `--max-warnings`.',
    2: 'The command line or the Vite config is not valid, or the command failed.',
  },
  async run(values, _positionals, host) {
    const limit = warningLimit(values['max-warnings'])
    const project = await host.loadProject(values)
    const { problems, manifest } = await project.outcome()
    printMode(project, host)
    const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length
    const isTooMuch = count('warning') > limit
    const shown = values.quiet === true ? problems.filter(({ severity }) => severity === 'error') : problems
    if (values.json === true) {
      host.out(problemsJson(problems, project.pageOf, shown))
    } else {
      for (const text of showProblems(shown, project, host.style.out, CHECK)) host.out(`${text}\n`)
      const counted = countProblems(problems)
      const total =
        manifest === null ? '' : `${manifest.routes.length} route${manifest.routes.length === 1 ? '' : 's'}, `
      host.out(`${total}${counted === '' ? 'no errors, no warnings' : counted}.`)
      if (isTooMuch) host.err(`More than ${limit} warnings.`)
    }
    return manifest === null || isTooMuch ? 1 : 0
  },
})

function warningLimit(value: string | undefined): number {
  if (value === undefined) return Infinity
  if (!/^\d+$/.test(value)) throw new UsageError(`\`--max-warnings\` takes a number, not \`${value}\`.`)
  return Number(value)
}
