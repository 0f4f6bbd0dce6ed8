import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { EXPORTS, writeOutput } from '@turnout/compiler/internal'
import { indentOf, readDocument } from '../files/json-file.ts'
import { writeIfChanged } from '../files/write-file.ts'
import type { ExportName } from '../options.ts'
import { defineCommand, projectOptions, UsageError, type Host } from './command.ts'
import { readTable } from './problems.ts'

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
  async run({ out, strict, json, ...request }, [format], host) {
    const name = EXPORTS.find((each) => each === format)
    if (name === undefined) throw new UsageError(`There is no format \`${format}\`: ${EXPORTS.join(', ')}.`)
    const project = await host.loadProject(request)
    const table = await readTable(project, host, json)
    if (table === null) return 2
    const target = out === undefined ? null : path.resolve(out)
    const base = name === 'openapi' && target !== null && existsSync(target) ? target : null
    const file = write(name, base, (openapi) => writeOutput(name, table.manifest, { openapi })[0])
    const content = base === null ? file.content : indentedAs(readFileSync(base, 'utf8'), file.content)
    const isWritten = target !== null && writeIfChanged(target, content)
    const { unsaid = [], orphans = [] } = file
    if (json === true) {
      const written = isWritten ? [out] : []
      host.out(
        JSON.stringify({ format: name, written, ...(out === undefined && { content }), unsaid, orphans }, null, 2),
      )
    } else {
      if (target === null) host.out(content.trimEnd())
      else host.out(isWritten ? `Wrote ${out}.` : `${out} is up to date.`)
      sayWhatIsLeft(file, host)
    }
    return strict === true && unsaid.length > 0 ? 1 : 0
  },
})

/** @throws UsageError where the document that is there takes no operations */
function write(name: ExportName, base: string | null, make: (openapi: unknown) => File): File {
  if (name !== 'openapi' || base === null) return make(null)
  try {
    return make(readDocument(base))
  } catch (error) {
    throw new UsageError(`\`${base}\` takes no operations. ${(error as Error).message}`, false)
  }
}

function indentedAs(before: string, content: string): string {
  return `${JSON.stringify(JSON.parse(content), null, indentOf(before))}\n`
}

function sayWhatIsLeft({ unsaid = [], orphans = [] }: File, host: Host): void {
  for (const orphan of orphans) {
    host.err(`${orphan} has no route any more. It was kept, as somebody has written into it.`)
  }
  if (unsaid.length === 0) return
  host.err(`\nNot said of ${new Set(unsaid.map(({ route }) => route)).size} routes:`)
  for (const { verb, pattern, kept, reason } of unsaid) {
    host.err(`  ${verb === '' ? '' : `${verb} `}${pattern}${kept ? '' : ' (left out)'}: ${reason}`)
  }
}
