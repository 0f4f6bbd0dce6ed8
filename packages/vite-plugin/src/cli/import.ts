import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { formatDiagnostic } from '@turnout/compiler'
import { importRails } from '@turnout/compiler/internal'
import { pagesFor } from '../problems/pages.ts'
import { errorsOf } from '../problems/report.ts'
import { writeIfChanged } from '../files/write-file.ts'
import { defineCommand, UsageError } from './command.ts'
import { problemsJson, withPages } from './problems.ts'

/** Beside the route file, and no route file itself: the bundle imports it. */
const FUNCTIONS = 'rails-functions'

/** `turnout import`: a route file of what a Rails server has printed. */
export const importRoutes = defineCommand({
  name: 'import',
  summary: 'Write a route file of the routes that a Rails server has printed.',
  usage: '<routes.json>',
  description:
    'Takes what `bin/rails turnout:routes` prints, and writes resources, namespaces and nesting where they make exactly the same table: it is compiled and compared before anything is written. Other routes become single calls. Ruby code becomes functions to fill in. Concerns are written out where they are used. The command lists what the file lacks.',
  positionals: { min: 1, max: 1 },
  options: {
    out: { type: 'string', short: 'o', value: 'file', help: 'The route file. Default: config/routes.ts.' },
    force: { type: 'boolean', short: 'f', help: 'Write over files that are there.' },
    print: { type: 'boolean', help: 'Print the route file, and write nothing.' },
    json: { type: 'boolean', help: 'The counts, the files and the problems as JSON.' },
  },
  examples: [
    ['turnout import config/routes.json', 'Write config/routes.ts.'],
    ['turnout import config/routes.json --print', 'See what it would be.'],
  ],
  exitCodes: {
    0: 'The route file was written, or printed.',
    1: 'There are errors, or routes that no declaration makes.',
    2: 'The command line is not valid, a file is there already, or the command failed.',
  },
  async run({ out = 'config/routes.ts', force, print, json }, [file], host) {
    if (!existsSync(file!)) throw new UsageError(`There is no file \`${file}\`.`, false)
    if (!/\.[mc]?[jt]s$/.test(out)) throw new UsageError(`\`${out}\` is not the name of a route file.`, false)
    const text = readFileSync(file!, 'utf8').replace(/^\uFEFF/, '')
    const { imported, diagnostics, unmade } = importRails({ file: file!, text }, `./${FUNCTIONS}`)
    const readSource = (source: string) => (source === file ? text : null)
    const pageOf = pagesFor(process.cwd())
    for (const problem of errorsOf(diagnostics)) host.err(`${formatDiagnostic(problem, readSource, pageOf)}\n`)
    for (const pattern of unmade) host.err(`No declaration makes \`${pattern}\` as Rails has it.`)
    if (imported === null) {
      if (json === true) host.out(problemsJson(diagnostics, pageOf))
      return 1
    }
    const { routes, functions, counts, losses } = imported
    const extension = path.extname(out)
    const files = [
      { name: out, content: routes },
      ...(functions === null
        ? []
        : [{ name: path.join(path.dirname(out), FUNCTIONS + extension), content: functions }]),
    ]
    const there = files.filter(({ name }) => existsSync(name)).map(({ name }) => `\`${name}\``)
    if (print !== true && force !== true && there.length > 0) {
      throw new UsageError(
        `${there.join(' and ')} would be written over. Name another with \`--out\`, or say \`--force\`.`,
        false,
      )
    }
    if (print !== true) for (const { name, content } of files) writeIfChanged(path.resolve(name), content)
    const left = diagnostics.filter(({ severity }) => severity === 'warning')
    for (const problem of left) host.err(`${formatDiagnostic(problem, readSource, pageOf)}\n`)
    const sameTable = counts.leftOut === 0 ? 'the table is' : 'the routes of the file are'
    const share = `${counts.inResources} of ${counts.routes} routes are in resources; ${sameTable} the same, route by route.`
    for (const loss of losses) host.err(loss)
    if (json === true)
      host.out(
        JSON.stringify(
          {
            ...counts,
            losses,
            written: print === true ? [] : files.map(({ name }) => name),
            warnings: withPages(left, pageOf),
          },
          null,
          2,
        ),
      )
    else if (print === true)
      host.out(
        files
          .map(({ content }) => content)
          .join('\n')
          .trimEnd(),
      )
    else host.out(`Wrote ${files.map(({ name }) => name).join(' and ')}: ${share}`)
    if (print === true) host.err(share)
    return 0
  },
})
