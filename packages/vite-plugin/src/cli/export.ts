// The command `turnout export`.
import path from 'node:path'
import { readDocument } from '../files/json-file.ts'
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
    out: { type: 'string', short: 'o', value: 'file', help: 'Write this file. Default: print the result.' },
    base: {
      type: 'string',
      value: 'file',
      help: 'Begin with this document, and add the operations to it. Default: `exports.openapi.base` of the plugin.',
    },
    json: { type: 'boolean', help: 'Print the content, and the parts that it cannot express, as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout export openapi -o openapi.json --base docs/api.json', 'Your own document, with the operations.'],
    ['turnout export openapi > openapi.json', 'A new document. The parts that it omits are printed to standard error.'],
  ],
  exitCodes: { 0: 'The command wrote or printed the result.' },
  async run({ out, base, json, ...request }, [format], host) {
    if (format !== 'openapi') throw new UsageError(`There is no format \`${format}\`: openapi.`)
    host.progress.start('Loading the project')
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const { openApi, isGenerated } = await loadExports()
    if (out !== undefined) replacedText(out, isGenerated)
    host.progress.start('Exporting to openapi')
    const contracts = await project.loadContracts?.()
    const baseFile = base ?? project.options.openapi?.base ?? null
    const baseFolder = base === undefined ? project.root : ''
    const { document, omissions } = withBase(baseFile, () => {
      const baseDocument = baseFile === null ? null : readDocument(path.resolve(baseFolder, baseFile))
      return openApi(table.manifest, baseDocument, contracts ?? null)
    })
    const content = `${JSON.stringify(document, null, 2)}\n`
    const isWritten = out !== undefined && writeIfChanged(path.resolve(out), content, out)
    if (json === true) {
      const written = isWritten ? [out] : []
      const report = { format, written, ...(out === undefined && { content }), omissions }
      host.out(JSON.stringify(report, null, 2))
    } else {
      if (out === undefined) host.out(content.trimEnd())
      else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
      reportOmissions(omissions, host)
    }
    return 0
  },
})

/** @throws CommandError if the document of the application cannot be read, or takes no operations */
function withBase(file: string | null, write: () => OpenApi): OpenApi {
  try {
    return write()
  } catch (error) {
    if (file === null) throw error
    throw new CommandError(`Turnout cannot add operations to \`${file}\`. ${(error as Error).message}`)
  }
}

function reportOmissions(omissions: OpenApi['omissions'], host: Host): void {
  if (omissions.length === 0) return
  host.err(`\nThe document omits properties of ${new Set(omissions.map(({ route }) => route)).size} routes:`)
  const lines = omissions.map(({ verb, pattern, kept: isKept, reason }) => {
    return `  ${verb === '' ? '' : `${verb} `}${pattern}${isKept ? '' : ' (left out)'}: ${reason}`
  })
  for (const line of limitLines(lines, 'entries', SEE_JSON)) host.err(line)
}
