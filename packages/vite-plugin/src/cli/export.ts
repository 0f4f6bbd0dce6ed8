// The command `turnout export`.
import path from 'node:path'
import { indentOf, parseDocument } from '../files/json-file.ts'
import { writeIfChanged } from '../files/write-file.ts'
import { limitLines } from '@turnout/compiler/internal/terminal/lines'
import { loadExports, type OpenApi } from '../packages.ts'
import { CommandError, defineCommand, projectOptions, UsageError, type Host } from './command.ts'
import { replacedText } from './user-file.ts'
import { readTable } from './problems.ts'

const SEE_JSON = '`--json` lists them all'

/** `turnout export`: the table for other tools. */
export const exportRoutes = defineCommand({
  name: 'export',
  summary: 'Export the routes as an OpenAPI document.',
  usage: 'openapi',
  description:
    'Writes the paths and operations of OpenAPI 3.1, with the schemas of contracts. For these, the command runs the controllers. The command lists everything that OpenAPI cannot express.',
  positionals: { min: 1, max: 1 },
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      help: 'Write this file. Merge the operations into an existing document, and keep your own parts. Default: print the result.',
    },
    force: { type: 'boolean', short: 'f', help: 'Replace the file instead of merging into it.' },
    json: { type: 'boolean', help: 'Print the content, and the parts that it cannot express, as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout export openapi -o openapi.json', 'Merge the operations into a document, or create one.'],
    ['turnout export openapi > openapi.json', 'A new document. The parts that it omits are printed to standard error.'],
  ],
  exitCodes: { 0: 'The command wrote or printed the result.' },
  async run({ out, force, json, ...request }, [format], host) {
    if (format !== 'openapi') throw new UsageError(`There is no format \`${format}\`: openapi.`)
    host.progress.start('Loading the project')
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const { openApi } = await loadExports()
    const existingText = out === undefined ? null : replacedText(out)
    // Operations are merged into an existing document, unless it is empty, or `--force` replaces it.
    const baseText = force === true || existingText?.trim() === '' ? null : existingText
    host.progress.start('Exporting to openapi')
    const contracts = await project.loadContracts?.()
    const result = mergeErrors(out, () => {
      const base = baseText === null ? null : parseDocument(baseText, out!)
      return openApi(table.manifest, base, contracts ?? null)
    })
    // The same indentation, so that a version control system shows few changes.
    const content = `${JSON.stringify(result.document, null, baseText === null ? 2 : indentOf(baseText))}\n`
    const isWritten = out !== undefined && writeIfChanged(path.resolve(out), content, out)
    const { omissions, orphans } = result
    if (json === true) {
      const written = isWritten ? [out] : []
      const report = { format, written, ...(out === undefined && { content }), omissions, orphans }
      host.out(JSON.stringify(report, null, 2))
    } else {
      if (out === undefined) host.out(content.trimEnd())
      else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
      reportOmissions(result, host)
    }
    return 0
  },
})

/** @throws CommandError if operations cannot be merged into the existing document */
function mergeErrors(out: string | undefined, write: () => OpenApi): OpenApi {
  try {
    return write()
  } catch (error) {
    if (out === undefined) throw error
    const hint = 'Name another file, or pass `--force` to replace it.'
    throw new CommandError(`Turnout cannot merge operations into \`${out}\`. ${(error as Error).message} ${hint}`)
  }
}

function reportOmissions({ omissions, orphans }: OpenApi, host: Host): void {
  const orphanLines = orphans.map(
    (orphan) => `${orphan} has no route any more. Turnout kept it, because somebody has edited it.`,
  )
  for (const line of limitLines(orphanLines, 'operations without a route', SEE_JSON)) host.err(line)
  if (omissions.length === 0) return
  host.err(`\nThe document omits properties of ${new Set(omissions.map(({ route }) => route)).size} routes:`)
  const lines = omissions.map(({ verb, pattern, kept: isKept, reason }) => {
    return `  ${verb === '' ? '' : `${verb} `}${pattern}${isKept ? '' : ' (left out)'}: ${reason}`
  })
  for (const line of limitLines(lines, 'entries', SEE_JSON)) host.err(line)
}
