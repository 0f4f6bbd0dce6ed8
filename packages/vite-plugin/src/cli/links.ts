// The command `turnout links`.
import path from 'node:path'
import { diagnosticsOf, linkChecker } from '../project/check-links.ts'
import { loadLinks, PackageNotInstalled } from '../packages.ts'
import { CHECK } from '../problems/digest.ts'
import { CommandError, defineCommand, projectOptions } from './command.ts'
import { countProblems, problemsJson, readTable, showProblems } from './problems.ts'

/** `turnout links`: addresses in the application's code that match no route. */
export const links = defineCommand({
  name: 'links',
  summary: 'Check the links in your code against the routes.',
  usage: '[folder...]',
  description:
    'Reads JavaScript, TypeScript, JSX, Vue, Svelte, Astro, HTML and Markdown. Needs the package @turnout/links. Prints up to 200 problems, and counts the others.',
  positionals: { min: 0, max: Infinity },
  options: {
    fix: { type: 'boolean', help: 'Write calls of helpers instead of paths, with their imports.' },
    dry: { type: 'boolean', help: 'Print what `--fix` would change, and write no file.' },
    json: { type: 'boolean', help: 'Print the findings as JSON, as `turnout check --json` does.' },
    ...projectOptions,
  },
  examples: [
    ['turnout links', 'All links of the project that match no route.'],
    ['turnout links src/pages --fix --dry', 'What would change in one folder.'],
  ],
  exitCodes: { 0: 'There are no dead links.', 1: 'There are dead links.' },
  async run({ fix, dry, json, ...request }, folders, host) {
    host.progress.start('Loading the project')
    const project = await host.loadProject(request)
    const { applyFixes, describeEdits } = await loadLinks(project.root).catch((error: unknown) => {
      throw error instanceof PackageNotInstalled ? new CommandError(error.message) : error
    })
    if ((await readTable(project, host, json)) === null) return 2
    host.progress.start('Checking the links')
    const checker = (await linkChecker(project, 'error'))!
    const named = folders.length === 0 ? undefined : folders.map((folder) => path.resolve(folder))
    const { files, skipped, missing } = await checker.checkAll(named)
    const problems = diagnosticsOf(files)
    if (json === true) host.out(problemsJson(problems, project.pageOf))
    else
      for (const text of showProblems(problems, project, host.style.out, { limits: CHECK, width: host.columns }))
        host.out(`${text}\n`)
    for (const [name, count] of missing) host.err(`Skipped ${count} files, because \`${name}\` is not installed.`)
    for (const { file, reason } of skipped) host.err(`Skipped \`${file}\`, because ${reason}.`)
    const editable = files.filter(({ edits }) => edits.length > 0)
    for (const report of fix === true || dry === true ? editable : []) {
      const failure = dry === true ? null : applyFixes(project.root, report)
      if (failure !== null) host.err(`Did not write \`${report.file}\`, because ${failure}.`)
      else (json === true ? host.err : host.out)(dry === true ? `${describeEdits(report)}\n` : `Wrote ${report.file}.`)
    }
    const linkCount = files.reduce((sum, file) => sum + file.linkCount, 0)
    const counted = countProblems(problems)
    if (json !== true)
      host.out(`${linkCount} links in ${files.length} files, ${counted === '' ? 'no findings' : counted}.`)
    return problems.some(({ severity }) => severity === 'error') ? 1 : 0
  },
})
