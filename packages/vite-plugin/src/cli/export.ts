// The command `turnout export`.
import path from 'node:path'
import { indentOf, parseDocument, writeIfChanged } from '@turnout/files'
import { limitLines } from '@turnout/terminal'
import { EXPORTS } from '../options.ts'
import { loadExports, type ExportFile } from '../packages.ts'
import { defineCommand, projectOptions, UsageError, type Host } from './command.ts'
import { replacedText } from './output-file.ts'
import { readTable } from './problems.ts'

const SEE_JSON = '`--json` lists them all'

/** `turnout export`: the table for other tools. */
export const exportRoutes = defineCommand({
  name: 'export',
  summary: `Export the routes to other tools: ${EXPORTS.join(', ')}.`,
  usage: '<format>',
  description:
    'openapi: paths and operations of OpenAPI 3.1, with the schemas of contracts. For these, the command runs the controllers. rou3, urlpattern: the table for these routers, as JSON. dot, svg: the tree of the routes as a picture. The command lists everything that a format cannot express.',
  positionals: { min: 1, max: 1 },
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      help: 'Write this file. For OpenAPI, merge the operations into the existing document, and keep your own parts. Default: print the result.',
    },
    force: { type: 'boolean', short: 'f', help: 'Replace a file that Turnout did not write.' },
    strict: { type: 'boolean', help: 'Exit with 1 if the format cannot express a part of the routes.' },
    json: { type: 'boolean', help: 'Print the content, and the parts that it cannot express, as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout export openapi -o openapi.json', 'Merge the operations into a document, or create one.'],
    [
      'turnout export urlpattern > routes.json',
      'The table for URLPattern. Missing parts are printed to standard error.',
    ],
    ['turnout export svg -o routes.svg', 'A picture of the tree.'],
  ],
  exitCodes: {
    0: 'The command wrote or printed the result.',
    1: 'With `--strict`: the format cannot express a part of the routes.',
  },
  async run({ out, force, strict, json, ...request }, [format], host) {
    const name = EXPORTS.find((exportName) => exportName === format)
    if (name === undefined) throw new UsageError(`There is no format \`${format}\`: ${EXPORTS.join(', ')}.`)
    host.progress.start('Loading the project')
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const { isOwnExport, writeExport } = await loadExports()
    // `runExport` decides whether operations can be merged into a document of OpenAPI, and reports the reason if not.
    const isOwn = (content: string) => name === 'openapi' || isOwnExport(name, content)
    const existingText = out === undefined ? null : readReplaced(out, isOwn, force)
    // Operations are merged into an existing document, unless `--force` replaces it.
    const baseText = name === 'openapi' && force !== true ? existingText : null
    host.progress.start(`Exporting to ${name}`)
    const contracts = name === 'openapi' ? await project.loadContracts?.() : null
    const file = runExport(out, () => {
      const openapi = baseText === null ? null : parseDocument(baseText, out!)
      return writeExport(name, table.manifest, { openapi, contracts: contracts ?? null })
    })
    const content = baseText === null ? file.content : indentLike(baseText, file.content)
    const isWritten = out !== undefined && writeIfChanged(path.resolve(out), content, out)
    const { unsaid, orphans } = file
    if (json === true) {
      const writtenFiles = isWritten ? [out] : []
      host.out(
        JSON.stringify(
          { format: name, written: writtenFiles, ...(out === undefined && { content }), unsaid, orphans },
          null,
          2,
        ),
      )
    } else {
      if (out === undefined) host.out(content.trimEnd())
      else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
      reportOmissions(file, host)
    }
    return strict === true && unsaid.length > 0 ? 1 : 0
  },
})

/**
 * Returns the content of the file that is replaced; null if there is none, or an empty one.
 *
 * @throws UsageError for a file that is neither an export nor a document for operations
 */
function readReplaced(out: string, isOwn: (content: string) => boolean, force: boolean | undefined): string | null {
  const text = replacedText(out, { isOwn, force, orElse: ', or say `--force`' })
  return text === null || text.trim() === '' ? null : text
}

/** @throws UsageError if operations cannot be merged into the existing document */
function runExport(out: string | undefined, write: () => ExportFile): ExportFile {
  try {
    return write()
  } catch (error) {
    if (out === undefined) throw error
    const hint = 'Name another file, or say `--force` to replace it.'
    throw new UsageError(`\`${out}\` takes no operations. ${(error as Error).message} ${hint}`, { pointsToHelp: false })
  }
}

/** Returns a document with the indentation of the old one, so that a version control system shows few changes. */
function indentLike(oldText: string, newText: string): string {
  return `${JSON.stringify(JSON.parse(newText), null, indentOf(oldText))}\n`
}

function reportOmissions({ unsaid, orphans }: ExportFile, host: Host): void {
  const orphanLines = orphans.map(
    (orphan) => `${orphan} has no route any more. It was kept, as somebody has written into it.`,
  )
  for (const line of limitLines(orphanLines, 'operations without a route', SEE_JSON)) host.err(line)
  if (unsaid.length === 0) return
  host.err(`\nNot said of ${new Set(unsaid.map(({ route }) => route)).size} routes:`)
  const lines = unsaid.map(({ verb, pattern, kept: isKept, reason }) => {
    return `  ${verb === '' ? '' : `${verb} `}${pattern}${isKept ? '' : ' (left out)'}: ${reason}`
  })
  for (const line of limitLines(lines, 'entries', SEE_JSON)) host.err(line)
}
