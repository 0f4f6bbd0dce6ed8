import path from 'node:path'
import { typesNotWritten } from '../problems/problem.ts'
import { normalizePath } from 'vite'
import { reportExcludedTypes } from '../types/included-types.ts'
import { checkTypes, writeTypes } from '../types/write-types.ts'
import { CommandError, defineCommand, projectOptions } from './command.ts'
import { dependsOnMode, readTable, showProblems } from './problems.ts'

/** `turnout types`: writes the declarations of `virtual:routes`, or checks whether they are up to date. */
export const types = defineCommand({
  name: 'types',
  summary: 'Write the TypeScript declarations of `virtual:routes`.',
  description:
    'The dev server and the build keep the declarations up to date. Use this command in a fresh checkout, and in CI.',
  options: {
    check: { type: 'boolean', help: 'Write no files. Exit with 1 if a file is missing or outdated.' },
    ...projectOptions,
  },
  examples: [
    ['turnout types && tsc', 'Before a type check without a build.'],
    ['turnout types --check', 'For CI, if you commit the declarations.'],
  ],
  exitCodes: {
    0: 'The files are up to date.',
    1: '`--check` found a file missing or outdated.',
  },
  async run(values, _positionals, host) {
    host.progress.start('Loading the project')
    const project = await host.loadProject(values)
    if (project.options.types === null) {
      throw new CommandError('The option `types` of `turnout()` is false: this project has no declarations.')
    }
    const table = await readTable(project, host)
    if (table === null) return 2
    host.progress.start('Writing the declarations')
    const relative = (file: string) => normalizePath(path.relative(project.root, file))
    const main = relative(path.resolve(project.root, project.options.types))
    if (values.check === true) {
      const stale = checkTypes(project, table.manifest).map(({ file, problem }) => ({ file: relative(file), problem }))
      if (stale.length === 0) host.out(`${main} is up to date.`)
      else {
        for (const { file, problem } of stale) host.err(`${file} is ${problem}.`)
        host.err('Run `turnout types` to write it.')
        if (dependsOnMode(table)) {
          host.err(
            `The route files read the mode (\`import.meta.env\`), which is \`${project.mode}\` here and \`development\` in ` +
              'the dev server. Declare the same routes in all modes, or do not commit the declarations.',
          )
        }
      }
      return stale.length === 0 ? 0 : 1
    }
    const { written: writtenFiles, refusal } = writeTypes(project, table.manifest)
    if (refusal !== null) {
      // A build can continue without the declarations, but this command exists to write them.
      const problems = typesNotWritten(main, refusal).map((problem) => ({ ...problem, severity: 'error' }) as const)
      for (const text of showProblems(problems, project, host.style.err)) host.err(text)
      return 2
    }
    for (const text of showProblems(reportExcludedTypes(project), project, host.style.err)) host.err(text)
    const files = writtenFiles.map(relative)
    host.out(files.length === 0 ? `${main} is up to date.` : `Wrote ${files.join(' and ')}.`)
    return 0
  },
})
