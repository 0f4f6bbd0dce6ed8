// The command `turnout import`. `packages/rails` converts the table; this file reads the JSON, and checks and writes files.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseModule } from '../controllers/parse-module.ts'
import type { Diagnostic } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { writeIfChanged } from '../files/write-file.ts'
import { limitLines } from '@turnout/compiler/internal/terminal/lines'
import { pagesFor } from '../problems/pages.ts'
import { errorsOf } from '../problems/report.ts'
import { CommandError, defineCommand } from './command.ts'
import { loadRails, type ImportedRoutes } from '../packages.ts'
import { readUserFile, replacedText } from './user-file.ts'
import { listedProblems, problemsJson, showProblems } from './problems.ts'

/** `turnout import`: writes a route file from the JSON that a Rails server has printed. */
export const importRoutes = defineCommand({
  name: 'import',
  summary: 'Write a route file from the JSON of a Rails server.',
  usage: '<routes.json>',
  description:
    'Reads the output of `bin/rails turnout:routes`. Writes resources, namespaces and nesting if they declare exactly the same table, and single calls otherwise. The command compiles and compares the result before it writes a file. Ruby code becomes functions that you fill in. Concerns are written out in each place. The command lists missing parts.',
  positionals: { min: 1, max: 1 },
  options: {
    out: { type: 'string', short: 'o', value: 'file', help: 'The route file. Default: config/routes.ts.' },
    force: { type: 'boolean', short: 'f', help: 'Overwrite existing files.' },
    print: { type: 'boolean', help: 'Print the route file, and write no files.' },
    json: { type: 'boolean', help: 'Print the counts, the files and the problems as JSON.' },
  },
  examples: [
    ['turnout import config/routes.json', 'Write config/routes.ts.'],
    ['turnout import config/routes.json --print', 'Show the result first.'],
  ],
  exitCodes: {
    0: 'The route file was written, or printed.',
    1: 'There are errors, or no declaration makes any of the routes.',
    2: 'The command line is not valid, a file is there already, or the command failed.',
  },
  async run({ out = 'config/routes.ts', force, print, json }, [file], host) {
    if (!/\.[mc]?[jt]s$/.test(out)) {
      throw new CommandError(`\`${out}\` is not the name of a route file.`)
    }
    host.progress.start('Reading the routes')
    const text = readUserFile(file!).replace(/^\uFEFF/, '')
    const { importRails } = await loadRails()
    host.progress.start('Importing the routes')
    const { imported, diagnostics, unmade } = importRails({ file: file!, text }, `./${FUNCTIONS}`)
    const pageOf = pagesFor(process.cwd())
    const printProblems = (problems: readonly Diagnostic[]) => {
      const sources = { readSource: (source: string) => (source === file ? text : null), pageOf }
      for (const problemText of showProblems(problems, sources, host.style.err)) host.err(`${problemText}\n`)
    }
    printProblems(errorsOf(diagnostics))
    const refusals = unmade.map(
      ({ pattern, reason }) => `No declaration makes \`${pattern}\` as Rails has it: ${reason}`,
    )
    for (const line of limitLines(refusals, 'such routes')) host.err(line)
    if (imported === null) {
      if (json === true) host.out(problemsJson(diagnostics, pageOf))
      return 1
    }

    host.progress.start('Checking the files')
    const files = filesToWrite(imported, out)
    await checkSyntax(files)
    if (print !== true) writeFiles(files, force === true)

    const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
    printProblems(warnings)
    for (const line of limitLines(imported.losses, 'losses', '`--json` lists them all')) host.err(line)
    const summary = summaryOf(imported)
    const names = files.map(({ name }) => name)
    if (json === true) {
      const { counts, losses } = imported
      const written = print === true ? [] : names
      const report = { ...counts, losses, written, ...listedProblems('warnings', warnings, pageOf) }
      host.out(JSON.stringify(report, null, 2))
    } else if (print === true) {
      const contents = files.map(({ content }) => content)
      host.out(contents.join('\n').trimEnd())
    } else {
      host.out(`Wrote ${names.join(' and ')}: ${summary}`)
    }
    if (print === true) host.err(summary)
    return 0
  },
})

/** The name of a file next to the route file. It is not a route file itself: the bundle imports it. */
const FUNCTIONS = 'rails-functions'

/** A file to write, with its name as the user sees it. */
interface NewFile {
  readonly name: string
  readonly content: string
}

/** Returns the route file and, if routes need functions, their module: `config/routes.ts`, `config/rails-functions.ts`. */
function filesToWrite({ routes, functions }: ImportedRoutes, out: string): NewFile[] {
  const routeFile = { name: out, content: routes }
  if (functions === null) return [routeFile]
  return [routeFile, { name: path.join(path.dirname(out), FUNCTIONS + path.extname(out)), content: functions }]
}

/**
 * Parses the files that are about to be written: names of a Rails application become names of this language.
 *
 * @throws Error if one of them is no module; then nothing is written
 */
async function checkSyntax(files: readonly NewFile[]): Promise<void> {
  for (const { name, content } of files) {
    try {
      await parseModule(content, name)
    } catch (error) {
      throw new Error(`\`${name}\` would not be a valid module, so nothing was written`, { cause: error })
    }
  }
}

/**
 * Checks all files before it writes the first one.
 *
 * @throws CommandError if one of them exists, unless `force` is set, or if its name is that of a folder
 */
function writeFiles(files: readonly NewFile[], force: boolean): void {
  const existingFiles = files.filter(({ name }) => existsSync(name)).map(({ name }) => `\`${name}\``)
  if (!force && existingFiles.length > 0) {
    throw new CommandError(
      `${existingFiles.join(' and ')} would be written over. Name another with \`--out\`, or say \`--force\`.`,
    )
  }
  for (const { name } of files) replacedText(name)
  for (const { name, content } of files) writeIfChanged(path.resolve(name), content, name)
}

function summaryOf({ counts }: ImportedRoutes): string {
  const table = counts.leftOut === 0 ? 'the table is' : 'the routes of the file are'
  return `${counts.inResources} of ${counts.routes} routes are in resources; ${table} the same, route by route.`
}
