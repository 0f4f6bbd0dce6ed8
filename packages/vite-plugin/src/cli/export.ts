import path from 'node:path'
import { EXPORTS, isOwnExport, writeOutput } from '@turnout/compiler/internal'
import { indentOf, parseDocument } from '../files/json-file.ts'
import { limitLines } from '../problems/limits.ts'
import { writeIfChanged } from '../files/write-file.ts'
import type { ExportName } from '../options.ts'
import { defineCommand, projectOptions, UsageError, type Host } from './command.ts'
import { replacedText } from './output-file.ts'
import { readTable } from './problems.ts'

const SEE_JSON = '`--json` lists them all'

type File = ReturnType<typeof writeOutput>[0]

/** `turnout export`: the table for other tools. */
export const exportRoutes = defineCommand({
  name: 'export',
  summary: `Write the routes for other tools: ${EXPORTS.join(', ')}.`,
  usage: '<format>',
  description:
    'openapi: paths and operations of OpenAPI 3.1. rou3, urlpattern: the table for these routers, as JSON. dot, svg: the tree of the routes as a picture. What a format cannot say of a route is listed.',
  positionals: { min: 1, max: 1 },
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      help: 'Write this file. Operations of OpenAPI are put into the document that it holds, and what is yours in it stays. Default: print it.',
    },
    force: { type: 'boolean', short: 'f', help: 'Replace a file that Turnout has not written.' },
    strict: { type: 'boolean', help: 'End with 1 if there is something that the format cannot say.' },
    json: { type: 'boolean', help: 'The content and what it does not say, as JSON.' },
    ...projectOptions,
  },
  examples: [
    ['turnout export openapi -o openapi.json', 'Put the operations into a document, or make one.'],
    ['turnout export urlpattern > routes.json', 'The table for URLPattern; what it lacks is printed beside it.'],
    ['turnout export svg -o routes.svg', 'A picture of the tree.'],
  ],
  exitCodes: { 0: 'The file was written or printed.', 1: '`--strict`, and the format cannot say all.' },
  async run({ out, force, strict, json, ...request }, [format], host) {
    const name = EXPORTS.find((each) => each === format)
    if (name === undefined) throw new UsageError(`There is no format \`${format}\`: ${EXPORTS.join(', ')}.`)
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const there = out === undefined ? null : replaced(out, name, force)
    // Operations are put into a document that is there, unless it is replaced.
    const base = name === 'openapi' && force !== true ? there : null
    const file = exported(out, () => {
      const openapi = base === null ? null : parseDocument(base, out!)
      return writeOutput(name, table.manifest, { openapi })[0]
    })
    const content = base === null ? file.content : indentedAs(base, file.content)
    const isWritten = out !== undefined && writeIfChanged(path.resolve(out), content, out)
    const { unsaid = [], orphans = [] } = file
    if (json === true) {
      const written = isWritten ? [out] : []
      host.out(
        JSON.stringify({ format: name, written, ...(out === undefined && { content }), unsaid, orphans }, null, 2),
      )
    } else {
      if (out === undefined) host.out(content.trimEnd())
      else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
      sayWhatIsLeft(file, host)
    }
    return strict === true && unsaid.length > 0 ? 1 : 0
  },
})

/** @throws UsageError if a file is there that is neither an export nor a document for operations */
function replaced(out: string, name: ExportName, force: boolean | undefined): string | null {
  const text = replacedText(out, {
    // Whether a document of OpenAPI takes operations is decided below, with a reason.
    isOwn: (content) => name === 'openapi' || isOwnExport(name, content),
    force,
    orElse: ', or say `--force`',
  })
  return text === null || text.trim() === '' ? null : text
}

/** @throws UsageError if the document that is there takes no operations */
function exported(out: string | undefined, make: () => File): File {
  try {
    return make()
  } catch (error) {
    if (out === undefined) throw error
    const hint = 'Name another file, or say `--force` to replace it.'
    throw new UsageError(`\`${out}\` takes no operations. ${(error as Error).message} ${hint}`, false)
  }
}

function indentedAs(before: string, content: string): string {
  return `${JSON.stringify(JSON.parse(content), null, indentOf(before))}\n`
}

function sayWhatIsLeft({ unsaid = [], orphans = [] }: File, host: Host): void {
  const kept = orphans.map((orphan) => `${orphan} has no route any more. It was kept, as somebody has written into it.`)
  for (const line of limitLines(kept, 'operations without a route', SEE_JSON)) host.err(line)
  if (unsaid.length === 0) return
  host.err(`\nNot said of ${new Set(unsaid.map(({ route }) => route)).size} routes:`)
  const lines = unsaid.map(({ verb, pattern, kept: isKept, reason }) => {
    return `  ${verb === '' ? '' : `${verb} `}${pattern}${isKept ? '' : ' (left out)'}: ${reason}`
  })
  for (const line of limitLines(lines, 'entries', SEE_JSON)) host.err(line)
}
